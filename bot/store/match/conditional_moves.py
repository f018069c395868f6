"""Rows of conditional moves: at most one set for each seat of a running match.

A set that has ended is kept until its player has been notified.
"""

from collections.abc import Iterator, Sequence

from sqlalchemy import delete, select

from bot.store.driver.statement import Statement, bind_list
from bot.store.driver.table_statements import equal, insert_row, select_rows
from bot.store.driver.tx import Tx
from bot.store.models import Plan
from bot.store.schedule.due_rows import DueRows
from bot.store.tables.games import plans

_SEAT = equal(plans, "match", "seat")
GET = select_rows(plans, "match", "seat")
OPEN = Statement(
    select(plans).where(equal(plans, "match"), plans.c.ended.is_(None)).order_by(plans.c.seat)
)
ENDED = Statement(
    select(plans).where(equal(plans, "player"), plans.c.ended.is_not(None)).order_by(plans.c.match)
)
PUT = insert_row(plans, existing="update")
DROP = Statement(delete(plans).where(_SEAT, plans.c.ended.is_(None)))
DROP_OF_SEATS = Statement(
    delete(plans).where(equal(plans, "match"), plans.c.seat.in_(bind_list("seats")))
)
FORGET = Statement(delete(plans).where(_SEAT, plans.c.ended.is_not(None)))
DUE_NOTICES = DueRows(plans.c.tell_at)


def get_plan(tx: Tx, match: int, seat: int) -> Plan | None:
    """Return this seat's conditional moves, active or ended; None if it has none."""
    return tx.one(Plan, GET, match=match, seat=seat)


def open_plans(tx: Tx, match: int) -> list[Plan]:
    """Return the conditional moves of a match that have not ended, by seat."""
    return tx.all(Plan, OPEN, match=match)


def ended_plans(tx: Tx, player: int) -> list[Plan]:
    """Return a player's ended conditional moves, by match.

    They are kept until the player has been notified.
    """
    return tx.all(Plan, ENDED, player=player)


def put_plan(tx: Tx, plan: Plan) -> None:
    """Store conditional moves, replacing any earlier ones of the seat."""
    tx.run(PUT, plan)


def delete_plan(tx: Tx, match: int, seat: int) -> bool:
    """Delete the active conditional moves of this seat.

    Returns False if there are none.
    """
    return tx.run(DROP, match=match, seat=seat) == 1


def delete_of_seats(tx: Tx, match: int, seats: Sequence[int]) -> None:
    """Delete all conditional moves of these seats, whose players have left."""
    tx.run(DROP_OF_SEATS, match=match, seats=seats)


def delete_ended(tx: Tx, match: int, seat: int) -> None:
    """Delete ended conditional moves, after their player has been notified."""
    tx.run(FORGET, match=match, seat=seat)


def due_notices(tx: Tx, now: int, limit: int) -> Iterator[Plan]:
    """Yield up to `limit` ended sets whose notification by direct message is due."""
    return DUE_NOTICES.each(tx, Plan, now, limit)
