"""Queue of computer moves, one row for each match that awaits one."""

from collections.abc import Iterator

from sqlalchemy import bindparam, update

from bot.store.driver import shard_locks
from bot.store.driver.statement import Statement
from bot.store.driver.table_statements import (
    delete_rows,
    equal,
    insert_row,
    select_rows,
    update_rows,
)
from bot.store.driver.tx import Tx
from bot.store.models import ComputerMoveRequest
from bot.store.schedule.due_rows import DueRows
from bot.store.tables.games import computer_moves

_THIS = equal(computer_moves, "match", "ply")
_NOBODY_ELSES = computer_moves.c.claimed_at.is_(None) | (
    computer_moves.c.claimed_by == bindparam("process")
)

_PUT = insert_row(computer_moves, "claimed_by", existing="update")
_GET = select_rows(computer_moves, "match")
_DUE = DueRows(computer_moves.c.due_at)
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
_RELEASE = shard_locks.release_statement(computer_moves)
_DROP = delete_rows(computer_moves, "match", "ply")
_UNSHOWN = DueRows(computer_moves.c.notify_at)
_SHOWN = update_rows(computer_moves, ("match", "ply"), "notify_at")


def put_request(tx: Tx, request: ComputerMoveRequest) -> None:
    """Queue a computer move, replacing the match's earlier row."""
    tx.run(_PUT, request)


def get_request(tx: Tx, match_id: int) -> ComputerMoveRequest | None:
    """Return the queued computer move of this match, or None."""
    return tx.one(ComputerMoveRequest, _GET, match=match_id)


def due_requests(tx: Tx, now: int, limit: int) -> Iterator[ComputerMoveRequest]:
    """Yield up to `limit` rows due for computation at `now`, most overdue first."""
    return _DUE.each(tx, ComputerMoveRequest, now, limit)


def claim_request(tx: Tx, request: ComputerMoveRequest, now: int, until: int) -> None:
    """Claim a row for this process until `until`, when it becomes due again."""
    claim = {"match": request.match, "ply": request.ply, "now": now, "until": until}
    tx.run(_CLAIM, **claim, process=tx.process)


def postpone_request(tx: Tx, request: ComputerMoveRequest, until: int) -> None:
    """Release a claim without a result; the row is due again at `until`."""
    tx.run(_POSTPONE, match=request.match, ply=request.ply, until=until, process=tx.process)


def release_claims(tx: Tx, now: int, *, started: bool = True) -> int:
    """Release the claims of processes that no longer run. Returns the number of rows.

    `started` is True if this process has just started, so that claims under its own number are
    stale as well.
    """
    return tx.run(_RELEASE, now=now, but=-1 if started else tx.process)


def delete_request(tx: Tx, match_id: int, ply: int) -> None:
    """Delete a row whose move was made or is no longer needed."""
    tx.run(_DROP, match=match_id, ply=ply)


def not_notified(tx: Tx, now: int, limit: int) -> Iterator[ComputerMoveRequest]:
    """Yield up to `limit` rows whose delay should be announced, oldest first."""
    return _UNSHOWN.each(tx, ComputerMoveRequest, now, limit)


def mark_notified(tx: Tx, request: ComputerMoveRequest) -> None:
    """Record that a board announcing the delay has been queued."""
    tx.run(_SHOWN, match=request.match, ply=request.ply, notify_at=None)
