"""Rows of matches, their seats, moves, takebacks and departures."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from sqlalchemy import Column, Select, Table, delete, exists, func, insert, select, update
from sqlalchemy.sql.elements import ColumnElement

from bot.store import offers
from bot.store.statement import Row
from bot.store.tables import (
    RUNNING,
    clocks,
    departures,
    match_seats,
    matches,
    moves,
    plans,
    posts,
    takebacks,
    unposted,
)
from bot.store.tx import Tx
from bot.store.values import (
    Departure,
    Hands,
    Match,
    MatchStatus,
    MoveRow,
    Offer,
    StandIn,
    Takeback,
    Why,
)
from engine import Outcome

_newest_post = (
    select(posts.c.message)
    .where(posts.c.match == matches.c.id)
    .order_by(posts.c.ply.desc(), posts.c.message.desc())
    .limit(1)
    .scalar_subquery()
)
_deadline = select(clocks.c.deadline).where(clocks.c.match == matches.c.id).scalar_subquery()
_overdue = select(clocks.c.overdue).where(clocks.c.match == matches.c.id).scalar_subquery()
_LONGEST_WAITING = (matches.c.moved_at, matches.c.id)


async def insert_match(
    tx: Tx,
    *,
    variant: str,
    revision: int,
    players: Sequence[int],
    turn: int,
    position: str,
    guild: int | None,
    channel: int,
    rated: bool,
    control: str,
    banks: Sequence[int],
    now: int,
) -> int:
    """Make a running match of no moves, with the seconds that each seat begins with; its id."""
    made = await tx.scalar(
        insert(matches)
        .values(
            variant=variant,
            revision=revision,
            status="running",
            ply=0,
            turn=turn,
            position=position,
            guild=guild,
            channel=channel,
            rated=int(rated),
            created=now,
            moved_at=now,
            control=control,
        )
        .returning(matches.c.id)
    )
    match_id = int(made)
    for seat, (player, bank) in enumerate(zip(players, banks, strict=True)):
        await tx.execute(
            insert(match_seats).values(match=match_id, seat=seat, player=player, bank=bank)
        )
    return match_id


async def get(tx: Tx, match_id: int) -> Match | None:
    """This match."""
    found = await _matches(tx, _select().where(matches.c.id == match_id))
    return found[0] if found else None


async def advance(tx: Tx, move: MoveRow, *, turn: int, position: str) -> None:
    """Add a move and the position that it led to. A second move of the same ply is an error.

    What the seat has until then is kept with it, so that it can be given back (`MoveRow.bank`).
    """
    here = (match_seats.c.match == move.match) & (match_seats.c.seat == move.seat)
    await tx.execute(
        insert(moves).values(
            match=move.match,
            ply=move.ply,
            seat=move.seat,
            player=move.player,
            by=move.by,
            text=move.text,
            at=move.at,
            bank=select(match_seats.c.bank).where(here).scalar_subquery(),
        )
    )
    await tx.execute(
        update(matches)
        .where(matches.c.id == move.match)
        .values(ply=move.ply + 1, turn=turn, position=position, moved_at=move.at)
    )


async def end(
    tx: Tx, match_id: int, status: MatchStatus, outcome: Outcome | None, now: int
) -> None:
    """Close a match; its offers, plans and clock go, and nobody waits for its board any more."""
    told = None if outcome is None else json.dumps(outcome._asdict())
    await tx.execute(
        update(matches)
        .where(matches.c.id == match_id)
        .values(status=status, turn=None, outcome=told, ended_at=now)
    )
    await offers.withdraw(tx, match_id)
    for table in (clocks, plans, unposted):
        await tx.execute(delete(table).where(table.c.match == match_id))


async def take_back(tx: Tx, made: Takeback, *, undone: int, turn: int, position: str) -> None:
    """Turns count no more, `undone` numbers in all: this is the position again, and whose turn it is."""
    await tx.execute(
        insert(takebacks).values(
            match=made.match, ply=made.ply, seat=made.seat, since=made.since, at=made.at
        )
    )
    await tx.execute(
        update(matches)
        .where(matches.c.id == made.match)
        .values(ply=made.ply + 1, undone=undone, turn=turn, position=position, moved_at=made.at)
    )


async def moves_of(tx: Tx, match_id: int, ply: int | None = None) -> list[MoveRow]:
    """The moves that stand, in order; with `ply` those that stood when the match was there."""
    back = exists().where(
        takebacks.c.match == moves.c.match,
        takebacks.c.since <= moves.c.ply,
        takebacks.c.ply > moves.c.ply,
    )
    if ply is not None:
        back = back.where(takebacks.c.ply < ply)
    query = select(moves).where(moves.c.match == match_id, ~back)
    return await _moves(tx, query if ply is None else query.where(moves.c.ply < ply))


async def ever_made(tx: Tx, match_id: int) -> list[MoveRow]:
    """The moves of a match in order, also those that were taken back."""
    return await _moves(tx, select(moves).where(moves.c.match == match_id))


async def _moves(tx: Tx, query: Select[tuple[object, ...]]) -> list[MoveRow]:
    return [
        MoveRow(row.match, row.ply, row.seat, row.player, row.text, row.at, row.by, row.bank)
        for row in await tx.execute(query.order_by(moves.c.ply))
    ]


async def takebacks_of(tx: Tx, match_id: int) -> list[Takeback]:
    """What was taken back in a match, in order."""
    query = select(takebacks).where(takebacks.c.match == match_id).order_by(takebacks.c.ply)
    return [
        Takeback(row.match, row.ply, row.seat, row.since, row.at) for row in await tx.execute(query)
    ]


async def depart(
    tx: Tx,
    match_id: int,
    seats: Sequence[int],
    *,
    ply: int,
    why: Why,
    partners: Mapping[int, int],
    until: int,
    now: int,
) -> None:
    """The players of these seats leave together, after those who left before; their plans go.

    `partners`, by seat: who is asked, until then, who plays on; where nobody is, the computer does.
    """
    before = select(func.count()).where(departures.c.match == match_id)
    first: int = await tx.scalar(before)
    for number, seat in enumerate(seats, first):
        await tx.execute(
            insert(departures).values(
                match=match_id,
                number=number,
                seat=seat,
                ply=ply,
                at=now,
                why=why,
                together=first,
                hands="asked" if seat in partners else "runner",
                partner=partners.get(seat),
                until=until if seat in partners else None,
            )
        )
    mine = (plans.c.match == match_id) & plans.c.seat.in_(seats)
    await tx.execute(delete(plans).where(mine))


async def hand_over(tx: Tx, match_id: int, seat: int, hands: Hands) -> None:
    """So the men of this seat, whose player has left, are played on from now on."""
    here = (departures.c.match == match_id) & (departures.c.seat == seat)
    await tx.execute(update(departures).where(here).values(hands=hands))


async def put_off_choices(tx: Tx, seconds: int) -> None:
    """Every partner who is asked has so much longer to choose."""
    asked = departures.c.hands == "asked"
    await tx.execute(update(departures).where(asked).values(until=departures.c.until + seconds))


async def settle(tx: Tx, match_id: int, position: str) -> None:
    """The position as it is after people have left: nobody has moved."""
    await tx.execute(update(matches).where(matches.c.id == match_id).values(position=position))


async def departures_of(tx: Tx, match_id: int) -> list[Departure]:
    """Who left a match, in order."""
    query = (
        select(departures, match_seats.c.player)
        .join(
            match_seats,
            (match_seats.c.match == departures.c.match) & (match_seats.c.seat == departures.c.seat),
        )
        .where(departures.c.match == match_id)
        .order_by(departures.c.number)
    )
    return [
        Departure(
            row.match, row.seat, row.player, row.ply, row.at, row.why, row.together, row.partner
        )
        for row in await tx.execute(query)
    ]


async def running(tx: Tx) -> list[Match]:
    """All running matches, oldest first."""
    return await _matches(tx, _running().order_by(matches.c.id))


async def running_in(tx: Tx, channel: int) -> list[Match]:
    """The running matches of a channel or thread, last moved first."""
    here = (matches.c.channel == channel) | (matches.c.thread == channel)
    return await _matches(
        tx, _running().where(here).order_by(matches.c.moved_at.desc(), matches.c.id.desc())
    )


async def running_of(tx: Tx, player: int) -> list[Match]:
    """The running matches that this person plays in and has not left, longest waiting first."""
    return await _matches(tx, _running().where(_plays(player)).order_by(*_LONGEST_WAITING))


async def over_of(tx: Tx, player: int, limit: int) -> list[Match]:
    """This person's matches that are over, the last ended first."""
    newest = (matches.c.ended_at.desc(), matches.c.id.desc())
    over = matches.c.status != "running"
    sat = exists().where(match_seats.c.match == matches.c.id, match_seats.c.player == player)
    return await _matches(tx, _select().where(over, sat).order_by(*newest).limit(limit))


async def all_of(tx: Tx, player: int) -> list[Match]:
    """All matches in which this person has or had a seat, oldest first."""
    sat = exists().where(match_seats.c.match == matches.c.id, match_seats.c.player == player)
    return await _matches(tx, _select().where(sat).order_by(matches.c.id))


async def everything(tx: Tx) -> list[Match]:
    """All matches there are, oldest first."""
    return await _matches(tx, _select().order_by(matches.c.id))


def _select() -> Select[tuple[object, ...]]:
    return select(
        matches,
        _newest_post.label("post"),
        _deadline.label("deadline"),
        _overdue.label("overdue"),
    )


def _running() -> Select[tuple[object, ...]]:
    return _select().where(RUNNING)


def _plays(player: int) -> ColumnElement[bool]:
    left = exists().where(
        departures.c.match == match_seats.c.match, departures.c.seat == match_seats.c.seat
    )
    return exists().where(
        match_seats.c.match == matches.c.id, match_seats.c.player == player, ~left
    )


async def _matches(tx: Tx, query: Select[tuple[object, ...]]) -> list[Match]:
    rows = (await tx.execute(query)).all()
    here = [row.id for row in rows]
    seats = await _by_match(tx, match_seats, match_seats.c.player, match_seats.c.seat, here)
    gone = await _by_match(tx, departures, departures.c.seat, departures.c.number, here)
    wishes = await offers.of(tx, here)
    stand_ins = await _stand_ins(tx, [match for match in here if gone[match]])
    return [
        _match(row, seats[row.id], gone[row.id], wishes.get(row.id), stand_ins.get(row.id, ()))
        for row in rows
    ]


async def _stand_ins(tx: Tx, ids: Sequence[int]) -> dict[int, tuple[StandIn, ...]]:
    """The seats of these matches that partners play on, or may choose to."""
    found: dict[int, tuple[StandIn, ...]] = {}
    if not ids:
        return found
    query = select(departures).where(
        departures.c.match.in_(ids), departures.c.hands.in_(("asked", "partner"))
    )
    for row in await tx.execute(query.order_by(departures.c.match, departures.c.number)):
        until = row.until if row.hands == "asked" else None
        found[row.match] = (
            *found.get(row.match, ()),
            StandIn(row.seat, row.partner, until),
        )
    return found


async def _by_match(
    tx: Tx, table: Table, wanted: Column[int], order: Column[int], ids: Sequence[int]
) -> dict[int, tuple[int, ...]]:
    """One column of a table for each of these matches."""
    found: dict[int, tuple[int, ...]] = dict.fromkeys(ids, ())
    match = table.c.match
    query = select(match.label("id"), wanted.label("value")).where(match.in_(ids))
    for row in await tx.execute(query.order_by(match, order)):
        found[row.id] = (*found[row.id], row.value)
    return found


def _match(
    row: Row,
    players: tuple[int, ...],
    gone: tuple[int, ...],
    offer: Offer | None,
    stand_ins: tuple[StandIn, ...],
) -> Match:
    return Match(
        id=row.id,
        variant=row.variant,
        revision=row.revision,
        players=players,
        status=row.status,
        ply=row.ply,
        turn=row.turn,
        position=row.position,
        outcome=_outcome(row.outcome),
        guild=row.guild,
        channel=row.channel,
        thread=row.thread,
        post=row.post,
        created=row.created,
        moved_at=row.moved_at,
        gone=gone,
        offer=offer,
        undone=row.undone,
        rated=bool(row.rated),
        control=row.control,
        deadline=row.deadline,
        stand_ins=stand_ins,
        overdue=row.overdue,
    )


def _outcome(told: str | None) -> Outcome | None:
    if told is None:
        return None
    known = json.loads(told)
    return Outcome(tuple(tuple(group) for group in known["ranking"]), known["reason"])
