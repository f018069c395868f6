"""`/server health`: the state of a guild's channels and undelivered messages."""

import discord
from discord.app_commands import locale_str

from bot.app import App, CommandContext
from bot.commands.permissions import missing_permissions, permission_names
from bot.registry import command
from bot.store import Tx, queue_stats
from bot.views.reply import Reply

MAX_CHANNELS = 15
"""Maximum number of channels listed with missing permissions."""


@command("server health", locale_str("My permissions and pending messages in this server"))
async def health_command(ctx: CommandContext) -> Reply:
    """Handle the `/server health` command."""
    t, guild = ctx.t, ctx.guild or 0
    games, queued = await ctx.read(_load_queue_stats, guild)
    count = sum(games.values())
    lines = [
        t.translate_plural(
            "{n} game is in progress in this server.",
            "{n} games are in progress in this server.",
            count,
        )
    ]
    poor = {
        channel_id: lacking for channel_id in games if (lacking := _missing_in(ctx.app, channel_id))
    }
    lines += (
        t.translate(
            "I am missing {permissions} in {channel}, so I cannot post boards there.",
            channel=f"<#{channel_id}>",
            permissions=permission_names(t, lacking),
        )
        for channel_id, lacking in list(poor.items())[:MAX_CHANNELS]
    )
    if games and not poor:
        lines.append(t.translate("I have every permission I need in the game channels."))
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


def _load_queue_stats(tx: Tx, guild: int) -> tuple[dict[int, int], queue_stats.QueuedMessages]:
    """Return the match count of each channel, and the guild's pending messages."""
    return queue_stats.games_by_channel(tx, guild), queue_stats.queued_for_guild(tx, guild)


def _missing_in(app: App, channel_id: int) -> list[str]:
    """Return the permissions missing in a channel; empty if the channel is not cached."""
    channel = app.get_channel(channel_id)
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return []
    return missing_permissions(channel, channel.permissions_for(channel.guild.me))
