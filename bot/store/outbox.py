"""Rows of what must be told. States: owed, then sent, failed (for good) or dropped (untrue by now).

Order: of the rows for one channel only the oldest may be sent, so that nothing overtakes. A row that
has been tried `PATIENCE` times holds up only its own match or challenge from then on, so that one
bad message cannot silence a channel.

Truth: a newer board (or result) of a match makes its older boards and notices untrue, what became of a
challenge makes its post untrue, and a newer change of its post an older one. Untried, they are dropped;
one that may have arrived is looked for first, and dropped only if it has not.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

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

from bot.store.messages import Kind, OutboxRow
from bot.store.statement import Row
from bot.store.tables import OWED, PLACE, SETTLED, outbox
from bot.store.tx import Tx

PATIENCE = 3
_BOARDS = ("board", "result")
_NEWS = (*_BOARDS, "challenge-over", "challenge-changed")
"""What makes older rows untrue."""
# Made once: an alias costs more than the query that it is for.
_NEWER, _EARLIER = outbox.alias(), outbox.alias()


async def add(
    tx: Tx,
    kind: Kind,
    *,
    channel: int | None,
    user: int | None,
    match: int | None,
    ply: int | None,
    challenge: int | None,
    payload: Mapping[str, object],
    now: int,
) -> int:
    """Owe something, due at once, and drop what it makes untrue; its id."""
    made = await tx.scalar(
        insert(outbox)
        .values(
            kind=kind,
            channel=channel,
            user=user,
            match=match,
            ply=ply,
            challenge=challenge,
            payload=json.dumps(payload),
            state="owed",
            created=now,
            due_at=now,
            attempts=0,
        )
        .returning(outbox.c.id)
    )
    row_id = int(made)
    if kind not in _NEWS:
        return row_id
    untrue = OWED & or_(*_replaced(_NEWER.c.id == row_id))
    await tx.execute(
        update(outbox).where(untrue, outbox.c.attempts == 0).values(state="dropped", settled_at=now)
    )
    # What may have arrived is looked for now and not when its next attempt would have been.
    await tx.execute(update(outbox).where(untrue, outbox.c.claimed_at.is_(None)).values(due_at=now))
    return row_id


async def get(tx: Tx, row_id: int) -> OutboxRow | None:
    """This row while it is owed."""
    rows = (await tx.execute(_ROWS.where(OWED, outbox.c.id == row_id))).all()
    return _row(rows[0]) if rows else None


async def due(tx: Tx, now: int, limit: int) -> list[OutboxRow]:
    """The rows that may be sent now, longest due first."""
    query = (
        _ROWS.where(_FIRST_IN_LINE, outbox.c.due_at <= now)
        .order_by(outbox.c.due_at, outbox.c.id)
        .limit(limit)
    )
    return [_row(row) for row in await tx.execute(query)]


async def next_due(tx: Tx) -> int | None:
    """When the next row may be sent, or will be given up by whoever is sending it."""
    when: int | None = await tx.scalar(select(func.min(outbox.c.due_at)).where(_FIRST_IN_LINE))
    return when


async def claim(tx: Tx, row_id: int, *, attempts: int, until: int, now: int) -> bool:
    """Count an attempt that begins now; False if others have tried it meanwhile, or it is settled."""
    claimed = await tx.execute(
        update(outbox)
        .where(OWED, outbox.c.id == row_id, outbox.c.attempts == attempts)
        .values(attempts=attempts + 1, claimed_at=now, due_at=until)
    )
    return claimed.rowcount == 1


async def release(tx: Tx, now: int) -> int:
    """Whatever was being sent when the program ended is due now; how many rows."""
    freed = await tx.execute(
        update(outbox)
        .where(OWED, outbox.c.claimed_at.is_not(None))
        .values(claimed_at=None, due_at=now)
    )
    return freed.rowcount


async def settle(tx: Tx, row_id: int, state: str, now: int, error: str | None = None) -> bool:
    """Nothing is owed any more; False if that was so before."""
    settled = await tx.execute(
        update(outbox)
        .where(OWED, outbox.c.id == row_id)
        .values(state=state, settled_at=now, claimed_at=None, error=error)
    )
    return settled.rowcount == 1


async def postpone(tx: Tx, row_id: int, due_at: int, error: str) -> None:
    """It is owed still, later."""
    await tx.execute(
        update(outbox)
        .where(OWED, outbox.c.id == row_id)
        .values(due_at=due_at, claimed_at=None, error=error)
    )


async def revive(tx: Tx, *, match: int | None, channel: int | None, now: int) -> int:
    """Owe again what failed for good and would still be true; how many rows."""
    query = update(outbox).where(SETTLED, outbox.c.state == "failed", ~or_(*_replaced()))
    if match is not None:
        query = query.where(outbox.c.match == match)
    if channel is not None:
        query = query.where(outbox.c.channel == channel)
    return (await tx.execute(query.values(state="owed", settled_at=None, due_at=now))).rowcount


async def failures(tx: Tx, match_id: int) -> list[str]:
    """Why messages of this match were given up, oldest first."""
    query = (
        select(outbox.c.error)
        .where(outbox.c.state == "failed", outbox.c.match == match_id)
        .order_by(outbox.c.id)
    )
    return [error or "" for error in await tx.scalars(query)]


async def matches_told(tx: Tx) -> set[int]:
    """The matches of which a board was, is or will be shown, as far as this table knows."""
    query = select(outbox.c.match).where(outbox.c.kind.in_(_BOARDS)).distinct()
    return {match for match in await tx.scalars(query) if match is not None}


async def oldest_settled(tx: Tx) -> int | None:
    """When the oldest row that may be forgotten was settled."""
    when: int | None = await tx.scalar(select(func.min(outbox.c.settled_at)).where(_forgettable()))
    return when


async def prune(tx: Tx, before: int) -> int:
    """Forget what was settled before; how many rows. What failed is kept: somebody may ask again."""
    old = delete(outbox).where(_forgettable(), outbox.c.settled_at < before)
    return (await tx.execute(old)).rowcount


def _forgettable() -> ColumnElement[bool]:
    return and_(SETTLED, outbox.c.state != "failed")


def _replaced(*which: ColumnElement[bool]) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    """Whether a newer row, one of which this is true, makes a row untrue: as a board, or as news."""
    newer = _NEWER
    later = newer.c.id > outbox.c.id
    board = exists().where(
        newer.c.match == outbox.c.match, later, newer.c.kind.in_(_BOARDS), *which
    )
    news = exists().where(
        newer.c.challenge == outbox.c.challenge,
        later,
        or_(
            newer.c.kind == "challenge-over",
            and_(newer.c.kind == "challenge-changed", outbox.c.kind == "challenge-changed"),
        ),
        *which,
    )
    # Two lookups by an index each; in one, SQLite reads all rows that are later.
    return (
        and_(outbox.c.kind.in_((*_BOARDS, "notice")), board),
        and_(outbox.c.kind.in_(("challenge", "challenge-changed", "notice")), news),
    )


def _first_in_line() -> ColumnElement[bool]:
    earlier = _EARLIER
    same_place = func.coalesce(earlier.c.channel, earlier.c.user) == PLACE
    # Stripping an old board is a courtesy; if it keeps failing the new board must not wait for it.
    same_thing = or_(
        and_(earlier.c.match == outbox.c.match, earlier.c.kind != "strip"),
        earlier.c.challenge == outbox.c.challenge,
    )
    waits = exists().where(
        earlier.c.state == literal_column("'owed'"),
        earlier.c.id < outbox.c.id,
        same_place,
        or_(earlier.c.attempts < PATIENCE, same_thing),
    )
    return and_(OWED, ~waits)


_FIRST_IN_LINE = _first_in_line()
_ROWS = select(outbox, or_(*_replaced(_NEWER.c.state == "owed")).label("outdated"))


def _row(row: Row) -> OutboxRow:
    return OutboxRow(
        id=row.id,
        kind=row.kind,
        channel=row.channel,
        user=row.user,
        match=row.match,
        ply=row.ply,
        challenge=row.challenge,
        payload=json.loads(row.payload),
        created=row.created,
        due_at=row.due_at,
        attempts=row.attempts,
        outdated=bool(row.outdated),
    )
