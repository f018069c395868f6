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
from bot.store.clocks import NO_LIMIT, is_seat_to_act
from bot.store.match_loader import WHOLE
from bot.store.models import Departure, LeaveReason, Match, MatchStatus, PlayedBy
from bot.store.row_mapper import to_columns
from bot.store.statement import Row, Statement, bind_columns, bind_list
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
# A player's matches are found by their seats, so the total number of matches hardly matters.
_seats = select(match_seats.c.match).where(match_seats.c.player == bindparam("player"))

_SOONEST = (clocks.c.deadline, matches.c.id)

_GET = Statement(WHOLE.where(matches.c.id == _here))
_RUNNING = Statement(WHOLE.where(RUNNING).order_by(matches.c.id))
# Two SELECTs, so that each can use an index.
IN_CHANNEL = union_all(
    *(
        select(matches.c.id).where(RUNNING, column == bindparam("place")).correlate(None)
        for column in (matches.c.channel, matches.c.thread)
    )
)
_RUNNING_IN = Statement(
    WHOLE.where(matches.c.id.in_(IN_CHANNEL)).order_by(
        matches.c.moved_at.desc(), matches.c.id.desc()
    )
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
            .join(match_seats, is_seat_to_act())
            .where(match_seats.c.player == bindparam("player"))
            .correlate(None)
        )
    ).order_by(*_SOONEST)
)
_OVERDUE = Statement(
    WHOLE.where(clocks.c.deadline < bindparam("before"))
    .order_by(*_SOONEST)
    .limit(bindparam("limit"))
)
_finished = (
    select(matches.c.id)
    .join(match_seats, match_seats.c.match == matches.c.id)
    .where(match_seats.c.player == bindparam("player"), matches.c.status != "running")
    .order_by(*_NEWEST)
    .limit(bindparam("most"))
)
_finished_here = _finished.where(matches.c.guild == bindparam("guild")).offset(bindparam("past"))
_FINISHED_OF = Statement(WHOLE.where(matches.c.id.in_(_finished)).order_by(*_NEWEST))
_FINISHED_IN = Statement(WHOLE.where(matches.c.id.in_(_finished_here)).order_by(*_NEWEST))
_ALL_OF = Statement(WHOLE.where(matches.c.id.in_(_seats)).order_by(matches.c.id))
_EVERYTHING = Statement(WHOLE.order_by(matches.c.id))

_BEGUN = bind_columns(
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
_SIT = Statement(insert(match_seats).values(bind_columns(match_seats, "absent_since")))
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
_LEAVE = Statement(insert(departures).values(bind_columns(departures)))
_NO_PLANS = Statement(
    delete(plans).where(plans.c.match == _here, plans.c.seat.in_(bind_list("seats")))
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


def add_match(tx: Tx, match: Match) -> Match:
    """Insert a match without moves. Returns it with its new id."""
    values = {name: getattr(match, name) for name in _BEGUN} | {"rated": int(match.rated)}
    number = tx.new_id(_BEGIN, **values)
    together = enumerate(zip(match.players, match.banks, strict=True))
    seats: list[dict[str, object]] = [
        {"match": number, "seat": seat, "player": player, "bank": bank}
        for seat, (player, bank) in together
    ]
    tx.many(_SIT, seats)
    return replace(match, id=number)


def get_match(tx: Tx, match_id: int) -> Match | None:
    """Return this match; None if it does not exist."""
    row = tx.row(_GET, match=match_id)
    return None if row is None else match_loader.match_from_row(row)


def end_match(tx: Tx, match: Match, status: MatchStatus, outcome: Outcome | None, now: int) -> None:
    """Close a match, and delete its offer, clock and conditional moves.

    Its undelivered board is deleted too.
    """
    result = None if outcome is None else json.dumps(outcome._asdict())
    tx.run(_END, match=match.id, so=status, how=result, now=now)
    if match.offer is not None:
        offer_rows.delete_offer(tx, match.id)
    for statement in _ENDED:
        tx.run(statement, match=match.id)


def add_departures(
    tx: Tx,
    match: Match,
    seats: Sequence[int],
    *,
    why: LeaveReason,
    partners: Mapping[int, int],
    until: int,
    now: int,
) -> tuple[Departure, ...]:
    """Record that the players of these seats leave a match together.

    Their conditional moves are deleted. `partners` maps some of these seats to the seat of the
    partner who may choose, until `until`, whether to play them. The computer plays the others.
    Returns the departures.
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
    rows = [
        {"number": number, **to_columns(seat, "player")} for number, seat in enumerate(left, first)
    ]
    tx.many(_LEAVE, rows)
    tx.run(_NO_PLANS, match=match.id, seats=seats)
    return left


def set_played_by(tx: Tx, match_id: int, seat: int, played_by: PlayedBy) -> None:
    """Set who plays the men of this seat, whose player has left."""
    tx.run(_HAND_OVER, match=match_id, which=seat, whose=played_by)


def extend_choices(tx: Tx, seconds: int) -> None:
    """Extend the deadline of every partner who must choose by `seconds`."""
    tx.run(_PUT_OFF, seconds=seconds)


def set_position(tx: Tx, match_id: int, position: str) -> None:
    """Store the position after players have left without a move being made."""
    tx.run(_SETTLE, match=match_id, there=position)


def running_matches(tx: Tx) -> list[Match]:
    """Return all running matches, oldest first."""
    return _all(tx.rows(_RUNNING))


def running_in_channel(tx: Tx, channel: int) -> list[Match]:
    """Return the running matches of a channel or thread, most recent move first."""
    return _all(tx.rows(_RUNNING_IN, place=channel))


def running_of_player(tx: Tx, player: int) -> list[Match]:
    """Return the running matches that this player has not left, longest waiting first."""
    return _all(tx.rows(_RUNNING_OF, player=player))


def awaiting_player(tx: Tx, player: int) -> list[Match]:
    """Return the matches in which this player must act, nearest deadline first."""
    return _all(tx.rows(_AWAITING, player=player))


def overdue(tx: Tx, before: int, limit: int | None = None) -> list[Match]:
    """Return the matches whose deadline was before `before`, earliest first."""
    return _all(tx.rows(_OVERDUE, before=before, limit=limit or NO_LIMIT))


def running_variants(tx: Tx) -> list[tuple[str, str | None]]:
    """Return the variants of running matches with their guild's board theme.

    The most common pair comes first; the theme is None where the guild has not chosen one.
    """
    return [(row.variant, row.value) for row in tx.rows(_VARIANTS)]


def finished_of(tx: Tx, player: int, limit: int = 25) -> list[Match]:
    """Return up to `limit` of this player's matches that are over, the latest first."""
    return _all(tx.rows(_FINISHED_OF, player=player, most=limit))


def finished_in_guild(tx: Tx, player: int, guild: int, limit: int, past: int) -> list[Match]:
    """Return this player's matches of a guild that are over, the latest first.

    `past` is the offset, `limit` the number of matches.
    """
    return _all(tx.rows(_FINISHED_IN, player=player, guild=guild, most=limit, past=past))


def all_of_player(tx: Tx, player: int) -> list[Match]:
    """Return all matches in which this player has or had a seat, oldest first."""
    return _all(tx.rows(_ALL_OF, player=player))


def count_matches(tx: Tx) -> int:
    """Return the number of matches."""
    number: int = tx.value(_COUNT)
    return number


def all_matches(tx: Tx) -> list[Match]:
    """Return all matches, oldest first."""
    return _all(tx.rows(_EVERYTHING))


def _all(rows: Iterable[Row]) -> list[Match]:
    return [match_loader.match_from_row(row) for row in rows]
