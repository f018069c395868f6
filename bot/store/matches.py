"""Rows of matches, their seats, and the players who have left them."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from sqlalchemy import (
    BindParameter,
    and_,
    bindparam,
    delete,
    func,
    insert,
    select,
    union_all,
    update,
)

from bot.store import match_loader, offer_rows
from bot.store.clocks import ALL, whose_turn
from bot.store.match_loader import WHOLE
from bot.store.models import Departure, Hands, Match, MatchStatus, Why
from bot.store.row_mapper import columns
from bot.store.statement import Row, Statement, given, listed
from bot.store.tables.games import (
    LEFT,
    RUNNING,
    clocks,
    departures,
    match_seats,
    matches,
    plans,
    undelivered_boards,
)
from bot.store.tables.guilds import servers
from bot.store.tx import Tx
from engine import Outcome

_here: BindParameter[int] = bindparam("match")
# A player's matches are found by their seats, which stay few however many matches there are.
_seats = select(match_seats.c.match).where(match_seats.c.player == bindparam("player"))

_SOONEST = (clocks.c.deadline, matches.c.id)

_GET = Statement(WHOLE.where(matches.c.id == _here))
_RUNNING = Statement(WHOLE.where(RUNNING).order_by(matches.c.id))
# Two SELECTs, so that each can use an index.
THERE = union_all(
    *(
        select(matches.c.id).where(RUNNING, column == bindparam("place")).correlate(None)
        for column in (matches.c.channel, matches.c.thread)
    )
)
_RUNNING_IN = Statement(
    WHOLE.where(matches.c.id.in_(THERE)).order_by(matches.c.moved_at.desc(), matches.c.id.desc())
)
_NEWEST = (matches.c.ended_at.desc(), matches.c.id.desc())
_RUNNING_OF = Statement(
    WHOLE.where(RUNNING, matches.c.id.in_(_seats.where(~LEFT))).order_by(
        matches.c.moved_at, matches.c.id
    )
)
_AWAITING = Statement(
    WHOLE.where(
        matches.c.id.in_(
            select(clocks.c.match)
            .select_from(clocks)
            .join(match_seats, whose_turn())
            .where(match_seats.c.player == bindparam("player"))
            .correlate(None)
        )
    ).order_by(*_SOONEST)
)
_FALLEN = Statement(
    WHOLE.where(clocks.c.deadline < bindparam("before"))
    .order_by(*_SOONEST)
    .limit(bindparam("limit"))
)
_over = (
    select(matches.c.id)
    .join(match_seats, match_seats.c.match == matches.c.id)
    .where(match_seats.c.player == bindparam("player"), matches.c.status != "running")
    .order_by(*_NEWEST)
    .limit(bindparam("most"))
)
_over_here = _over.where(matches.c.guild == bindparam("guild")).offset(bindparam("past"))
_OVER_OF = Statement(WHOLE.where(matches.c.id.in_(_over)).order_by(*_NEWEST))
_OVER_IN = Statement(WHOLE.where(matches.c.id.in_(_over_here)).order_by(*_NEWEST))
_ALL_OF = Statement(WHOLE.where(matches.c.id.in_(_seats)).order_by(matches.c.id))
_EVERYTHING = Statement(WHOLE.order_by(matches.c.id))

_BEGUN = given(
    matches,
    "id",
    "outcome",
    "thread",
    "ended_at",
    "retracted_plies",
    "quick_replies",
    "opening_plies",
)
_BEGIN = Statement(insert(matches).values(_BEGUN).returning(matches.c.id))
_SIT = Statement(insert(match_seats).values(given(match_seats, "absent_since")))
_END = Statement(
    update(matches)
    .where(matches.c.id == _here)
    .values(
        status=bindparam("so"),
        turn=None,
        outcome=bindparam("how"),
        ended_at=bindparam("now"),
    )
)
_ENDED = [
    Statement(delete(table).where(table.c.match == _here))
    for table in (clocks, plans, undelivered_boards)
]
_LEAVE = Statement(insert(departures).values(given(departures)))
_NO_PLANS = Statement(
    delete(plans).where(plans.c.match == _here, plans.c.seat.in_(listed("seats")))
)
_HAND_OVER = Statement(
    update(departures)
    .where(departures.c.match == _here, departures.c.seat == bindparam("which"))
    .values(played_by=bindparam("whose"))
)
_PUT_OFF = Statement(
    update(departures)
    .where(departures.c.played_by == "asked")
    .values(until=departures.c.until + bindparam("seconds"))
)
_SETTLE = Statement(
    update(matches).where(matches.c.id == _here).values(position=bindparam("there"))
)
_theme = and_(servers.c.guild == matches.c.guild, servers.c.setting == "theme")
_VARIANTS = Statement(
    select(matches.c.variant, servers.c.value)
    .select_from(matches.outerjoin(servers, _theme))
    .where(RUNNING)
    .group_by(matches.c.variant, servers.c.value)
    .order_by(func.count().desc(), matches.c.variant, servers.c.value)
)
_COUNT = Statement(select(func.count()).select_from(matches))


async def begin(tx: Tx, match: Match) -> Match:
    """Insert a match without moves. Returns it with its new id."""
    told = {name: getattr(match, name) for name in _BEGUN} | {"rated": int(match.rated)}
    number = await tx.new_id(_BEGIN, **told)
    together = enumerate(zip(match.players, match.banks, strict=True))
    seats: list[dict[str, object]] = [
        {"match": number, "seat": seat, "player": player, "bank": bank}
        for seat, (player, bank) in together
    ]
    await tx.many(_SIT, seats)
    return replace(match, id=number)


async def get(tx: Tx, match_id: int) -> Match | None:
    """Return this match; None if it does not exist."""
    row = await tx.row(_GET, match=match_id)
    return None if row is None else match_loader.match(row)


async def end(tx: Tx, match: Match, status: MatchStatus, outcome: Outcome | None, now: int) -> None:
    """Close a match, and delete its offer, conditional moves and clock."""
    told = None if outcome is None else json.dumps(outcome._asdict())
    await tx.run(_END, match=match.id, so=status, how=told, now=now)
    if match.offer is not None:
        await offer_rows.withdraw(tx, match.id)
    for statement in _ENDED:
        await tx.run(statement, match=match.id)


async def depart(
    tx: Tx,
    match: Match,
    seats: Sequence[int],
    *,
    why: Why,
    partners: Mapping[int, int],
    until: int,
    now: int,
) -> tuple[Departure, ...]:
    """Record that the players of these seats leave a match together.

    Their conditional moves are deleted. `partners`: by seat, the partner who may choose until
    `until` who plays on. Without a partner the computer does.
    """
    first = len(match.departures)
    left = tuple(
        Departure(
            match.id,
            seat,
            match.players[seat],
            match.ply,
            now,
            why,
            first,
            partners.get(seat),
            "asked" if seat in partners else "computer",
            until if seat in partners else None,
        )
        for seat in seats
    )
    rows = [{"number": number, **columns(one, "player")} for number, one in enumerate(left, first)]
    await tx.many(_LEAVE, rows)
    await tx.run(_NO_PLANS, match=match.id, seats=seats)
    return left


async def hand_over(tx: Tx, match_id: int, seat: int, hands: Hands) -> None:
    """Set who plays the men of this seat, whose player has left."""
    await tx.run(_HAND_OVER, match=match_id, which=seat, whose=hands)


async def put_off_choices(tx: Tx, seconds: int) -> None:
    """Give every partner who must choose `seconds` more."""
    await tx.run(_PUT_OFF, seconds=seconds)


async def settle(tx: Tx, match_id: int, position: str) -> None:
    """Store the position after players have left, with no move made."""
    await tx.run(_SETTLE, match=match_id, there=position)


async def running(tx: Tx) -> list[Match]:
    """Return all running matches, oldest first."""
    return _all(await tx.rows(_RUNNING))


async def running_in(tx: Tx, channel: int) -> list[Match]:
    """Return the running matches of a channel or thread, last moved first."""
    return _all(await tx.rows(_RUNNING_IN, place=channel))


async def running_of(tx: Tx, player: int) -> list[Match]:
    """Return the running matches that this player has not left, longest waiting first."""
    return _all(await tx.rows(_RUNNING_OF, player=player))


async def awaiting(tx: Tx, player: int) -> list[Match]:
    """Return the matches in which this player must act, nearest deadline first."""
    return _all(await tx.rows(_AWAITING, player=player))


async def fallen(tx: Tx, before: int, limit: int | None = None) -> list[Match]:
    """Return the matches whose deadline was before `before`, earliest first."""
    return _all(await tx.rows(_FALLEN, before=before, limit=limit or ALL))


async def running_variants(tx: Tx) -> list[tuple[str, str | None]]:
    """Return the variants of running matches with their guild's board theme.

    The most common pair comes first; the theme is None where the guild has not chosen one.
    """
    return [(row.variant, row.value) for row in await tx.rows(_VARIANTS)]


async def over_of(tx: Tx, player: int, limit: int = 25) -> list[Match]:
    """Return this player's matches that are over, the latest first."""
    return _all(await tx.rows(_OVER_OF, player=player, most=limit))


async def over_in(tx: Tx, player: int, guild: int, limit: int, past: int) -> list[Match]:
    """Return this player's matches of a guild that are over, the latest first.

    `past` is the offset, `limit` the number of matches.
    """
    return _all(await tx.rows(_OVER_IN, player=player, guild=guild, most=limit, past=past))


async def all_of(tx: Tx, player: int) -> list[Match]:
    """Return all matches in which this player has or had a seat, oldest first."""
    return _all(await tx.rows(_ALL_OF, player=player))


async def count(tx: Tx) -> int:
    """Return the number of matches."""
    found: int = await tx.value(_COUNT)
    return found


async def everything(tx: Tx) -> list[Match]:
    """Return all matches, oldest first."""
    return _all(await tx.rows(_EVERYTHING))


def _all(rows: Iterable[Row]) -> list[Match]:
    return [match_loader.match(row) for row in rows]
