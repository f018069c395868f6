"""`/game claim` and the buttons of the notice that a player has run out of time."""

from discord.app_commands import locale_str

from bot.app import Call
from bot.commands.game.offers import given
from bot.commands.game_picker import button, fresh, of_game
from bot.registry import handles
from bot.service.actions import claims
from bot.views.components import Control
from bot.views.reply import Reply


@button("claim")
@of_game("claim", locale_str("Stop waiting when an opponent's time has run out"))
async def claim(call: Call, match: int, more: str) -> Reply:
    """Claim the match from a player who has run out of time."""
    async with call.write() as tx:
        after = await claims.claim(tx, match, **call.by)
    if after.status == "running":
        return Reply(call.said.say("Claimed: the game continues without that player."))
    return Reply(call.said.say("Claimed: the game is over."))


@handles("give")
async def give_button(call: Call, control: Control) -> Reply:
    """Handle the Give 24 hours button."""
    async with call.write() as tx:
        await fresh(tx, control)
        until = await claims.give(tx, control.subject, **call.by)
    return given(call.said, until)


@handles("wait")
async def wait_button(call: Call, control: Control) -> Reply:
    """Handle the Keep waiting button."""
    async with call.read() as tx:
        await fresh(tx, control)
        await claims.wait(tx, control.subject, player=call.player)
    return Reply(call.said.say("OK. The game waits, and you can use `/game claim` at any time."))
