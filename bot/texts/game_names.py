"""What games are called in the reader's language, with their English names beside them in lists."""

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
    mark("Halma for four (neighbours partners)"),
    mark("Halma for four (partners opposite)"),
    mark("Hexma on a hexagon"),
    mark("Le Zug (back in the camp)"),
    mark("Platonic Halma"),
    mark("Pythagoreic Halma"),
    mark("Super Chinese Checkers"),
    mark("Top Secret (leave the centre)"),
)
"""Names with words to translate; all others are names in every language."""

_FORM = re.compile(r"(?P<name>.+?)(?P<advanced>, advanced)?(?:,? for (?P<players>\d))?")


def game_name(words: Words, game: Variant) -> str:
    """The name of a game, with the rules that are chosen: "Sternhalma für 3, voller Hof"."""
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
    """The name, and behind it the English one if that is another."""
    here = game_name(words, game)
    return here if here == game.name else f"{here} · {game.name}"
