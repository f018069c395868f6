"""Rows of the clocks of running matches, and of clock stops."""

from sqlalchemy import ColumnElement, bindparam, func, select

from bot.store.driver.statement import Statement
from bot.store.driver.table_statements import equal
from bot.store.driver.tx import Tx
from bot.store.tables.games import clocks, departures, downtimes, match_seats

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
HAS_PLAYED = Statement(select(match_seats.c.match).where(equal(match_seats, "player")).limit(1))
_HAS_OTHER = Statement(
    select(match_seats.c.match)
    .where(equal(match_seats, "player"), match_seats.c.match != bindparam("but"))
    .limit(1)
)


def with_due_alarm(tx: Tx, now: int, limit: int | None = None) -> list[int]:
    """Return the players to move with a reminder due at `now`, most overdue first."""
    return list(dict.fromkeys(tx.column(DUE_ALARMS, now=now, limit=limit or NO_LIMIT)))


def with_uncredited_downtime(tx: Tx, limit: int | None) -> list[int]:
    """Return players to move whose clock has a downtime that is not yet credited.

    Reads at most `limit` rows, or all of them if `limit` is None.
    """
    return list(dict.fromkeys(tx.column(UNCREDITED, limit=limit or NO_LIMIT)))


def with_uncredited_downtime_of(tx: Tx, player: int) -> list[int]:
    """Return the result of `with_uncredited_downtime` for one player's matches."""
    return list(dict.fromkeys(tx.column(UNCREDITED_OF, player=player)))


def has_ever_played(tx: Tx, player: int) -> bool:
    """Return whether this player has ever had a seat in a match."""
    return tx.value(HAS_PLAYED, player=player) is not None


def has_other_match(tx: Tx, player: int, match: int) -> bool:
    """Return whether this player has ever had a seat in a match other than this one."""
    return tx.value(_HAS_OTHER, player=player, but=match) is not None
