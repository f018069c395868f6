"""Action menu behind the "⋯" button of a board, as an ephemeral reply."""

from typing import NamedTuple

from bot.app import CommandContext
from bot.registry import GAME_ACTIONS, component_handler, game_action
from bot.service.actions import available_actions
from bot.service.guilds import guild_settings
from bot.service.match import lifecycle
from bot.service.players import player_settings
from bot.store import Tx
from bot.store.models import Match, PlayerSettings, Theme
from bot.views.action_menu import LABELS, action_menu
from bot.views.board_image import side_for
from bot.views.components import ComponentId, StaleComponent
from bot.views.reply import Reply
from bot.views.rule_cards import card_view
from engine import variant


@component_handler("menu")
async def open_menu(ctx: CommandContext, control: ComponentId) -> Reply:
    """Open the menu for the current state of the match, even from an old board."""
    player = ctx.player
    match, can, settings = await ctx.read(_load_menu, control.subject, player, ctx.now)
    turned = settings.board_side == "first" and side_for(
        match, match.seat_of(player), PlayerSettings(player, board_side="mine")
    )
    return Reply(view=action_menu(ctx.t, match, can, player=player, turned=bool(turned)))


class _Menu(NamedTuple):
    """A match, the actions available to the player, and the player's settings."""

    match: Match
    actions: list[available_actions.Action]
    settings: PlayerSettings


def _load_menu(tx: Tx, match_id: int, player: int, now: int) -> _Menu:
    match = lifecycle.load(tx, match_id)
    can = available_actions.available_actions(tx, match, player, now=now)
    return _Menu(match, can, player_settings.load_settings(tx, player))


@component_handler("do")
async def run_action(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle a menu button by running its game action."""
    name, _, more = control.extra.partition(":")
    if control.extra not in LABELS or name not in GAME_ACTIONS:
        raise StaleComponent(name)
    return await GAME_ACTIONS[name](ctx, control.subject, more)


@game_action("rules")
async def show_rules(ctx: CommandContext, match: int, more: str = "") -> Reply:
    """Show the rule card of a match's variant, including its optional rules."""
    played_match, theme = await ctx.read(_load_match_and_theme, match, ctx.player)
    return await card_view(ctx.t, variant(played_match.variant), theme)


def _load_match_and_theme(tx: Tx, match_id: int, player: int) -> tuple[Match, Theme]:
    match = lifecycle.load(tx, match_id)
    return match, guild_settings.board_theme(tx, match.guild, player)
