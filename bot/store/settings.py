"""Rows of how people want to be treated; who has changed nothing has none."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import delete, func, insert, select

from bot.store.statement import Row
from bot.store.tables import settings
from bot.store.tx import Tx
from bot.store.values import Remind


@dataclass(frozen=True, slots=True)
class Settings:
    """How a person wants to be treated."""

    player: int
    zone: str = "UTC"
    """An IANA name."""
    quiet: str = ""
    """Quiet hours, as `bot.service.calendar.parse_quiet` reads them."""
    remind: Remind = "channel"
    reminded: int | None = None
    """When last told of halves and four fifths."""
    refused: bool = False
    """Whether a direct message came back, and the person does not know it yet."""
    vacation: bool = True
    """Whether vacation is taken by itself where a rated game would be lost on time."""
    digest: int | None = None
    """At which minute of the person's day a digest is wanted; None: never."""
    digest_at: int | None = None
    """When the next one is due."""
    digested: int | None = None


async def get(tx: Tx, player: int) -> Settings | None:
    """What this person wishes, if he ever changed anything."""
    row = (await tx.execute(select(settings).where(settings.c.player == player))).one_or_none()
    if row is None:
        return None
    return _settings(row)


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
            vacation=int(wishes.vacation),
            digest=wishes.digest,
            digest_at=wishes.digest_at,
            digested=wishes.digested,
        )
    )


async def next_digest(tx: Tx) -> int | None:
    """When the next digest is due."""
    when: int | None = await tx.scalar(select(func.min(settings.c.digest_at)))
    return when


async def digesting(tx: Tx, now: int) -> list[Settings]:
    """Those whose digest is due, longest due first."""
    query = select(settings).where(settings.c.digest_at <= now)
    found = await tx.execute(query.order_by(settings.c.digest_at, settings.c.player))
    return [_settings(row) for row in found]


def _settings(row: Row) -> Settings:
    return Settings(
        player=row.player,
        zone=row.zone,
        quiet=row.quiet,
        remind=row.remind,
        reminded=row.reminded,
        refused=bool(row.refused),
        vacation=bool(row.vacation),
        digest=row.digest,
        digest_at=row.digest_at,
        digested=row.digested,
    )
