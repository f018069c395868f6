"""Translated names of the games, followed by their English names in lists."""

import re

from bot.i18n.translator import LANGUAGES, N_, Translator
from engine import VARIANTS, Variant
from engine.former_keys import plain_key
from engine.optional_rules import chosen_options

NAMES = (
    N_("Chinese Checkers"),
    N_("Halma for four"),
    N_("Halma for four (partners side by side)"),
    N_("Halma for four (partners opposite)"),
    N_("Hexma on a hexagon"),
    N_("Le Zug (backwards in the camp)"),
    N_("Platonic Halma"),
    N_("Pythagoreic Halma"),
    N_("Super Chinese Checkers"),
    N_("Top Secret (leave the centre)"),
)
"""Game names that contain translatable words; all other names are not translated."""

_FORM = re.compile(r"(?P<name>.+?)(?P<advanced>, advanced)?(?:,? for (?P<players>\d))?")


def game_name(t: Translator, game: Variant) -> str:
    """Return the translated name with its options: "Sternhalma für 3, voller Hof"."""
    if t.language == LANGUAGES[0]:
        return game.name
    form = _FORM.fullmatch(plain(game).name)
    assert form is not None
    english = form["name"]
    name = t.translate(english)
    if form["advanced"]:
        name = t.translate("{game}, advanced", game=name)
    if form["players"]:
        name = t.translate("{game} for {players}", game=name, players=form["players"])
    return ", ".join((name, *(t.translate(option.title) for option in chosen_options(game))))


def plain(game: Variant) -> Variant:
    """Return the variant without its optional rules."""
    return VARIANTS[plain_key(game.key)]


def both_names(t: Translator, game: Variant) -> str:
    """Return the translated name, followed by the English name if it differs."""
    local_name = game_name(t, game)
    return local_name if local_name == game.name else f"{local_name} · {game.name}"
