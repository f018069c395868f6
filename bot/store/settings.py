"""How people want to be treated; those who have changed nothing have no row."""

from __future__ import annotations

from sqlalchemy import bindparam, select

from bot.store.mapping import columns, value
from bot.store.statement import Statement, upsert
from bot.store.tables.people import settings
from bot.store.tx import Tx
from bot.store.values import Settings

GET = Statement(select(settings).where(settings.c.player == bindparam("player")))
PUT = upsert(settings)
DIGESTING = Statement(
    select(settings)
    .where(settings.c.digest_at <= bindparam("now"))
    .order_by(settings.c.digest_at, settings.c.player)
    .limit(bindparam("most"))
)


async def get(tx: Tx, player: int) -> Settings | None:
    """What this person wishes, if they ever changed anything."""
    row = await tx.row(GET, player=player)
    return None if row is None else value(Settings, row)


async def put(tx: Tx, wishes: Settings) -> None:
    """So it is from now on."""
    await tx.run(PUT, **columns(wishes))


async def digesting(tx: Tx, now: int, most: int) -> list[Settings]:
    """Those whose digest is due, longest due first, so many at most."""
    return [value(Settings, row) for row in await tx.rows(DIGESTING, now=now, most=most)]
