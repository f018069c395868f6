"""Queue of computer moves.

One row for each match in which a computer player is to move.
"""

from sqlalchemy import bindparam, delete, select, update

from bot.store import shard_locks
from bot.store.models import OwedMove
from bot.store.row_mapper import columns
from bot.store.statement import Statement, longest_due, upsert
from bot.store.tables.games import computer_moves
from bot.store.tx import Tx

_ROW = computer_moves.c.match == bindparam("match")
_THIS = _ROW & (computer_moves.c.ply == bindparam("ply"))
_NOBODY_ELSES = computer_moves.c.claimed_at.is_(None) | (
    computer_moves.c.claimed_by == bindparam("process")
)

_PUT = upsert(computer_moves, but=("claimed_by",))
_GET = Statement(select(computer_moves).where(_ROW))
_DUE = longest_due(computer_moves.c.due_at)
_CLAIM = Statement(
    update(computer_moves)
    .where(_THIS)
    .values(
        claimed_at=bindparam("now"),
        claimed_by=bindparam("process"),
        due_at=bindparam("until"),
        attempts=computer_moves.c.attempts + 1,
    )
)
_POSTPONE = Statement(
    update(computer_moves)
    .where(_THIS, _NOBODY_ELSES)
    .values(claimed_at=None, due_at=bindparam("until"))
)
_RELEASE = shard_locks.release(computer_moves)
_DROP = Statement(delete(computer_moves).where(_THIS))
_UNSHOWN = longest_due(computer_moves.c.notify_at)
_SHOWN = Statement(update(computer_moves).where(_THIS).values(notify_at=None))


async def put(tx: Tx, owed: OwedMove) -> None:
    """Queue a computer move, replacing the match's earlier row."""
    await tx.run(_PUT, **columns(owed))


async def get(tx: Tx, match_id: int) -> OwedMove | None:
    """Return the queued computer move of this match, or None."""
    return await tx.one(OwedMove, _GET, match=match_id)


async def due(tx: Tx, now: int, most: int) -> list[OwedMove]:
    """Return up to `most` rows due for computation at `now`, longest due first."""
    return await tx.all(OwedMove, _DUE, now=now, most=most)


async def claim(tx: Tx, owed: OwedMove, now: int, until: int) -> None:
    """Claim a row for this process until `until`, when it becomes due again."""
    claim = {"match": owed.match, "ply": owed.ply, "now": now, "until": until}
    await tx.run(_CLAIM, **claim, process=tx.process)


async def postpone(tx: Tx, owed: OwedMove, until: int) -> None:
    """Release a claim without a result; the row is due again at `until`."""
    await tx.run(_POSTPONE, match=owed.match, ply=owed.ply, until=until, process=tx.process)


async def release(tx: Tx, now: int, *, started: bool = True) -> int:
    """Release the claims of processes that no longer run. Returns the number of rows.

    `started`: this process has just started, so claims under its own number are stale as well.
    """
    return await tx.run(_RELEASE, now=now, but=-1 if started else tx.process)


async def drop(tx: Tx, match_id: int, ply: int) -> None:
    """Delete a row, because its move was made or is no longer needed."""
    await tx.run(_DROP, match=match_id, ply=ply)


async def unshown(tx: Tx, now: int, most: int) -> list[OwedMove]:
    """Return up to `most` rows whose wait is to be shown on the board, longest first."""
    return await tx.all(OwedMove, _UNSHOWN, now=now, most=most)


async def shown(tx: Tx, owed: OwedMove) -> None:
    """Record that the board announces the wait."""
    await tx.run(_SHOWN, match=owed.match, ply=owed.ply)
