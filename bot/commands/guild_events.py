"""Gateway events of guilds, channels, threads and roles that affect matches."""

from collections.abc import Set
from typing import Any

import discord
import structlog

from bot import extension_points
from bot.app import App
from bot.service.guilds import match_channels, removed_guilds
from bot.store import Tx
from bot.store.guilds import match_channel_rows, removed_guild_rows

log = structlog.get_logger(__name__)


async def check_permissions(app: App) -> None:
    """Detect guilds that the bot has left or rejoined while it was offline.

    Compares the guilds of stored matches with the guilds in which the bot is a member.
    """
    present = {guild.id for guild in app.guilds}
    missing, waiting = await app.store.read(_find_changes, present)
    for guild in filter(app.serves_guild, missing):
        if await _is_removed(app, guild):
            await on_removed(app, guild)
    for guild in waiting:
        await on_restored(app, guild)


def _find_changes(tx: Tx, present: Set[int]) -> tuple[list[int], Set[int]]:
    """Return the guilds from which the bot was removed, and those it has rejoined."""
    return removed_guilds.find_missing(tx, present), removed_guild_rows.removed(tx) & present


async def _is_removed(app: App, guild: int) -> bool:
    """Return whether Discord confirms that the bot is not in this guild."""
    try:
        await app.fetch_guild(guild)
    except (discord.Forbidden, discord.NotFound):
        return True
    except Exception:
        return False  # Unknown, so check again at the next start.
    return False


async def on_removed(app: App, guild: int) -> None:
    """Handle the bot's removal from a guild."""
    waiting = await app.store.write(removed_guilds.on_removed, guild, now=app.clock())
    log.info("removed from a server", guild=guild, games=waiting)


async def on_restored(app: App, guild: int) -> None:
    """Handle the bot's return to a guild; no-op unless its removal was recorded."""
    if await app.store.read(removed_guild_rows.get_removed_at, guild) is None:
        return
    resumed = await app.store.write(removed_guilds.on_restored, guild, now=app.clock())
    log.info("back in a server", guild=guild, games=resumed)


async def on_channel_deleted(app: App, guild: int, channel: int) -> None:
    """Handle the deletion of a channel or thread."""
    affected = await app.store.write(_on_channel_deleted, guild, channel, app.clock())
    if affected:
        log.info("channel deleted", channel=channel, games=affected)


def _on_channel_deleted(tx: Tx, guild: int, channel: int, now: int) -> int:
    """Handle a deleted channel. Returns the number of its running matches."""
    for extension in extension_points.installed():
        if extension.on_channel_deleted is not None:
            extension.on_channel_deleted(tx, guild, channel, now)
    return match_channels.on_channel_deleted(tx, channel, now=now)


async def on_permissions_changed(app: App, guild: int, thread: int | None = None) -> None:
    """Retry pending boards after permissions have changed.

    `thread` limits the retry to one thread that accepts messages again.
    """
    if await app.store.read(match_channel_rows.undelivered_in_guild, guild):
        await app.store.write(match_channels.retry_guild, guild, thread=thread, now=app.clock())


async def welcome_guild(app: App, guild: discord.Guild) -> None:
    """Queue the welcome post for a new guild.

    The post goes to the system channel, or else to the first channel in which the bot may post.
    """
    needed = discord.Permissions(
        view_channel=True, send_messages=True, embed_links=True, attach_files=True
    )
    channels = [guild.system_channel, *guild.text_channels]
    open_to_us = (
        channel for channel in channels if channel and channel.permissions_for(guild.me) >= needed
    )
    if (channel := next(open_to_us, None)) is not None:
        await app.store.write(removed_guilds.queue_welcome, guild.id, channel.id, now=app.clock())


def register_events(app: App) -> None:
    """Register the event listeners.

    Guilds that become unavailable are ignored: a Discord outage does not mean that the bot was
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
        if app.is_ready():  # At startup, `check_permissions` handles all guilds together.
            await on_restored(app, guild.id)

    @app.event
    async def on_guild_channel_delete(channel: discord.abc.GuildChannel) -> None:
        await on_channel_deleted(app, channel.guild.id, channel.id)

    @app.event
    async def on_raw_thread_delete(payload: discord.RawThreadDeleteEvent) -> None:
        await on_channel_deleted(app, payload.guild_id, payload.thread_id)

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
        # discord.py drops archived threads from its cache, so it dispatches only the raw event.
        changes: dict[str, Any] = dict(payload.data)
        if not (changes.get("thread_metadata") or {}).get("locked", False):
            await on_permissions_changed(app, payload.guild_id, payload.thread_id)
