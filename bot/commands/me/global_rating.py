"""`/me global_rating`: opt in to the global ratings."""

from discord.app_commands import locale_str

from bot.app import CommandContext
from bot.registry import command
from bot.store.rating import ratings
from bot.views.reply import Reply


@command(
    "me global_rating",
    locale_str("Whether your games count towards the global ratings"),
    enabled=locale_str("Yes or no; applies to games that end from now on"),
)
async def global_rating(call: CommandContext, enabled: bool) -> Reply:
    """Handle the `/me global_rating` command."""
    await call.write(ratings.set_global_opt_in, call.player, enabled)
    if enabled:
        return Reply(
            call.t.translate(
                "Your new rated games also count towards the global ratings, in servers "
                "that have turned them on."
            )
        )
    return Reply(
        call.t.translate(
            "Your rated games do not count towards the global ratings; use "
            "`/me global_rating` to change that."
        )
    )
