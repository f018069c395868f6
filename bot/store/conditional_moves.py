"""Rows of conditional moves: at most one set for each seat of a running match.

A set that has ended is kept until its player has been notified.
"""

from sqlalchemy import bindparam, delete, select

from bot.store.models import Plan
from bot.store.row_mapper import columns
from bot.store.statement import Statement, longest_due, upsert
from bot.store.tables.games import plans
from bot.store.tx import Tx

_SEAT = (plans.c.match == bindparam("match")) & (plans.c.seat == bindparam("seat"))
GET = Statement(select(plans).where(_SEAT))
STANDING = Statement(
    select(plans)
    .where(plans.c.match == bindparam("match"), plans.c.ended.is_(None))
    .order_by(plans.c.seat)
)
ENDED = Statement(
    select(plans)
    .where(plans.c.player == bindparam("player"), plans.c.ended.is_not(None))
    .order_by(plans.c.match)
)
PUT = upsert(plans)
DROP = Statement(delete(plans).where(_SEAT, plans.c.ended.is_(None)))
FORGET = Statement(delete(plans).where(_SEAT, plans.c.ended.is_not(None)))
TO_TELL = longest_due(plans.c.tell_at)


async def get(tx: Tx, match: int, seat: int) -> Plan | None:
    """Return the conditional moves of this seat, standing or ended."""
    return await tx.one(Plan, GET, match=match, seat=seat)


async def standing(tx: Tx, match: int) -> list[Plan]:
    """Return the conditional moves of a match that have not ended, by seat."""
    return await tx.all(Plan, STANDING, match=match)


async def ended(tx: Tx, player: int) -> list[Plan]:
    """Return this player's ended conditional moves, not yet notified, by match."""
    return await tx.all(Plan, ENDED, player=player)


async def put(tx: Tx, plan: Plan) -> None:
    """Store conditional moves, replacing those of their seat."""
    await tx.run(PUT, **columns(plan))


async def drop(tx: Tx, match: int, seat: int) -> bool:
    """Delete the standing conditional moves of this seat. Returns False if there are none."""
    return await tx.run(DROP, match=match, seat=seat) == 1


async def forget(tx: Tx, match: int, seat: int) -> None:
    """Delete ended conditional moves: their player has been notified."""
    await tx.run(FORGET, match=match, seat=seat)


async def to_tell(tx: Tx, now: int, most: int) -> list[Plan]:
    """Return up to `most` ended sets whose notification by direct message is due."""
    return await tx.all(Plan, TO_TELL, now=now, most=most)
