"""What happens to the places of games on Discord: servers, channels and threads that come and go."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
import structlog

from bot.service.server import guilds, places

if TYPE_CHECKING:
    from bot.client import HalmaClient

log = structlog.get_logger(__name__)


async def look_around(client: HalmaClient) -> None:
    """Compare the servers of our games with those we are in: much may have happened meanwhile."""
    present = {guild.id for guild in client.guilds}
    async with client.store.read() as tx:
        missing = await guilds.missing(tx, present)
        waiting = await guilds.waiting(tx) & present
    for guild in missing:
        if await _shut_out(client, guild):
            await removed(client, guild)
    for guild in waiting:
        await restored(client, guild)


async def _shut_out(client: HalmaClient, guild: int) -> bool:
    """Whether Discord says that we are not in this server; another shard may be."""
    try:
        await client.fetch_guild(guild)
    except (discord.Forbidden, discord.NotFound):
        return True
    except discord.HTTPException:
        return False  # nobody knows: look again at the next start
    return False


async def removed(client: HalmaClient, guild: int) -> None:
    """We are not in this server any more."""
    async with client.store.write() as tx:
        waiting = await guilds.removed(tx, guild, now=client.clock())
    log.info("removed from a server", guild=guild, games=waiting)


async def restored(client: HalmaClient, guild: int) -> None:
    """We are in this server; were we not before?"""
    async with client.store.read() as tx:
        if guild not in await guilds.waiting(tx):
            return
    async with client.store.write() as tx:
        found = await guilds.restored(tx, guild, now=client.clock())
    log.info("back in a server", guild=guild, games=found)


async def deleted(client: HalmaClient, channel: int) -> None:
    """A channel or a thread was deleted."""
    async with client.store.write() as tx:
        found = await places.deleted(tx, channel, now=client.clock())
    if found:
        log.info("channel deleted", channel=channel, games=found)


async def changed(client: HalmaClient, guild: int) -> None:
    """Something changed that may let us post again what we could not."""
    async with client.store.read() as tx:
        if not await places.waiting_in(tx, guild):
            return
    async with client.store.write() as tx:
        await places.retry(tx, guild, now=client.clock())


def install(client: HalmaClient) -> None:
    """Listen. A server that is merely out of order for a while (`unavailable`) tells us nothing."""

    @client.event
    async def on_ready() -> None:
        await look_around(client)

    @client.event
    async def on_guild_remove(guild: discord.Guild) -> None:
        await removed(client, guild.id)

    @client.event
    async def on_guild_join(guild: discord.Guild) -> None:
        await restored(client, guild.id)

    @client.event
    async def on_guild_available(guild: discord.Guild) -> None:
        await restored(client, guild.id)

    @client.event
    async def on_guild_channel_delete(channel: discord.abc.GuildChannel) -> None:
        await deleted(client, channel.id)

    @client.event
    async def on_raw_thread_delete(payload: discord.RawThreadDeleteEvent) -> None:
        await deleted(client, payload.thread_id)

    @client.event
    async def on_guild_channel_update(
        before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        if before.overwrites != after.overwrites:
            await changed(client, after.guild.id)

    @client.event
    async def on_guild_role_update(before: discord.Role, after: discord.Role) -> None:
        if before.permissions != after.permissions:
            await changed(client, after.guild.id)

    @client.event
    async def on_thread_update(before: discord.Thread, after: discord.Thread) -> None:
        if before.locked and not after.locked:
            await changed(client, after.guild.id)
