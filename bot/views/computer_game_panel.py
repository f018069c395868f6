"""Panel behind "Play the computer": choice of game and level."""

from collections.abc import Sequence

from discord import ui

from bot.i18n.translator import Words
from bot.texts.computer_levels import about_level, numbered_level
from bot.texts.game_names import both_names
from bot.views.challenge_post import about_game
from bot.views.components import Control, Press, choose, layout, rows
from engine import VARIANTS, Variant, variant
from engine.search import levels

GAME = "halma-8"
"""Default game."""
USUAL = 2
"""Default level, for games that have it."""


def play_button(words: Words, game: str = GAME) -> Press:
    """Return the button that opens the panel with this game selected."""
    return Press(Control("computer", 0, more=game), words.say("Play the computer"), emoji="🤖")


def panel(words: Words, game: str, games: Sequence[str], where: str = "") -> ui.LayoutView:
    """Build the panel; `where` says where the match will be, if not here."""
    plain = game.partition("+")[0]
    offered = {key: both_names(words, VARIANTS[key]) for key in (plain, *games)}
    return layout(
        "### " + words.say("Play the computer"),
        [about_game(words, game), where],
        choose(Control("computer-game", 0), offered, plain),
        _levels(words, game),
        *rows(
            *level_buttons(words, game, "computer-begin", 0),
            Press(Control("computer-begin", 0, more=f"0:{game}"), words.say("I'll play all sides")),
        ),
    )


def _levels(words: Words, game: str) -> list[str]:
    return [f"- {about_level(words, one.number)}" for one in levels(variant(game))]


def usual(game: Variant) -> int:
    """Return the default level of a game, or its weakest if it lacks that one."""
    offered = [one.number for one in levels(game)]
    return USUAL if USUAL in offered else offered[0]


def level_buttons(words: Words, game: str, action: str, subject: int) -> list[Press]:
    """Return a button for each level of a game."""
    rules = variant(game)
    return [
        Press(
            Control(action, subject, more=f"{one.number}:{game}"),
            numbered_level(words, one.number),
            "primary" if one.number == usual(rules) else "secondary",
        )
        for one in levels(rules)
    ]


def filling(words: Words, challenge: int, game: str) -> ui.LayoutView:
    """Build the question at which level the computer player fills the free seats."""
    return layout(
        words.say(
            "The computer will take the free seats, and the game will not be rated. Which level?"
        ),
        _levels(words, game),
        *rows(*level_buttons(words, game, "fill", challenge)),
    )
