"""Rows of what a server's owner has chosen, and of who changed what."""

from __future__ import annotations

from sqlalchemy import insert, select, update

from bot.store.tables import audit, servers
from bot.store.tx import Tx
from bot.store.values import Change


async def chosen(tx: Tx, guild: int) -> dict[str, str]:
    """What the owner has chosen, by the name of the setting."""
    rows = await tx.execute(select(servers).where(servers.c.guild == guild))
    return {row.setting: row.value for row in rows}


async def choose(tx: Tx, guild: int, setting: str, value: str) -> None:
    """Set one setting."""
    here = (servers.c.guild == guild) & (servers.c.setting == setting)
    if not (await tx.execute(update(servers).where(here).values(value=value))).rowcount:
        await tx.execute(insert(servers).values(guild=guild, setting=setting, value=value))


async def write_down(tx: Tx, change: Change) -> None:
    """Add an entry to the audit."""
    await tx.execute(
        insert(audit).values(
            guild=change.guild,
            by=change.by,
            at=change.at,
            what=change.what,
            before=change.before,
            after=change.after,
        )
    )


async def changes(tx: Tx, guild: int, limit: int) -> list[Change]:
    """The last entries, the newest first."""
    query = select(audit).where(audit.c.guild == guild).order_by(audit.c.id.desc()).limit(limit)
    return [
        Change(row.guild, row.by, row.at, row.what, row.before, row.after)
        for row in await tx.execute(query)
    ]
