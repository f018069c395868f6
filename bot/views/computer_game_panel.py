"""Panel behind "Play the computer": choice of game and level."""

from collections.abc import Sequence

from discord import ui

from bot.i18n.translator import Translator
from bot.texts.game_names import game_name, level_description, numbered_level
from bot.views.challenge_post import about_game
from bot.views.components import Button, ComponentId, button_rows, layout, select_of
from engine import VARIANTS, Variant, variant
from engine.former_keys import plain_key
from engine.search import levels
from engine.suggested_rules import as_usual

GAME = "halma-8"
"""Default game."""
DEFAULT_LEVEL = 2
"""Default level, for games that have it."""


def play_button(t: Translator, game: str = GAME) -> Button:
    """Return the button that opens the panel with this game selected."""
    return Button(
        ComponentId("computer", 0, extra=game), t.translate("Play the computer"), emoji="🤖"
    )


def computer_panel(
    t: Translator, game: str, games: Sequence[str], where: str = ""
) -> ui.LayoutView:
    """Build the panel. `where` says where the match will be played, if elsewhere."""
    plain = plain_key(game)
    offered = {key: game_name(t, VARIANTS[key], both=True) for key in (plain, *games)}
    return layout(
        "### " + t.translate("Play the computer"),
        [about_game(t, as_usual(game).key), where],
        select_of(ComponentId("computer-game", 0), offered, plain),
        _levels(t, game),
        *button_rows(
            *level_buttons(t, game, "computer-begin", 0),
            Button(
                ComponentId("computer-begin", 0, extra=f"0:{game}"),
                t.translate("I'll play all sides"),
            ),
        ),
    )


def _levels(t: Translator, game: str) -> list[str]:
    return [f"- {level_description(t, level.number)}" for level in levels(variant(game))]


def default_level(game: Variant) -> int:
    """Return the default level, or the weakest level if the game does not have it."""
    offered = [level.number for level in levels(game)]
    return DEFAULT_LEVEL if DEFAULT_LEVEL in offered else offered[0]


def level_buttons(t: Translator, game: str, action: str, subject: int) -> list[Button]:
    """Return a button for each level of a game."""
    rules = variant(game)
    return [
        Button(
            ComponentId(action, subject, extra=f"{level.number}:{game}"),
            numbered_level(t, level.number),
            "primary" if level.number == default_level(rules) else "secondary",
        )
        for level in levels(rules)
    ]


def fill_panel(t: Translator, challenge: int, game: str) -> ui.LayoutView:
    """Build the panel for choosing the level of the computers that fill open seats."""
    return layout(
        t.translate(
            "The computer will take the free seats, and the game will not be rated. Which level?"
        ),
        _levels(t, game),
        *button_rows(*level_buttons(t, game, "fill", challenge)),
    )
