"""`/me worldwide`: opt in to the global ratings."""

from discord.app_commands import locale_str

from bot.app import Call
from bot.registry import command
from bot.store import ratings
from bot.views.reply import Reply


@command(
    "me worldwide",
    locale_str("Whether your games count in the worldwide ratings"),
    wish=locale_str("Yes or no; for games that end from now on"),
)
async def worldwide(call: Call, wish: bool) -> Reply:
    """Handle the `/me worldwide` command."""
    async with call.write() as tx:
        await ratings.wish_worldwide(tx, call.player, wish)
    if wish:
        return Reply(
            call.said.say(
                "Your new rated games also count worldwide, in servers that have switched this on."
            )
        )
    return Reply(call.said.say("Your ratings stay in each server; `/me worldwide` changes that."))
