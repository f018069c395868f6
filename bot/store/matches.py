"""Matches: their seats, moves, takebacks and departures."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from sqlalchemy import bindparam, delete, exists, func, insert, select, update

from bot.store import offers
from bot.store.mapping import columns, value
from bot.store.statement import Row, Statement, given, listed
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
    StandIn,
    Takeback,
    Why,
)
from engine import Outcome

_AT_ONCE = 500
_newest_post = (
    select(posts.c.message)
    .where(posts.c.match == matches.c.id)
    .order_by(posts.c.ply.desc(), posts.c.message.desc())
    .limit(1)
    .scalar_subquery()
)
_MATCHES = select(
    matches, _newest_post.label("post"), clocks.c.deadline, clocks.c.overdue
).outerjoin(clocks, clocks.c.match == matches.c.id)
_HERE = matches.c.id == bindparam("match")
_IDS = listed("ids")
_PLACE = bindparam("place", type_=matches.c.channel.type)
_SEAT = exists().where(
    match_seats.c.match == matches.c.id, match_seats.c.player == bindparam("player")
)
_LEFT = exists().where(
    departures.c.match == match_seats.c.match, departures.c.seat == match_seats.c.seat
)
_TAKEN_BACK = exists().where(
    takebacks.c.match == moves.c.match,
    takebacks.c.since <= moves.c.ply,
    takebacks.c.ply > moves.c.ply,
)
_MOVES = select(moves).where(moves.c.match == bindparam("match")).order_by(moves.c.ply)
_BANK = (
    select(match_seats.c.bank)
    .where(match_seats.c.match == bindparam("match"), match_seats.c.seat == bindparam("seat"))
    .scalar_subquery()
)

_ADVANCE = (
    update(matches)
    .where(_HERE)
    .values(
        ply=bindparam("ply"),
        turn=bindparam("turn"),
        position=bindparam("position"),
        moved_at=bindparam("at"),
    )
)

ADD = Statement(
    insert(matches)
    .values(
        given(matches, "id", "status", "ply", "outcome", "thread", "moved_at", "ended_at", "undone")
        | {"status": "running", "ply": 0, "moved_at": bindparam("created")}
    )
    .returning(matches.c.id)
)
ADD_SEAT = Statement(insert(match_seats).values(given(match_seats, "absent_since")))
GET = Statement(_MATCHES.where(_HERE))
SEATS = Statement(
    select(match_seats.c.match, match_seats.c.player)
    .where(match_seats.c.match.in_(_IDS))
    .order_by(match_seats.c.match, match_seats.c.seat)
)
GONE = Statement(
    select(
        departures.c.match,
        departures.c.seat,
        departures.c.hands,
        departures.c.partner,
        departures.c.until,
    )
    .where(departures.c.match.in_(_IDS))
    .order_by(departures.c.match, departures.c.number)
)
ADD_MOVE = Statement(insert(moves).values(given(moves, "bank") | {"bank": _BANK}))
ADVANCE = Statement(_ADVANCE)
END = Statement(
    update(matches)
    .where(_HERE)
    .values(
        status=bindparam("status"),
        turn=None,
        outcome=bindparam("outcome"),
        ended_at=bindparam("now"),
    )
)
DROP_CLOCK = Statement(delete(clocks).where(clocks.c.match == bindparam("match")))
DROP_PLANS = Statement(delete(plans).where(plans.c.match == bindparam("match")))
DROP_UNPOSTED = Statement(delete(unposted).where(unposted.c.match == bindparam("match")))
ADD_TAKEBACK = Statement(insert(takebacks).values(given(takebacks)))
UNDO = Statement(_ADVANCE.values(undone=bindparam("undone")))
MOVES = Statement(_MOVES.where(~_TAKEN_BACK))
MOVES_BEFORE = Statement(
    _MOVES.where(
        moves.c.ply < bindparam("ply"), ~_TAKEN_BACK.where(takebacks.c.ply < bindparam("ply"))
    )
)
EVER_MADE = Statement(_MOVES)
TAKEBACKS = Statement(
    select(takebacks).where(takebacks.c.match == bindparam("match")).order_by(takebacks.c.ply)
)
LEFT = Statement(
    select(func.count()).select_from(departures).where(departures.c.match == bindparam("match"))
)
DEPART = Statement(insert(departures).values(given(departures)))
DROP_PLANS_OF = Statement(
    delete(plans).where(
        plans.c.match == bindparam("match"),
        plans.c.seat.in_(listed("seats")),
    )
)
HAND_OVER = Statement(
    update(departures)
    .where(departures.c.match == bindparam("match"), departures.c.seat == bindparam("seat"))
    .values(hands=bindparam("hands"))
)
PUT_OFF_CHOICES = Statement(
    update(departures)
    .where(departures.c.hands == "asked")
    .values(until=departures.c.until + bindparam("seconds"))
)
SETTLE = Statement(update(matches).where(_HERE).values(position=bindparam("position")))
DEPARTURES = Statement(
    select(departures, match_seats.c.player)
    .join(
        match_seats,
        (match_seats.c.match == departures.c.match) & (match_seats.c.seat == departures.c.seat),
    )
    .where(departures.c.match == bindparam("match"))
    .order_by(departures.c.number)
)
ALL_RUNNING = Statement(_MATCHES.where(RUNNING).order_by(matches.c.id))
RUNNING_IN = Statement(
    _MATCHES.where(RUNNING, (matches.c.channel == _PLACE) | (matches.c.thread == _PLACE)).order_by(
        matches.c.moved_at.desc(), matches.c.id.desc()
    )
)
RUNNING_OF = Statement(
    _MATCHES.where(RUNNING, _SEAT.where(~_LEFT)).order_by(matches.c.moved_at, matches.c.id)
)
OVER_OF = Statement(
    _MATCHES.where(matches.c.status != "running", _SEAT)
    .order_by(matches.c.ended_at.desc(), matches.c.id.desc())
    .limit(bindparam("limit"))
)
ALL_OF = Statement(_MATCHES.where(_SEAT).order_by(matches.c.id))
EVERYTHING = Statement(_MATCHES.order_by(matches.c.id))


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
    match_id = await tx.new_id(
        ADD,
        variant=variant,
        revision=revision,
        turn=turn,
        position=position,
        guild=guild,
        channel=channel,
        rated=int(rated),
        created=now,
        control=control,
    )
    seats = enumerate(zip(players, banks, strict=True))
    await tx.many(
        ADD_SEAT,
        [
            {"match": match_id, "seat": seat, "player": player, "bank": bank}
            for seat, (player, bank) in seats
        ],
    )
    return match_id


async def get(tx: Tx, match_id: int) -> Match | None:
    """This match."""
    found = await _matches(tx, await tx.rows(GET, match=match_id))
    return found[0] if found else None


async def advance(tx: Tx, move: MoveRow, *, turn: int, position: str) -> None:
    """Add a move and the position that it led to. A second move of the same ply is an error.

    What the seat has until then is kept with it, so that it can be given back (`MoveRow.bank`).
    """
    await tx.run(ADD_MOVE, **columns(move, "bank"))
    await tx.run(
        ADVANCE, match=move.match, ply=move.ply + 1, turn=turn, position=position, at=move.at
    )


async def end(
    tx: Tx, match_id: int, status: MatchStatus, outcome: Outcome | None, now: int
) -> None:
    """Close a match; its offers, plans and clock go, and nobody waits for its board any more."""
    told = None if outcome is None else json.dumps(outcome._asdict())
    await tx.run(END, match=match_id, status=status, outcome=told, now=now)
    await offers.withdraw(tx, match_id)
    for drop in (DROP_CLOCK, DROP_PLANS, DROP_UNPOSTED):
        await tx.run(drop, match=match_id)


async def take_back(tx: Tx, made: Takeback, *, undone: int, turn: int, position: str) -> None:
    """Turns count no more, `undone` numbers in all: this is the position again, and whose turn it is."""
    await tx.run(ADD_TAKEBACK, **columns(made))
    ply, at = made.ply + 1, made.at
    await tx.run(
        UNDO, match=made.match, ply=ply, undone=undone, turn=turn, position=position, at=at
    )


async def moves_of(tx: Tx, match_id: int, ply: int | None = None) -> list[MoveRow]:
    """The moves that stand, in order; with `ply` those that stood when the match was there."""
    if ply is None:
        return [value(MoveRow, row) for row in await tx.rows(MOVES, match=match_id)]
    return [value(MoveRow, row) for row in await tx.rows(MOVES_BEFORE, match=match_id, ply=ply)]


async def ever_made(tx: Tx, match_id: int) -> list[MoveRow]:
    """The moves of a match in order, also those that were taken back."""
    return [value(MoveRow, row) for row in await tx.rows(EVER_MADE, match=match_id)]


async def takebacks_of(tx: Tx, match_id: int) -> list[Takeback]:
    """What was taken back in a match, in order."""
    return [value(Takeback, row) for row in await tx.rows(TAKEBACKS, match=match_id)]


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
    first: int = await tx.value(LEFT, match=match_id)
    await tx.many(
        DEPART,
        [
            {
                "match": match_id,
                "number": number,
                "seat": seat,
                "ply": ply,
                "at": now,
                "why": why,
                "together": first,
                "hands": "asked" if seat in partners else "runner",
                "partner": partners.get(seat),
                "until": until if seat in partners else None,
            }
            for number, seat in enumerate(seats, first)
        ],
    )
    await tx.run(DROP_PLANS_OF, match=match_id, seats=seats)


async def hand_over(tx: Tx, match_id: int, seat: int, hands: Hands) -> None:
    """So the men of this seat, whose player has left, are played on from now on."""
    await tx.run(HAND_OVER, match=match_id, seat=seat, hands=hands)


async def put_off_choices(tx: Tx, seconds: int) -> None:
    """Every partner who is asked has so much longer to choose."""
    await tx.run(PUT_OFF_CHOICES, seconds=seconds)


async def settle(tx: Tx, match_id: int, position: str) -> None:
    """The position as it is after people have left: nobody has moved."""
    await tx.run(SETTLE, match=match_id, position=position)


async def departures_of(tx: Tx, match_id: int) -> list[Departure]:
    """Who left a match, in order."""
    return [value(Departure, row) for row in await tx.rows(DEPARTURES, match=match_id)]


async def running(tx: Tx) -> list[Match]:
    """All running matches, oldest first."""
    return await _matches(tx, await tx.rows(ALL_RUNNING))


async def running_in(tx: Tx, channel: int) -> list[Match]:
    """The running matches of a channel or thread, last moved first."""
    return await _matches(tx, await tx.rows(RUNNING_IN, place=channel))


async def running_of(tx: Tx, player: int) -> list[Match]:
    """The running matches that this person plays in and has not left, longest waiting first."""
    return await _matches(tx, await tx.rows(RUNNING_OF, player=player))


async def over_of(tx: Tx, player: int, limit: int) -> list[Match]:
    """This person's matches that are over, the last ended first."""
    return await _matches(tx, await tx.rows(OVER_OF, player=player, limit=limit))


async def all_of(tx: Tx, player: int) -> list[Match]:
    """All matches in which this person has or had a seat, oldest first."""
    return await _matches(tx, await tx.rows(ALL_OF, player=player))


async def everything(tx: Tx) -> list[Match]:
    """All matches there are, oldest first."""
    return await _matches(tx, await tx.rows(EVERYTHING))


async def _matches(tx: Tx, rows: Sequence[Row]) -> list[Match]:
    """The matches of these rows, with what stands in other tables: so many at a time."""
    found: list[Match] = []
    for first in range(0, len(rows), _AT_ONCE):
        found += await _some(tx, rows[first : first + _AT_ONCE])
    return found


async def _some(tx: Tx, rows: Sequence[Row]) -> list[Match]:
    here = [row.id for row in rows]
    players: dict[int, list[int]] = {match: [] for match in here}
    for seat in await tx.rows(SEATS, ids=here):
        players[seat.match].append(seat.player)
    gone: dict[int, list[Row]] = {match: [] for match in here}
    for left in await tx.rows(GONE, ids=here):
        gone[left.match].append(left)
    wishes = await offers.of(tx, here)
    return [
        value(
            Match,
            row,
            players=tuple(players[row.id]),
            gone=tuple(left.seat for left in gone[row.id]),
            stand_ins=tuple(_stand_in(left) for left in gone[row.id] if left.hands != "runner"),
            offer=wishes.get(row.id),
        )
        for row in rows
    ]


def _stand_in(left: Row) -> StandIn:
    return StandIn(left.seat, left.partner, left.until if left.hands == "asked" else None)
