"""`/server daily`: the channel in which the daily puzzle is posted."""

import discord
from discord.app_commands import locale_str

from bot.app import CommandContext
from bot.extensions.puzzles.service import daily_post_schedule
from bot.i18n.durations import stamp
from bot.registry import command
from bot.views.reply import Reply


@command(
    "server daily",
    locale_str("Post the daily puzzle in a channel"),
    before="suspicious",
    channel=locale_str("Which channel? Leave empty to stop"),
)
async def daily_channel(ctx: CommandContext, channel: discord.TextChannel | None = None) -> Reply:
    """Handle the `/server daily` command."""
    t, channel_id = ctx.t, None if channel is None else channel.id
    due = await ctx.write(
        daily_post_schedule.set_channel, ctx.guild or 0, channel_id, by=ctx.player, now=ctx.now
    )
    if due is None:
        return Reply(t.translate("The daily puzzle will no longer be posted."))
    return Reply(
        t.translate(
            "I will post the daily puzzle in {channel}, starting {when}, without "
            "mentioning anyone.",
            channel=f"<#{channel_id}>",
            when=stamp(due),
        )
    )
