"""`/game claim`, and the button that waits for a player who has run out of time."""

from discord.app_commands import locale_str

from bot.app import CommandContext
from bot.dialogs.game_picker import Filter, action_button, game_command
from bot.i18n.translator import N_
from bot.registry import component_handler
from bot.service.actions import available_actions, claims
from bot.views.components import ComponentId
from bot.views.reply import Reply

LATE_GAMES = Filter(
    available_actions.can_claim,
    N_("No opponent's time has run out in any of your games, so there is nothing to claim."),
)


@action_button("claim")
@game_command(
    "claim", locale_str("Stop waiting when an opponent's time has run out"), only=LATE_GAMES
)
async def claim(ctx: CommandContext, match: int, more: str) -> Reply:
    """Handle a claim after an opponent has run out of time."""
    after = await ctx.write(claims.claim_turn, match, **ctx.actor)
    if after.status == "running":
        return Reply(ctx.t.translate("Claimed: the game continues without that player."))
    return Reply(ctx.t.translate("Claimed: the game is over."))


@component_handler("wait")
async def wait_button(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Keep waiting button."""
    await ctx.read(claims.keep_waiting, control.subject, player=ctx.player, ply=control.ply)
    return Reply(ctx.t.translate("OK, the game continues. You can use `/game claim` at any time."))
