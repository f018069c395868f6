"""`/server health`: the state of a guild's channels and undelivered messages."""

import discord
from discord.app_commands import locale_str

from bot.app import App, Call
from bot.commands.permissions import missing_in, named
from bot.registry import command
from bot.store import queue_stats
from bot.views.reply import Reply

SHOWN = 15
"""Maximum number of channels listed with missing permissions."""


@command("server health", locale_str("My permissions and pending messages in this server"))
async def health(call: Call) -> Reply:
    """Handle the `/server health` command."""
    said, guild = call.said, call.guild or 0
    async with call.read() as tx:
        games = await queue_stats.channels(tx, guild)
        owed = await queue_stats.owed_in(tx, guild)
    count = sum(games.values())
    lines = [
        said.say_n(
            "{n} game is running in this server.", "{n} games are running in this server.", count
        )
    ]
    poor = {place: lacking for place in games if (lacking := _lacking(call.app, place))}
    lines += (
        said.say(
            "I am missing {permissions} in {channel}, so its boards cannot be posted.",
            channel=f"<#{place}>",
            permissions=named(said, lacking),
        )
        for place, lacking in list(poor.items())[:SHOWN]
    )
    if games and not poor:
        lines.append(said.say("I have every permission I need in the game channels."))
    if owed.oldest is None:
        lines.append(said.say("No messages are waiting."))
    else:
        lines.append(
            said.say_n(
                "{n} message is waiting to be posted, queued {when}.",
                "{n} messages are waiting to be posted, the oldest queued {when}.",
                owed.count,
                when=f"<t:{owed.oldest}:R>",
            )
        )
    return Reply("\n".join(lines))


def _lacking(app: App, place: int) -> list[str]:
    """Return the permissions missing in a channel; empty if the channel is not cached."""
    channel = app.get_channel(place)
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return []
    return missing_in(channel, channel.permissions_for(channel.guild.me))
