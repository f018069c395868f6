"""Rows of player settings. Players who have changed nothing have no row."""

from sqlalchemy import bindparam, select

from bot.store.models import Settings
from bot.store.row_mapper import columns
from bot.store.statement import Statement, longest_due, upsert
from bot.store.tables.players import settings
from bot.store.tx import Tx

GET = Statement(select(settings).where(settings.c.player == bindparam("player")))
PUT = upsert(settings)
DIGESTING = longest_due(settings.c.digest_at)


async def get(tx: Tx, player: int) -> Settings | None:
    """Return this player's settings; None if they never changed any."""
    return await tx.one(Settings, GET, player=player)


async def put(tx: Tx, wishes: Settings) -> None:
    """Insert or update a player's settings."""
    await tx.run(PUT, **columns(wishes))


async def digesting(tx: Tx, now: int, most: int) -> list[Settings]:
    """Return up to `most` settings whose daily digest is due, longest due first."""
    return await tx.all(Settings, DIGESTING, now=now, most=most)
