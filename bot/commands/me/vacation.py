"""Vacation: pause all of a player's clocks."""

from bot.app import CommandContext
from bot.i18n.durations import duration, stamp
from bot.registry import component_handler
from bot.service.actions import vacations
from bot.store import Tx
from bot.store.models import Match
from bot.views.components import ComponentId, Select, StaleComponent, button_row, layout, parse_int
from bot.views.player_labels import game_and_number
from bot.views.reply import Reply

MOST_DAYS = 7
"""Maximum length of a vacation."""


@component_handler("vacation", about="else")
async def show_vacation(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Vacation button of the settings."""
    return await _vacation(ctx, None)


@component_handler("vacation-days", edits=True, about="else")
async def change_vacation(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the select that starts a vacation of some days, or ends it (0)."""
    days = parse_int(control.value)
    if days not in range(MOST_DAYS + 1):
        raise StaleComponent(control.value)
    return await _vacation(ctx, days)


async def _vacation(ctx: CommandContext, days: int | None) -> Reply:
    """Start, end (0) or keep (None) a vacation, and show it with a select."""
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
    choices = {
        str(n): t.translate_plural("{n} day, starting now", "{n} days, starting now", n)
        for n in range(1, MOST_DAYS + 1)
    }
    if until is not None:
        choices = {"0": t.translate("End the vacation"), **choices}
    return Reply(
        view=layout(
            lines,
            button_row(
                Select(ComponentId("vacation-days", 0), choices, t.translate("Take a vacation"))
            ),
        )
    )


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
