"""Rows of the clocks of running matches, and of clock stops."""

from collections.abc import Sequence

from sqlalchemy import (
    ColumnElement,
    bindparam,
    delete,
    func,
    insert,
    select,
    update,
)

from bot.store.models import Clock, ClockStop, StopReason
from bot.store.row_mapper import to_columns
from bot.store.statement import Statement, bind_columns, bind_list, upsert
from bot.store.tables.games import clock_stops, clocks, departures, downtimes, match_seats, matches
from bot.store.tx import Tx

NO_LIMIT = 10**9
"""Value of a LIMIT clause that means "no limit"."""


def is_seat_to_act() -> ColumnElement[bool]:
    """Return the join condition for the seat whose player must act this turn.

    If a partner plays or decides for a player who has left, this is the partner's seat.
    """
    partner = (
        select(departures.c.partner)
        .where(
            departures.c.match == clocks.c.match,
            departures.c.seat == clocks.c.seat,
            departures.c.played_by != "computer",
        )
        .scalar_subquery()
    )
    return (match_seats.c.match == clocks.c.match) & (
        match_seats.c.seat == func.coalesce(partner, clocks.c.seat)
    )


_LAST = select(func.max(downtimes.c.id)).scalar_subquery()
_LATE = clocks.c.applied_downtime_id < _LAST
_OWN = match_seats.alias()
_WAITED_FOR = select(match_seats.c.player).select_from(clocks).join(match_seats, is_seat_to_act())
_CLOCKS = select(clocks, matches.c.control).join(matches, matches.c.id == clocks.c.match)
_SEAT = (match_seats.c.match == bindparam("match")) & (match_seats.c.seat == bindparam("seat"))
_STOPS = (clock_stops.c.match == bindparam("match")) & (clock_stops.c.seat == bindparam("seat"))
_LATE_STOPS = (
    _STOPS & clock_stops.c.why.in_(bind_list("why")) & (clock_stops.c.until > bindparam("at"))
)

GET = Statement(_CLOCKS.where(clocks.c.match == bindparam("match")))
PUT = upsert(clocks)
DROP = Statement(
    delete(clocks).where(
        clocks.c.match == bindparam("match"),
        clocks.c.ply == bindparam("ply"),
        clocks.c.deadline == bindparam("deadline"),
    )
)
DUE_ALARMS = Statement(
    _WAITED_FOR.where(clocks.c.alarm_at <= bindparam("now"))
    .order_by(clocks.c.alarm_at, clocks.c.match)
    .limit(bindparam("limit"))
)
UNCREDITED = Statement(_WAITED_FOR.where(_LATE).limit(bindparam("limit")))
UNCREDITED_OF = Statement(
    select(match_seats.c.player)
    .select_from(_OWN)
    .join(clocks, clocks.c.match == _OWN.c.match)
    .join(match_seats, is_seat_to_act())
    .where(_OWN.c.player == bindparam("player"), _LATE)
)
SET_BANK = Statement(update(match_seats).where(_SEAT).values(bank=bindparam("seconds")))
ADD_STOP = Statement(insert(clock_stops).values(bind_columns(clock_stops, "id")))
DROP_STOPS = Statement(
    delete(clock_stops).where(_LATE_STOPS, clock_stops.c.started >= bindparam("at"))
)
END_STOPS = Statement(update(clock_stops).where(_LATE_STOPS).values(until=bindparam("at")))
HAS_PLAYED = Statement(
    select(match_seats.c.match).where(match_seats.c.player == bindparam("player")).limit(1)
)


def get_clock(tx: Tx, match_id: int) -> Clock | None:
    """Return the clock of this match; None if the match is over."""
    return tx.one(Clock, GET, match=match_id)


def put_clock(tx: Tx, clock: Clock) -> None:
    """Insert or update the clock of its match."""
    tx.run(PUT, **to_columns(clock, "control"))


def delete_clock(tx: Tx, clock: Clock) -> bool:
    """Delete the clock of this turn.

    Returns False if another turn has started in the meantime, or if the deadline has changed.
    """
    return tx.run(DROP, match=clock.match, ply=clock.ply, deadline=clock.deadline) == 1


def with_due_alarm(tx: Tx, now: int, limit: int | None = None) -> list[int]:
    """Return the players to move who have a reminder due at `now`, longest due first."""
    return list(dict.fromkeys(tx.column(DUE_ALARMS, now=now, limit=limit or NO_LIMIT)))


def with_uncredited_downtime(tx: Tx, limit: int | None) -> list[int]:
    """Return players to move whose clock has a downtime that is not yet credited.

    Reads at most `limit` rows, or all of them if `limit` is None.
    """
    return list(dict.fromkeys(tx.column(UNCREDITED, limit=limit or NO_LIMIT)))


def with_uncredited_downtime_of(tx: Tx, player: int) -> list[int]:
    """Return the result of `with_uncredited_downtime` for one player's matches."""
    return list(dict.fromkeys(tx.column(UNCREDITED_OF, player=player)))


def set_bank(tx: Tx, match_id: int, seat: int, seconds: int) -> None:
    """Set the time bank of this seat, in seconds."""
    tx.run(SET_BANK, match=match_id, seat=seat, seconds=seconds)


def add_stop(tx: Tx, match_id: int, stop: ClockStop) -> None:
    """Insert an interval in which the clock of this seat is stopped."""
    tx.run(ADD_STOP, match=match_id, **stop._asdict())


def end_stops(tx: Tx, match_id: int, seat: int, why: Sequence[StopReason], at: int) -> None:
    """End the stops of this seat that have one of these reasons at `at`.

    They end at `at`; stops that would start later are deleted.
    """
    tx.run(DROP_STOPS, match=match_id, seat=seat, why=why, at=at)
    tx.run(END_STOPS, match=match_id, seat=seat, why=why, at=at)


def has_ever_played(tx: Tx, player: int) -> bool:
    """Return whether this player has ever had a seat in a match."""
    return tx.value(HAS_PLAYED, player=player) is not None
