"""Plans: at most one for each seat of a running match. One that has ended is kept until that is told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sqlalchemy import delete, func, insert, select, update

from bot.store.statement import Row
from bot.store.tables import plans
from bot.store.tx import Tx

Ended = Literal["unforeseen", "touched", "impossible", "takeback"]
"""Why a plan has ended before it was played: nothing in it fits what was played, a reply has touched the
path of its move, that move cannot be played, or a move was taken back."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a player will answer."""

    match: int
    seat: int
    player: int
    ply: int
    """How many turns had been made when it was left, or has come so far."""
    text: str
    """What is still to be played, as `bot.service.planning` reads it."""
    left_at: int
    ended: Ended | None = None
    """None while it stands."""
    tell_at: int | None = None
    """When its player is to be told by direct message that it has ended."""


async def get(tx: Tx, match: int, seat: int) -> Plan | None:
    """The plan of this seat, standing or ended."""
    here = (plans.c.match == match) & (plans.c.seat == seat)
    row = (await tx.execute(select(plans).where(here))).one_or_none()
    return None if row is None else _plan(row)


async def standing(tx: Tx, match: int) -> list[Plan]:
    """The plans of a match that have not ended, by seat."""
    here = (plans.c.match == match) & plans.c.ended.is_(None)
    return [
        _plan(row) for row in await tx.execute(select(plans).where(here).order_by(plans.c.seat))
    ]


async def ended(tx: Tx, player: int) -> list[Plan]:
    """The plans of this person that have ended without his being told, by match."""
    his = (plans.c.player == player) & plans.c.ended.is_not(None)
    rows = await tx.execute(select(plans).where(his).order_by(plans.c.match))
    return [_plan(row) for row in rows]


async def put(tx: Tx, plan: Plan) -> None:
    """Keep this plan in the place of the one that its seat had."""
    await _delete(tx, plan.match, plan.seat)
    await tx.execute(
        insert(plans).values(
            match=plan.match,
            seat=plan.seat,
            player=plan.player,
            ply=plan.ply,
            text=plan.text,
            left_at=plan.left_at,
            ended=plan.ended,
            tell_at=plan.tell_at,
        )
    )


async def drop(tx: Tx, match: int, seat: int) -> bool:
    """Forget the plan of this seat while it stands; False if there is none."""
    here = (plans.c.match == match) & (plans.c.seat == seat) & plans.c.ended.is_(None)
    return (await tx.execute(delete(plans).where(here))).rowcount == 1


async def forget(tx: Tx, match: int, seat: int) -> None:
    """Its player knows that this plan has ended."""
    here = (plans.c.match == match) & (plans.c.seat == seat) & plans.c.ended.is_not(None)
    await tx.execute(delete(plans).where(here))


async def to_tell(tx: Tx, now: int) -> list[Plan]:
    """The ended plans of which a direct message is to go out now; they do not come a second time."""
    due = plans.c.tell_at <= now
    found = [_plan(row) for row in await tx.execute(select(plans).where(due))]
    await tx.execute(update(plans).where(due).values(tell_at=None))
    return found


async def next_to_tell(tx: Tx) -> int | None:
    """When the next of these messages goes out."""
    when: int | None = await tx.scalar(select(func.min(plans.c.tell_at)))
    return when


async def _delete(tx: Tx, match: int, seat: int) -> None:
    await tx.execute(delete(plans).where(plans.c.match == match, plans.c.seat == seat))


def _plan(row: Row) -> Plan:
    return Plan(
        match=row.match,
        seat=row.seat,
        player=row.player,
        ply=row.ply,
        text=row.text,
        left_at=row.left_at,
        ended=row.ended,
        tell_at=row.tell_at,
    )
