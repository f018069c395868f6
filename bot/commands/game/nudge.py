"""`/game nudge`, and the button that mutes the reminders of a turn."""

from discord.app_commands import locale_str

from bot.app import CommandContext
from bot.dialogs.game_picker import Filter, game_command
from bot.i18n.durations import stamp
from bot.i18n.translator import N_
from bot.registry import component_handler
from bot.service.actions import available_actions
from bot.service.notifications import reminders
from bot.views.components import ComponentId
from bot.views.reply import Reply

WAITING_GAMES = Filter(
    available_actions.can_nudge,
    N_(
        "There is no one to remind right now. In each of your games it is your own turn, or your "
        "opponent's turn has only just begun, or your opponent has already been reminded."
    ),
)


@game_command("nudge", locale_str("Remind your opponent that it is their turn"), only=WAITING_GAMES)
async def nudge(ctx: CommandContext, match: int, more: str) -> Reply:
    """Remind the player whose turn it is."""
    at = await ctx.write(reminders.nudge, match, **ctx.actor)
    return Reply(ctx.t.translate("They will be reminded {when}.", when=stamp(at)))


@component_handler("mute")
async def mute_turn(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Mute this turn button."""
    await ctx.write(reminders.mute_turn, control.subject, ply=control.ply, **ctx.actor)
    return Reply(ctx.t.translate("No more reminders for this turn."))
