"""Action menu behind the "⋯" button of a board, as an ephemeral reply."""

from bot.app import CommandContext
from bot.registry import GAME_ACTIONS, component_handler, game_action
from bot.service.actions import available_actions
from bot.service.guilds import board_themes
from bot.service.match import lifecycle
from bot.service.players import player_settings
from bot.store.models import PlayerSettings
from bot.views.action_menu import LABELS, action_menu
from bot.views.components import ComponentId, StaleComponent
from bot.views.player_labels import side_for
from bot.views.reply import Reply
from bot.views.rule_cards import card_view
from engine import variant


@component_handler("menu")
async def open_menu(ctx: CommandContext, control: ComponentId) -> Reply:
    """Open the menu for the current state of the match, even from an old board."""
    player = ctx.player
    async with ctx.read() as tx:
        match = lifecycle.load(tx, control.subject)
        can = available_actions.available_actions(tx, match, player, now=ctx.now)
        settings = player_settings.load_settings(tx, player)
    turned = settings.board_side == "first" and side_for(
        match, match.seat_of(player), PlayerSettings(player, board_side="mine")
    )
    return Reply(view=action_menu(ctx.t, match, can, turned=bool(turned)))


@component_handler("do")
async def run_action(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle a menu button by running its game action."""
    name, _, more = control.extra.partition(":")
    if control.extra not in LABELS or name not in GAME_ACTIONS:
        raise StaleComponent(name)
    return await GAME_ACTIONS[name](ctx, control.subject, more)


@game_action("rules")
async def show_rules(ctx: CommandContext, match: int, more: str = "") -> Reply:
    """Show the rule card of a match's variant with its options."""
    async with ctx.read() as tx:
        played_match = lifecycle.load(tx, match)
        theme = board_themes.theme_for_player(tx, ctx.player, played_match.guild)
    return await card_view(ctx.t, variant(played_match.variant), theme)
