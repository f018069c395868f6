"""Rows of the servers that the bot was removed from, and of all that is known of a server."""

from __future__ import annotations

from sqlalchemy import delete, insert, select, update

from bot.store.tables import RUNNING, audit, matches, posts, removals, servers
from bot.store.tx import Tx


async def known(tx: Tx) -> set[int]:
    """The servers in which a match runs, or of which something is kept."""
    found: set[int] = set()
    for query in (
        select(matches.c.guild).where(RUNNING, matches.c.guild.is_not(None)).distinct(),
        select(servers.c.guild).distinct(),
        select(audit.c.guild).distinct(),
        select(removals.c.guild),
    ):
        found.update(await tx.scalars(query))
    return found


async def removed_at(tx: Tx, guild: int) -> int | None:
    """When the bot was removed from this server; None if it was not."""
    when: int | None = await tx.scalar(select(removals.c.at).where(removals.c.guild == guild))
    return when


async def removed(tx: Tx) -> set[int]:
    """All servers that the bot was removed from."""
    return set(await tx.scalars(select(removals.c.guild)))


async def remove(tx: Tx, guild: int, now: int) -> None:
    """The bot is not in this server any more."""
    await tx.execute(insert(removals).values(guild=guild, at=now))


async def restore(tx: Tx, guild: int) -> bool:
    """It is again, or nothing of it is kept any more; False if it was not removed."""
    return (await tx.execute(delete(removals).where(removals.c.guild == guild))).rowcount == 1


async def due(tx: Tx, before: int) -> list[int]:
    """The servers that the bot was removed from before."""
    query = select(removals.c.guild).where(removals.c.at <= before)
    return list(await tx.scalars(query.order_by(removals.c.at, removals.c.guild)))


async def forget(tx: Tx, guild: int) -> None:
    """Delete what is kept of a server in which nothing runs; its games stay, without their places."""
    for table in (servers, audit):
        await tx.execute(delete(table).where(table.c.guild == guild))
    here = select(matches.c.id).where(matches.c.guild == guild)
    await tx.execute(delete(posts).where(posts.c.match.in_(here)))
    await tx.execute(update(matches).where(matches.c.guild == guild).values(channel=0, thread=None))
