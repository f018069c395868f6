"""`/server health`: the bot's permissions in channels, and undelivered messages."""

from collections.abc import Iterable, Mapping

import discord
from discord.app_commands import locale_str

from bot.app import App, CommandContext
from bot.dialogs.permissions import (
    missing_permissions,
    must_manage,
    parent_channel,
    permission_names,
)
from bot.invite_link import FOR_THREADS
from bot.registry import command, component_handler
from bot.service.guilds import guild_settings
from bot.setting_definition import ON
from bot.store import Tx
from bot.store.outbox import queue_stats
from bot.views.components import ComponentId
from bot.views.reply import Reply

MAX_CHANNELS = 15
"""Maximum number of channels listed with or without missing permissions."""


@component_handler("server-health", about="else")
async def health_button(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the button of `/server settings`."""
    must_manage(ctx)
    return await health_command(ctx)


@command("server health", locale_str("My permissions and pending messages in this server"))
async def health_command(ctx: CommandContext) -> Reply:
    """Handle the `/server health` command."""
    t, guild = ctx.t, ctx.guild or 0
    games, settings, queued = await ctx.read(_load, guild)
    lines = [
        t.translate_plural(
            "{n} game is in progress in this server.",
            "{n} games are in progress in this server.",
            sum(games.values()),
        )
    ]
    lines += _permission_lines(ctx, [*games, *_channels_for_games(ctx, settings)], settings)
    if queued.oldest is None:
        lines.append(t.translate("No messages are waiting to be posted."))
    else:
        lines.append(
            t.translate_plural(
                "{n} message is waiting to be posted, queued {when}.",
                "{n} messages are waiting to be posted, the oldest queued {when}.",
                queued.number,
                when=f"<t:{queued.oldest}:R>",
            )
        )
    return Reply("\n".join(lines))


def _load(tx: Tx, guild: int) -> tuple[dict[int, int], dict[str, str], queue_stats.QueuedMessages]:
    """Return the match count of each channel, the settings, and the pending messages."""
    return (
        queue_stats.games_by_channel(tx, guild),
        guild_settings.load_settings(tx, guild),
        queue_stats.queued_for_guild(tx, guild),
    )


def _channels_for_games(ctx: CommandContext, settings: Mapping[str, str]) -> list[int]:
    """Return the channels of games and posts; this one if games may be anywhere."""
    posts = [each.name for each in guild_settings.all_settings() if each.kind == "channel"]
    places = [int(place) for name in posts for place in settings[name].split()]
    games = [int(place) for place in settings["channels"].split()]
    current = parent_channel(ctx) or ctx.channel
    return (games or ([] if current is None else [current])) + places


def _permission_lines(
    ctx: CommandContext, channels: Iterable[int], settings: Mapping[str, str]
) -> list[str]:
    """Return a line for each channel with a missing permission, or one for all."""
    t = ctx.t
    looked_at = [channel for each in dict.fromkeys(channels) if (channel := _find(ctx.app, each))]
    lines = []
    for channel in looked_at:
        have = channel.permissions_for(channel.guild.me)
        facts = {"channel": f"<#{channel.id}>"}
        if lacking := missing_permissions(channel, have):
            facts["permissions"] = permission_names(t, lacking)
            lines.append(
                t.translate(
                    "I am missing {permissions} in {channel}, so I cannot post boards there.",
                    **facts,
                )
            )
        elif lacking := _missing_for_threads(channel, have, settings):
            facts["permissions"] = permission_names(t, lacking)
            lines.append(
                t.translate(
                    "I am missing {permissions} in {channel}, so I post in the channel itself "
                    "instead of opening a thread for each game.",
                    **facts,
                )
            )
    if looked_at and not lines:
        parents = dict.fromkeys(
            channel.parent_id if isinstance(channel, discord.Thread) else channel.id
            for channel in looked_at
        )
        places = ", ".join(f"<#{parent}>" for parent in [*parents][:MAX_CHANNELS])
        lines.append(t.translate("I have every permission I need in {channels}.", channels=places))
    return lines[:MAX_CHANNELS]


def _find(app: App, channel_id: int) -> discord.abc.GuildChannel | discord.Thread | None:
    """Return a channel or thread of a guild; None if it is not cached."""
    channel = app.get_channel(channel_id)
    return channel if isinstance(channel, discord.abc.GuildChannel | discord.Thread) else None


def _missing_for_threads(
    channel: discord.abc.GuildChannel | discord.Thread,
    have: discord.Permissions,
    settings: Mapping[str, str],
) -> list[str]:
    """Return what is missing to open threads in a channel, if the guild wants them."""
    if settings["threads"] != ON or isinstance(channel, discord.Thread):
        return []
    return [name for name in FOR_THREADS if not getattr(have, name)]
