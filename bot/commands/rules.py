"""`/rules`: rule cards of the games, and the buttons that show one."""

from discord.app_commands import locale_str

from bot.app import CommandContext
from bot.dialogs import variant_picker
from bot.registry import Option, command, component_handler
from bot.service.guilds import guild_settings
from bot.store.models import Theme
from bot.views.components import ComponentId, StaleComponent
from bot.views.player_labels import variant_of
from bot.views.reply import Reply
from bot.views.rule_cards import PAGES, card_view, how_to_play_view
from engine import Variant


@command(
    "rules",
    locale_str("How a game is played"),
    game=Option(
        locale_str("Which game? Leave empty for Halma on the small board"),
        autocomplete=variant_picker.game_autocomplete,
    ),
)
async def rules_command(ctx: CommandContext, game: str = variant_picker.FAVOURITES[0]) -> Reply:
    """Handle the `/rules` command."""
    return await _rule_card(ctx, variant_picker.resolve_variant(game))


async def _rule_card(ctx: CommandContext, game: Variant, page: str = "rules") -> Reply:
    return await card_view(ctx.t, game, await _theme(ctx), page)


async def _theme(ctx: CommandContext) -> Theme:
    """Return the theme in which the caller sees boards."""
    return await ctx.read(guild_settings.board_theme, ctx.guild, ctx.player)


def _parse_game(key: str) -> Variant:
    """Return the game of a button. Raises `StaleComponent` if it no longer exists."""
    game = variant_of(key)
    if game is None:
        raise StaleComponent(key)
    return game


@component_handler("rules", about="else")
async def show_rules(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Rules button: send the card in a new ephemeral message."""
    return await _rule_card(ctx, _parse_game(control.extra))


@component_handler("card", edits=True, about="else")
async def turn_page(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle a page button of a card."""
    page, _, key = control.extra.partition(":")
    if page not in PAGES:
        raise StaleComponent(page)
    return await _rule_card(ctx, _parse_game(key), page)


@component_handler("how", about="else")
async def open_how_to_play(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the How to play button: show a short introduction to a game.

    The small board is used if the button names no game.
    """
    game = _parse_game(control.extra or variant_picker.FAVOURITES[0])
    return await how_to_play_view(ctx.t, game, await _theme(ctx))
