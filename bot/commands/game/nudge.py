"""`/game nudge`, and the button that mutes the reminders of a turn."""

from discord.app_commands import locale_str

from bot.app import Call
from bot.commands.game_picker import of_game
from bot.i18n.durations import stamp
from bot.registry import handles
from bot.service.notifications import reminders
from bot.views.components import Control
from bot.views.reply import Reply


@of_game("nudge", locale_str("Remind your opponent that it is their turn"))
async def nudge(call: Call, match: int, more: str) -> Reply:
    """Remind the player whose turn it is."""
    async with call.write() as tx:
        at = await reminders.nudge(tx, match, **call.by)
    return Reply(call.said.say("They will be reminded {when}.", when=stamp(at)))


@handles("mute")
async def mute(call: Call, control: Control) -> Reply:
    """Handle the Mute this turn button."""
    async with call.write() as tx:
        await reminders.mute(tx, control.subject, ply=control.ply, **call.by)
    return Reply(call.said.say("No more reminders for this turn."))
