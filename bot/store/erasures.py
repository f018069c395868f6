"""Forgetting people: who has asked for it, and what becomes of each row that names somebody.

Where a row is part of a game that others played too, a made-up person takes the place (HELD); what
concerned nobody but the one who goes is deleted (OWN). Every column that names a person is in one of
the two; a test reads the tables.
"""

from __future__ import annotations

from sqlalchemy import (
    ColumnElement,
    and_,
    delete,
    exists,
    func,
    insert,
    literal_column,
    or_,
    select,
    update,
)

from bot.store import ratings
from bot.store.tables import (
    FAILED,
    annulments,
    audit,
    blocks,
    budgets,
    challenge_seats,
    challenges,
    erasures,
    interactions,
    match_seats,
    matches,
    moves,
    outbox,
    plans,
    players,
    posts,
    rated_seats,
    rematches,
    settings,
    solitaires,
    vacations,
)
from bot.store.tx import Tx
from bot.store.values import Erasure

HELD = (
    match_seats.c.player,
    moves.c.player,
    challenges.c.challenger,
    challenges.c.answered_by,
    challenge_seats.c.player,
    rated_seats.c.player,
    annulments.c.by,
    audit.c.by,
)
OWN = (
    blocks.c.player,
    blocks.c.blocked,
    budgets.c.player,
    erasures.c.player,
    plans.c.player,
    settings.c.player,
    solitaires.c.player,
    vacations.c.player,
)


def _idle() -> ColumnElement[bool]:
    plays = exists().where(
        match_seats.c.player == players.c.id,
        matches.c.id == match_seats.c.match,
        matches.c.status == "running",
    )
    return and_(players.c.id > 0, ~plays)


def _useless() -> ColumnElement[bool]:
    running = exists().where(matches.c.id == outbox.c.match, matches.c.status == "running")
    waits = exists().where(challenges.c.id == outbox.c.challenge, challenges.c.status == "open")
    return and_(FAILED, ~running, ~waits)


IDLE = _idle()
"""People who play in no running match."""
CLOSED = challenges.c.status != literal_column("'open'")
"""Challenges that are not open any more, and since when that is."""
closed_at = func.coalesce(challenges.c.answered_at, challenges.c.expires_at)
USELESS = _useless()
"""What could not be told of games and challenges that are over by now."""


async def ask(tx: Tx, wish: Erasure) -> None:
    """Write the wish down; this person has none yet."""
    await tx.execute(
        insert(erasures).values(player=wish.player, asked_at=wish.asked_at, due_at=wish.due_at)
    )


async def get(tx: Tx, player: int) -> Erasure | None:
    """This person's wish."""
    found = await _wishes(tx, erasures.c.player == player)
    return found[0] if found else None


async def due(tx: Tx, now: int) -> list[Erasure]:
    """The wishes that are to be granted now, the first asked first."""
    return await _wishes(tx, erasures.c.due_at <= now)


async def withdraw(tx: Tx, player: int) -> bool:
    """He wishes it no more; False if he did not."""
    return (await tx.execute(delete(erasures).where(erasures.c.player == player))).rowcount == 1


async def replace(tx: Tx, player: int, by: int, name: str, now: int) -> None:
    """Take every trace of a person away; where others need somebody, `by` of this name stands there.

    He must play in no running match, and have no open challenge.
    """
    await ratings.anew(tx, player)
    made_up = {"id": by, "name": name, "created": now, "seen_at": now}
    await tx.execute(insert(players).values(**made_up))
    await tx.execute(update(challenges).where(challenges.c.challenger == player).values(note=""))
    for column in HELD:
        await tx.execute(update(column.table).where(column == player).values({column.key: by}))
    for column in OWN:
        await tx.execute(delete(column.table).where(column == player))
    # What was told, or is still to be told, to him or of him.
    about = func.json_extract(outbox.c.payload, "$.player") == player
    await tx.execute(delete(outbox).where(or_(outbox.c.user == player, about)))
    await tx.execute(delete(players).where(players.c.id == player))


async def own(tx: Tx, player: int) -> dict[str, list[dict[str, object]]]:
    """The rows that are this person's alone, by table: numbers and texts by column."""
    found: dict[str, list[dict[str, object]]] = {}
    for column in (column for column in OWN if column.key == "player"):
        rows = await tx.execute(select(column.table).where(column == player))
        found[column.table.name] = [
            {key: value for key, value in zip(row.columns, row, strict=True) if key != "player"}
            for row in rows
        ]
    return found


async def idle(tx: Tx, before: int) -> list[int]:
    """The people not seen since, who play in no running match."""
    return list(await tx.scalars(select(players.c.id).where(IDLE, players.c.seen_at < before)))


async def prune_challenges(tx: Tx, before: int) -> int:
    """Forget the challenges that were closed before, with their posts and notes; how many."""
    old = select(challenges.c.id).where(CLOSED, closed_at < before).scalar_subquery()
    for table in (posts, outbox, challenge_seats, interactions, rematches):
        await tx.execute(delete(table).where(table.c.challenge.in_(old)))
    return (await tx.execute(delete(challenges).where(CLOSED, closed_at < before))).rowcount


async def prune_failures(tx: Tx, before: int) -> int:
    """Forget what could not be told of matches that are over by now; how many rows."""
    return (await tx.execute(delete(outbox).where(USELESS, outbox.c.settled_at < before))).rowcount


async def _wishes(tx: Tx, which: ColumnElement[bool]) -> list[Erasure]:
    query = select(erasures).where(which).order_by(erasures.c.due_at, erasures.c.player)
    return [Erasure(row.player, row.asked_at, row.due_at) for row in await tx.execute(query)]
