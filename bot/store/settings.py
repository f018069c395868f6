"""Rows of how people want to be treated; who has changed nothing has none."""

from __future__ import annotations

from sqlalchemy import delete, insert, select

from bot.store.tables import settings
from bot.store.tx import Tx
from bot.store.values import Settings


async def get(tx: Tx, player: int) -> Settings | None:
    """What this person wishes, if he ever changed anything."""
    row = (await tx.execute(select(settings).where(settings.c.player == player))).one_or_none()
    if row is None:
        return None
    return Settings(row.player, row.zone, row.quiet, row.remind, row.reminded, bool(row.refused))


async def put(tx: Tx, wishes: Settings) -> None:
    """So it is from now on."""
    await tx.execute(delete(settings).where(settings.c.player == wishes.player))
    await tx.execute(
        insert(settings).values(
            player=wishes.player,
            zone=wishes.zone,
            quiet=wishes.quiet,
            remind=wishes.remind,
            reminded=wishes.reminded,
            refused=int(wishes.refused),
        )
    )
