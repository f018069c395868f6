"""`/me vacation`: pause all of a player's clocks."""

from discord import app_commands
from discord.app_commands import locale_str

from bot.app import Call
from bot.i18n.durations import duration, stamp
from bot.registry import command
from bot.service.actions import vacations
from bot.views.reply import Reply


@command(
    "me vacation",
    locale_str("Pause all your games"),
    days=locale_str("Number of days, starting now; 0 ends your vacation"),
)
async def vacation(call: Call, days: app_commands.Range[int, 0, 7] | None = None) -> Reply:
    """Handle the `/me vacation` command: show (None), end (0) or start a vacation."""
    said, player, now = call.said, call.player, call.now
    async with call.write() as tx:
        if days == 0:
            await vacations.come_back(tx, player, now=now)
        elif days is not None:
            await vacations.leave(tx, player, days=days, interaction=call.interaction.id, now=now)
        until = await vacations.current(tx, player, now)
        left = await vacations.left(tx, player, now)
    lines = [
        said.say("You are not on vacation: your clocks are running.")
        if until is None
        else said.say(
            "You are on vacation until {when}: your clocks are stopped. You can still move.",
            when=stamp(until, "f"),
        ),
        said.say("You have {left} of vacation left.", left=duration(said, left)),
    ]
    return Reply("\n".join(lines))
