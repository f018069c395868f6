"""Translated names of the games, followed by their English names in lists."""

import re

from bot.i18n.translator import LANGUAGES, Words, mark
from bot.texts.option_texts import TITLES, options, plain
from engine import Variant

NAMES = (
    mark("Chinese Checkers"),
    mark("Halma (Ploog's goal)"),
    mark("Halma (full yard)"),
    mark("Halma (must leave home)"),
    mark("Halma for four"),
    mark("Halma for four (partners side by side)"),
    mark("Halma for four (partners opposite)"),
    mark("Hexma on a hexagon"),
    mark("Le Zug (back in the camp)"),
    mark("Platonic Halma"),
    mark("Pythagoreic Halma"),
    mark("Super Chinese Checkers"),
    mark("Top Secret (leave the centre)"),
)
"""Game names that contain translatable words; all other names stay as they are."""

_FORM = re.compile(r"(?P<name>.+?)(?P<advanced>, advanced)?(?:,? for (?P<players>\d))?")


def game_name(words: Words, game: Variant) -> str:
    """Return the translated name with its options: "Sternhalma für 3, voller Hof"."""
    if words.language == LANGUAGES[0]:
        return game.name
    form = _FORM.fullmatch(plain(game).name)
    assert form is not None
    english = form["name"]
    name = words.say(english)
    if form["advanced"]:
        name = words.say("{game}, advanced", game=name)
    if form["players"]:
        name = words.say("{game} for {players}", game=name, players=form["players"])
    return ", ".join((name, *(words.say(TITLES[option]) for option in options(game))))


def both_names(words: Words, game: Variant) -> str:
    """Return the translated name, followed by the English name if it differs."""
    here = game_name(words, game)
    return here if here == game.name else f"{here} · {game.name}"
