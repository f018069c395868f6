"""Rows of matches, their seats, moves and departures, and the offers that are open in them."""

from __future__ import annotations

import json
from collections.abc import Sequence

from sqlalchemy import Column, Row, Select, Table, delete, exists, func, insert, select, update
from sqlalchemy.sql.elements import ColumnElement

from bot.store.tables import (
    RUNNING,
    clocks,
    departures,
    made_id,
    match_seats,
    matches,
    moves,
    offers,
    plans,
    posts,
)
from bot.store.tx import Tx
from bot.store.values import Departure, Match, MatchStatus, MoveRow, Why
from engine import Outcome

_newest_post = (
    select(posts.c.message)
    .where(posts.c.match_id == matches.c.id)
    .order_by(posts.c.ply.desc(), posts.c.message.desc())
    .limit(1)
    .scalar_subquery()
)
_draw_offer = (
    select(func.min(offers.c.seat))
    .where(offers.c.match_id == matches.c.id, offers.c.kind == "draw")
    .scalar_subquery()
)
_deadline = select(clocks.c.deadline).where(clocks.c.match_id == matches.c.id).scalar_subquery()
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
    made = await tx.execute(
        insert(matches).values(
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
    )
    match_id = made_id(made)
    for seat, (player, bank) in enumerate(zip(players, banks, strict=True)):
        await tx.execute(
            insert(match_seats).values(match_id=match_id, seat=seat, player=player, bank=bank)
        )
    return match_id


async def get(tx: Tx, match_id: int) -> Match | None:
    """This match."""
    found = await _matches(tx, _select().where(matches.c.id == match_id))
    return found[0] if found else None


async def advance(tx: Tx, move: MoveRow, *, turn: int, position: str) -> None:
    """Add a move and the position that it led to. A second move of the same ply is an error."""
    await tx.execute(
        insert(moves).values(
            match_id=move.match,
            ply=move.ply,
            seat=move.seat,
            player=move.player,
            by=move.by,
            text=move.text,
            at=move.at,
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
    """Close a match; its open offers, its plans and its clock go."""
    told = None if outcome is None else json.dumps(outcome._asdict())
    await tx.execute(
        update(matches)
        .where(matches.c.id == match_id)
        .values(status=status, turn=None, outcome=told, ended_at=now)
    )
    await withdraw(tx, match_id)
    await tx.execute(delete(plans).where(plans.c.match_id == match_id))
    await tx.execute(delete(clocks).where(clocks.c.match_id == match_id))


async def moves_of(tx: Tx, match_id: int) -> list[MoveRow]:
    """The moves of a match, in order."""
    query = select(moves).where(moves.c.match_id == match_id).order_by(moves.c.ply)
    return [
        MoveRow(row.match_id, row.ply, row.seat, row.player, row.text, row.at, row.by)
        for row in await tx.execute(query)
    ]


async def depart(
    tx: Tx, match_id: int, seats: Sequence[int], *, ply: int, why: Why, now: int
) -> None:
    """The players of these seats leave together, after those who left before; their plans go."""
    before = select(func.count()).where(departures.c.match_id == match_id)
    first: int = await tx.scalar(before)
    for number, seat in enumerate(seats, first):
        await tx.execute(
            insert(departures).values(
                match_id=match_id,
                number=number,
                seat=seat,
                ply=ply,
                at=now,
                why=why,
                together=first,
            )
        )
    mine = (plans.c.match_id == match_id) & plans.c.seat.in_(seats)
    await tx.execute(delete(plans).where(mine))


async def settle(tx: Tx, match_id: int, position: str) -> None:
    """The position as it is after people have left: nobody has moved."""
    await tx.execute(update(matches).where(matches.c.id == match_id).values(position=position))


async def departures_of(tx: Tx, match_id: int) -> list[Departure]:
    """Who left a match, in order."""
    query = (
        select(departures, match_seats.c.player)
        .join(
            match_seats,
            (match_seats.c.match_id == departures.c.match_id)
            & (match_seats.c.seat == departures.c.seat),
        )
        .where(departures.c.match_id == match_id)
        .order_by(departures.c.number)
    )
    return [
        Departure(row.match_id, row.seat, row.player, row.ply, row.at, row.why, row.together)
        for row in await tx.execute(query)
    ]


async def offer(tx: Tx, match_id: int, kind: str, seat: int, ply: int, now: int) -> None:
    """This seat agrees to such a thing."""
    await tx.execute(
        insert(offers).values(match_id=match_id, kind=kind, seat=seat, ply=ply, at=now)
    )


async def offered(tx: Tx, match_id: int, kind: str) -> set[int]:
    """The seats that agree to such a thing."""
    query = select(offers.c.seat).where(offers.c.match_id == match_id, offers.c.kind == kind)
    return set(await tx.scalars(query))


async def withdraw(tx: Tx, match_id: int, kind: str | None = None) -> None:
    """No offer, or none of this kind, is open any more."""
    gone = delete(offers).where(offers.c.match_id == match_id)
    await tx.execute(gone if kind is None else gone.where(offers.c.kind == kind))


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
    sat = exists().where(match_seats.c.match_id == matches.c.id, match_seats.c.player == player)
    return await _matches(tx, _select().where(over, sat).order_by(*newest).limit(limit))


async def all_of(tx: Tx, player: int) -> list[Match]:
    """All matches in which this person has or had a seat, oldest first."""
    sat = exists().where(match_seats.c.match_id == matches.c.id, match_seats.c.player == player)
    return await _matches(tx, _select().where(sat).order_by(matches.c.id))


async def everything(tx: Tx) -> list[Match]:
    """All matches there are, oldest first."""
    return await _matches(tx, _select().order_by(matches.c.id))


def _select() -> Select[tuple[object, ...]]:
    return select(
        matches,
        _newest_post.label("post"),
        _draw_offer.label("draw_offer"),
        _deadline.label("deadline"),
    )


def _running() -> Select[tuple[object, ...]]:
    return _select().where(RUNNING)


def _plays(player: int) -> ColumnElement[bool]:
    left = exists().where(
        departures.c.match_id == match_seats.c.match_id, departures.c.seat == match_seats.c.seat
    )
    return exists().where(
        match_seats.c.match_id == matches.c.id, match_seats.c.player == player, ~left
    )


async def _matches(tx: Tx, query: Select[tuple[object, ...]]) -> list[Match]:
    rows = (await tx.execute(query)).all()
    here = [row.id for row in rows]
    seats = await _by_match(tx, match_seats, match_seats.c.player, match_seats.c.seat, here)
    gone = await _by_match(tx, departures, departures.c.seat, departures.c.number, here)
    draws = offers.c.kind.in_(("draw", "agreed"))
    agreed = await _by_match(tx, offers, offers.c.seat, offers.c.seat, here, draws)
    return [_match(row, seats[row.id], gone[row.id], agreed[row.id]) for row in rows]


async def _by_match(
    tx: Tx,
    table: Table,
    wanted: Column[int],
    order: Column[int],
    ids: Sequence[int],
    which: ColumnElement[bool] | None = None,
) -> dict[int, tuple[int, ...]]:
    """One column of a table for each of these matches; `which`: of these rows only."""
    found: dict[int, tuple[int, ...]] = dict.fromkeys(ids, ())
    match = table.c.match_id
    query = select(match.label("id"), wanted.label("value")).where(match.in_(ids))
    if which is not None:
        query = query.where(which)
    for row in await tx.execute(query.order_by(match, order)):
        found[row.id] = (*found[row.id], row.value)
    return found


def _match(
    row: Row[tuple[object, ...]],
    players: tuple[int, ...],
    gone: tuple[int, ...],
    agreed: tuple[int, ...],
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
        draw_offer=row.draw_offer,
        guild=row.guild,
        channel=row.channel,
        thread=row.thread,
        post=row.post,
        created=row.created,
        moved_at=row.moved_at,
        gone=gone,
        agreed=agreed,
        rated=bool(row.rated),
        control=row.control,
        deadline=row.deadline,
    )


def _outcome(told: str | None) -> Outcome | None:
    if told is None:
        return None
    known = json.loads(told)
    return Outcome(tuple(tuple(group) for group in known["ranking"]), known["reason"])
