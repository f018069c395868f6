"""What happens to the places of games on Discord: servers, channels and threads that come and go."""

import discord
import structlog

from bot.app import App
from bot.service.guilds import match_channels, removed_guilds
from bot.store import match_channel_rows, removed_guild_rows

log = structlog.get_logger(__name__)


async def look_around(app: App) -> None:
    """Compare the servers of our games with those we are in: much may have happened meanwhile."""
    present = {guild.id for guild in app.guilds}
    async with app.store.read() as tx:
        missing = filter(app.serves, await removed_guilds.missing(tx, present))
        waiting = await removed_guild_rows.removed(tx) & present
    for guild in missing:
        if await _shut_out(app, guild):
            await removed(app, guild)
    for guild in waiting:
        await restored(app, guild)


async def _shut_out(app: App, guild: int) -> bool:
    """Whether Discord says that we are not in this server."""
    try:
        await app.fetch_guild(guild)
    except (discord.Forbidden, discord.NotFound):
        return True
    except discord.HTTPException:
        return False  # nobody knows: look again at the next start
    return False


async def removed(app: App, guild: int) -> None:
    """We are not in this server any more."""
    async with app.store.write() as tx:
        waiting = await removed_guilds.removed(tx, guild, now=app.clock())
    log.info("removed from a server", guild=guild, games=waiting)


async def restored(app: App, guild: int) -> None:
    """We are in this server; were we not before?"""
    async with app.store.read() as tx:
        if await removed_guild_rows.removed_at(tx, guild) is None:
            return
    async with app.store.write() as tx:
        found = await removed_guilds.restored(tx, guild, now=app.clock())
    log.info("back in a server", guild=guild, games=found)


async def deleted(app: App, channel: int) -> None:
    """A channel or a thread was deleted."""
    async with app.store.write() as tx:
        found = await match_channels.deleted(tx, channel, now=app.clock())
    if found:
        log.info("channel deleted", channel=channel, games=found)


async def changed(app: App, guild: int, thread: int | None = None) -> None:
    """Something changed that may let us post again what we could not; `thread` takes messages."""
    async with app.store.read() as tx:
        if not await match_channel_rows.waiting_in(tx, guild):
            return
    async with app.store.write() as tx:
        await match_channels.retry(tx, guild, thread=thread, now=app.clock())


async def greet(app: App, guild: discord.Guild) -> None:
    """Say once in a new server who we are: in its system channel, or the first where we may post."""
    needed = discord.Permissions(
        view_channel=True, send_messages=True, embed_links=True, attach_files=True
    )
    channels = [guild.system_channel, *guild.text_channels]
    open_to_us = (one for one in channels if one and one.permissions_for(guild.me) >= needed)
    if (channel := next(open_to_us, None)) is not None:
        async with app.store.write() as tx:
            await removed_guilds.greet(tx, guild.id, channel.id, now=app.clock())


def listen(app: App) -> None:
    """Listen. A server that is merely out of order for a while (`unavailable`) tells us nothing."""

    @app.event
    async def on_guild_remove(guild: discord.Guild) -> None:
        await removed(app, guild.id)

    @app.event
    async def on_guild_join(guild: discord.Guild) -> None:
        await restored(app, guild.id)
        await greet(app, guild)

    @app.event
    async def on_guild_available(guild: discord.Guild) -> None:
        if app.is_ready():  # at the start all of them come, and are looked at together then
            await restored(app, guild.id)

    @app.event
    async def on_guild_channel_delete(channel: discord.abc.GuildChannel) -> None:
        await deleted(app, channel.id)

    @app.event
    async def on_raw_thread_delete(payload: discord.RawThreadDeleteEvent) -> None:
        await deleted(app, payload.thread_id)

    @app.event
    async def on_guild_channel_update(
        before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        if before.overwrites != after.overwrites:
            await changed(app, after.guild.id)

    @app.event
    async def on_guild_role_update(before: discord.Role, after: discord.Role) -> None:
        if before.permissions != after.permissions:
            await changed(app, after.guild.id)

    @app.event
    async def on_raw_thread_update(payload: discord.RawThreadUpdateEvent) -> None:
        # The raw event: the library forgets a thread that is archived, and its update with it.
        if not payload.data.get("thread_metadata", {}).get("locked", False):
            await changed(app, payload.guild_id, payload.thread_id)
