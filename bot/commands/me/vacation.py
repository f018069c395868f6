"""`/me vacation`: pause all of a player's clocks."""

from discord import app_commands
from discord.app_commands import locale_str

from bot.app import CommandContext
from bot.i18n.durations import duration, stamp
from bot.registry import command
from bot.service.actions import vacations
from bot.store import Tx
from bot.views.reply import Reply


@command(
    "me vacation",
    locale_str("Pause all your games"),
    days=locale_str("Number of days, starting now; 0 ends your vacation"),
)
async def vacation(ctx: CommandContext, days: app_commands.Range[int, 0, 7] | None = None) -> Reply:
    """Handle the `/me vacation` command: start, end (0) or show (None) a vacation."""
    t = ctx.t
    until, left = await ctx.write(_change_vacation, days, **ctx.actor)
    lines = [
        t.translate("You are not on vacation: your clocks are running.")
        if until is None
        else t.translate(
            "You are on vacation until {when}: your clocks are stopped. You can still move.",
            when=stamp(until, "f"),
        ),
        t.translate("You have {left} of vacation left.", left=duration(t, left)),
    ]
    return Reply("\n".join(lines))


def _change_vacation(
    tx: Tx, days: int | None, *, player: int, interaction: int, now: int
) -> tuple[int | None, int]:
    """Start a vacation, end it (0) or keep it (None).

    Returns its end, or None without a vacation, and the remaining budget in seconds.
    """
    if days == 0:
        vacations.end_now(tx, player, now=now)
    elif days is not None:
        vacations.start_vacation(tx, player, days=days, interaction=interaction, now=now)
    until = vacations.vacation_until(tx, player, now)
    return until, vacations.remaining_budget(tx, player, now)
