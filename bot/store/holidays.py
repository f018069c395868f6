"""Rows of vacations, and of how much each person has left."""

from __future__ import annotations

from sqlalchemy import delete, insert, select, update

from bot.store.tables import budgets, vacations
from bot.store.tx import Tx


async def budget(tx: Tx, player: int) -> tuple[int, int] | None:
    """The seconds that this person had left, and when; None if he never took any."""
    row = (await tx.execute(select(budgets).where(budgets.c.player == player))).one_or_none()
    return None if row is None else (row.left, row.at)


async def set_budget(tx: Tx, player: int, left: int, at: int) -> None:
    """So much this person has left at this moment."""
    await tx.execute(delete(budgets).where(budgets.c.player == player))
    await tx.execute(insert(budgets).values(player=player, left=left, at=at))


async def current(tx: Tx, player: int, now: int) -> tuple[int, int] | None:
    """The vacation of this person that is not over, from when until when."""
    query = (
        select(vacations)
        .where(vacations.c.player == player, vacations.c.until > now)
        .order_by(vacations.c.id.desc())
        .limit(1)
    )
    row = (await tx.execute(query)).one_or_none()
    return None if row is None else (row.started, row.until)


async def add(tx: Tx, player: int, span: tuple[int, int]) -> None:
    """This person is away for so long."""
    await tx.execute(insert(vacations).values(player=player, started=span[0], until=span[1]))


async def end(tx: Tx, player: int, now: int) -> None:
    """This person is back."""
    here = (vacations.c.player == player) & (vacations.c.until > now)
    await tx.execute(update(vacations).where(here).values(until=now))
