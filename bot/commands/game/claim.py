"""`/game claim` and the buttons of the notice that a player has run out of time."""

from discord.app_commands import locale_str

from bot.app import Actor, CommandContext
from bot.commands.game.offers import gift_reply
from bot.commands.game_picker import action_button, game_command, must_be_current
from bot.registry import component_handler
from bot.service.actions import claims
from bot.store import Tx
from bot.views.components import ComponentId
from bot.views.reply import Reply


@action_button("claim")
@game_command("claim", locale_str("Stop waiting when an opponent's time has run out"))
async def claim(ctx: CommandContext, match: int, more: str) -> Reply:
    """Claim the turn of an opponent who has run out of time."""
    after = await ctx.write(claims.claim_turn, match, **ctx.actor)
    if after.status == "running":
        return Reply(ctx.t.translate("Claimed: the game continues without that player."))
    return Reply(ctx.t.translate("Claimed: the game is over."))


@component_handler("give")
async def give_button(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Give 24 hours button."""
    until = await ctx.write(_give_day_if_current, control, ctx.actor)
    return gift_reply(ctx.t, until)


def _give_day_if_current(tx: Tx, control: ComponentId, actor: Actor) -> int | None:
    must_be_current(tx, control)
    return claims.give_day(tx, control.subject, **actor)


@component_handler("wait")
async def wait_button(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Keep waiting button."""
    await ctx.read(_must_be_claimable, control, ctx.player)
    return Reply(ctx.t.translate("OK, the game continues. You can use `/game claim` at any time."))


def _must_be_claimable(tx: Tx, control: ComponentId, player: int) -> None:
    """Raise an error unless the board is current and the player may claim the turn."""
    must_be_current(tx, control)
    claims.keep_waiting(tx, control.subject, player=player)
