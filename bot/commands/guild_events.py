"""Gateway events of guilds, channels, threads and roles that affect matches."""

import discord
import structlog

from bot.app import App
from bot.service.guilds import match_channels, removed_guilds
from bot.store import match_channel_rows, removed_guild_rows

log = structlog.get_logger(__name__)


async def check_permissions(app: App) -> None:
    """Handle guild joins and removals that happened during downtime.

    Compares the guilds of stored matches with the guilds that the bot is in.
    """
    present = {guild.id for guild in app.guilds}
    async with app.store.read() as tx:
        missing = filter(app.serves_guild, removed_guilds.find_missing(tx, present))
        waiting = removed_guild_rows.removed(tx) & present
    for guild in missing:
        if await _is_removed(app, guild):
            await on_removed(app, guild)
    for guild in waiting:
        await on_restored(app, guild)


async def _is_removed(app: App, guild: int) -> bool:
    """Return whether Discord confirms that the bot is not in this guild."""
    try:
        await app.fetch_guild(guild)
    except (discord.Forbidden, discord.NotFound):
        return True
    except discord.HTTPException:
        return False  # Unknown: check again at the next start.
    return False


async def on_removed(app: App, guild: int) -> None:
    """Handle the bot's removal from a guild."""
    async with app.store.write() as tx:
        waiting = removed_guilds.on_removed(tx, guild, now=app.clock())
    log.info("removed from a server", guild=guild, games=waiting)


async def on_restored(app: App, guild: int) -> None:
    """Handle a guild that the bot is in; no-op unless it had been removed from it."""
    async with app.store.read() as tx:
        if removed_guild_rows.get_removed_at(tx, guild) is None:
            return
    async with app.store.write() as tx:
        resumed = removed_guilds.on_restored(tx, guild, now=app.clock())
    log.info("back in a server", guild=guild, games=resumed)


async def on_channel_deleted(app: App, channel: int) -> None:
    """Handle the deletion of a channel or thread."""
    async with app.store.write() as tx:
        affected = match_channels.on_channel_deleted(tx, channel, now=app.clock())
    if affected:
        log.info("channel deleted", channel=channel, games=affected)


async def on_permissions_changed(app: App, guild: int, thread: int | None = None) -> None:
    """Retry pending boards after permissions have changed.

    `thread` limits the retry to one thread that accepts messages again.
    """
    async with app.store.read() as tx:
        if not match_channel_rows.undelivered_in_guild(tx, guild):
            return
    async with app.store.write() as tx:
        match_channels.retry_guild(tx, guild, thread=thread, now=app.clock())


async def welcome_guild(app: App, guild: discord.Guild) -> None:
    """Queue the welcome post in a new guild.

    It goes to the system channel, or else to the first channel in which the bot may post.
    """
    needed = discord.Permissions(
        view_channel=True, send_messages=True, embed_links=True, attach_files=True
    )
    channels = [guild.system_channel, *guild.text_channels]
    open_to_us = (
        channel for channel in channels if channel and channel.permissions_for(guild.me) >= needed
    )
    if (channel := next(open_to_us, None)) is not None:
        async with app.store.write() as tx:
            removed_guilds.queue_welcome(tx, guild.id, channel.id, now=app.clock())


def register_events(app: App) -> None:
    """Register the event listeners.

    Guilds becoming unavailable are ignored: a Discord outage does not mean that the bot was
    removed.
    """

    @app.event
    async def on_guild_remove(guild: discord.Guild) -> None:
        await on_removed(app, guild.id)

    @app.event
    async def on_guild_join(guild: discord.Guild) -> None:
        await on_restored(app, guild.id)
        await welcome_guild(app, guild)

    @app.event
    async def on_guild_available(guild: discord.Guild) -> None:
        if app.is_ready():  # During startup `check_permissions` handles all guilds together.
            await on_restored(app, guild.id)

    @app.event
    async def on_guild_channel_delete(channel: discord.abc.GuildChannel) -> None:
        await on_channel_deleted(app, channel.id)

    @app.event
    async def on_raw_thread_delete(payload: discord.RawThreadDeleteEvent) -> None:
        await on_channel_deleted(app, payload.thread_id)

    @app.event
    async def on_guild_channel_update(
        before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        if before.overwrites != after.overwrites:
            await on_permissions_changed(app, after.guild.id)

    @app.event
    async def on_guild_role_update(before: discord.Role, after: discord.Role) -> None:
        if before.permissions != after.permissions:
            await on_permissions_changed(app, after.guild.id)

    @app.event
    async def on_raw_thread_update(payload: discord.RawThreadUpdateEvent) -> None:
        # The library drops archived threads from its cache, so it dispatches only the raw event.
        if not payload.data.get("thread_metadata", {}).get("locked", False):
            await on_permissions_changed(app, payload.guild_id, payload.thread_id)
