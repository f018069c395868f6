"""`/me vacation`: pause all of a player's clocks."""

from discord import app_commands
from discord.app_commands import locale_str

from bot.app import CommandContext
from bot.i18n.durations import duration, stamp
from bot.registry import command
from bot.service.actions import vacations
from bot.store import Tx
from bot.store.models import Match
from bot.views.player_labels import game_and_number
from bot.views.reply import Reply


@command(
    "me vacation",
    locale_str("Pause all your games"),
    days=locale_str("Number of days, starting now; 0 ends your vacation"),
)
async def vacation(ctx: CommandContext, days: app_commands.Range[int, 0, 7] | None = None) -> Reply:
    """Handle the `/me vacation` command: start, end (0) or show (None) a vacation."""
    t = ctx.t
    until, left, running = await ctx.write(_change_vacation, days, **ctx.actor)
    lines = [
        t.translate("You are not on vacation: your clocks are running.")
        if until is None
        else t.translate(
            "You are on vacation until {when}: your clocks are stopped. You can still move.",
            when=stamp(until, "f"),
        ),
        t.translate("You have {left} of vacation left.", left=duration(t, left)),
    ]
    if running:
        games = t.join(game_and_number(t, match) for match in running)
        lines.insert(1, t.translate("Not stopped, or not for all of it: {games}.", games=games))
    return Reply("\n".join(lines))


def _change_vacation(
    tx: Tx, days: int | None, *, player: int, interaction: int, now: int
) -> tuple[int | None, int, list[Match]]:
    """Start a vacation, end it (0) or keep it (None).

    Returns its end, or None without a vacation, the remaining budget in seconds, and the matches
    whose clocks it does not stop, or not until its end.
    """
    if days == 0:
        vacations.end_now(tx, player, now=now)
    elif days is not None:
        vacations.start_vacation(tx, player, days=days, interaction=interaction, now=now)
    until = vacations.vacation_until(tx, player, now)
    left = vacations.remaining_budget(tx, player, now)
    return until, left, vacations.not_stopped(tx, player, now)
