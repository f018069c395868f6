"""`/rules`: rule cards of the games, and the buttons that show one."""

from functools import partial

from discord.app_commands import locale_str

from bot.app import Call
from bot.commands import variant_picker
from bot.registry import Option, command, handles
from bot.service.guilds import board_themes
from bot.store.models import Theme
from bot.views.components import Control, OldControl
from bot.views.player_labels import rules_of
from bot.views.reply import Reply
from bot.views.rule_cards import PAGES, card, how
from engine import Variant


@command(
    "rules",
    locale_str("How a game is played"),
    game=Option(
        locale_str("Which game? Leave empty for the small board"), offer=variant_picker.games_like
    ),
    rule=Option(
        locale_str("An optional rule"), offer=partial(variant_picker.rules_like, goals=None)
    ),
)
async def rules(call: Call, game: str = variant_picker.FAVOURITES[0], rule: str = "") -> Reply:
    """Handle the `/rules` command."""
    return await _card(call, variant_picker.form(game, rule=rule))


async def _card(call: Call, game: Variant, page: str = "rules") -> Reply:
    return await card(call.said, game, await _theme(call), page)


async def _theme(call: Call) -> Theme:
    """Return the theme in which the caller sees boards."""
    async with call.read() as tx:
        return await board_themes.of_person(tx, call.player, call.guild)


def _game(key: str) -> Variant:
    """Return the game of a button. Raises `OldControl` if it no longer exists."""
    game = rules_of(key)
    if game is None:
        raise OldControl(key)
    return game


@handles("rules", about="else")
async def rules_button(call: Call, control: Control) -> Reply:
    """Handle the Rules button: send the card in a new ephemeral message."""
    return await _card(call, _game(control.more))


@handles("card", edits=True, about="else")
async def page_button(call: Call, control: Control) -> Reply:
    """Handle a page button of a card."""
    page, _, key = control.more.partition(":")
    if page not in PAGES:
        raise OldControl(page)
    return await _card(call, _game(key), page)


@handles("how", about="else")
async def how_button(call: Call, control: Control) -> Reply:
    """Handle the How it is played button: a short introduction to a game.

    The small board is used if the button names no game.
    """
    game = _game(control.more or variant_picker.FAVOURITES[0])
    return await how(call.said, game, await _theme(call))
