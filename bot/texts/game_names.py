"""Translated names of games, pieces and computer levels."""

import re
from collections.abc import Mapping

from bot.i18n.translator import LANGUAGES, N_, Translator
from bot.service.computer_levels import LEVEL_NAMES
from engine import VARIANTS, Variant, variant
from engine.board import NE, NW, SE, SW, E, N, S, W
from engine.former_keys import plain_key
from engine.optional_rules import chosen_options
from engine.rim_board import PieceMover

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
    N_("Ugolki"),
)
"""Game names that contain translatable words; all other names are not translated."""

SEARCH_WORDS: Mapping[str, str] = {
    "halma-8": "Grasshopper",
    "ugolki": "Corners Уголки",
}
"""Other names by which players look for a game, by the game's key."""

_FORM = re.compile(
    r"(?P<name>.+?)(?P<advanced>, advanced)?(?:,? for (?P<players>\d))?(?: with (?P<men>\d+) men)?"
    r"(?P<partners> with partners)?"
)


def game_name(t: Translator, game: Variant | str, *, both: bool = False) -> str:
    """Return the translated name with its options: "Sternhalma für 3, voller Hof".

    With `both`, the English name follows if it differs. The game may be a key; an unknown key is
    returned unchanged.
    """
    if isinstance(game, str):
        key = game
        try:
            game = variant(key)
        except KeyError:
            return key
    name = _translated_name(t, game)
    return f"{name} · {game.name}" if both and name != game.name else name


def _translated_name(t: Translator, game: Variant) -> str:
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
    if form["men"]:
        name = t.translate("{game} with {n} men", game=name, n=form["men"])
    if form["partners"]:
        name = t.translate("{game} with partners", game=name)
    return ", ".join((name, *(t.translate(option.title) for option in chosen_options(game))))


def plain(game: Variant) -> Variant:
    """Return the variant without its optional rules."""
    return VARIANTS[plain_key(game.key)]


ROBOT = "🤖"
"""The emoji in front of the computer's name."""

LEVELS = {
    1: (LEVEL_NAMES[1], N_("good for beginners")),
    2: (LEVEL_NAMES[2], N_("good for casual players")),
    3: (LEVEL_NAMES[3], N_("makes you think")),
    4: (LEVEL_NAMES[4], N_("plays to win")),
}
"""The (name, description of strength) of each level, weakest first."""


def level_name(t: Translator, level: int) -> str:
    """Return the name of a level."""
    return t.translate(LEVELS[level][0])


def numbered_level(words: Translator, level: int) -> str:
    """Return the name of a level with its number, for buttons: "Runner (level 2)"."""
    return words.translate("{level} (level {n})", level=level_name(words, level), n=level)


def computer_name(t: Translator, level: int) -> str:
    """Return the computer's name as a player: "🤖 Computer (Runner, level 2)"."""
    return f"{ROBOT} " + t.translate(
        "Computer ({level}, level {n})", level=level_name(t, level), n=level
    )


def plain_computer_name(t: Translator, level: int) -> str:
    """Return the computer's name for lists and titles: "Computer (Runner)"."""
    return t.translate("Computer ({level})", level=level_name(t, level))


def level_description(t: Translator, level: int) -> str:
    """Return a level with its description: "Runner (level 2): good for ..."."""
    about = t.translate(LEVELS[level][1])
    return t.translate(
        "{level} (level {n}): {about}", level=level_name(t, level), n=level, about=about
    )


KINDS: Mapping[str, str] = {
    "man": N_("man"),
    "horse": N_("horse"),
    "triangle": N_("triangle"),
    "square": N_("square"),
    "circle": N_("circle"),
    "diamond": N_("diamond"),
}
"""Names by the engine's `Kind.name`. Move notation keeps the English names."""

COLOURS: Mapping[str, str] = {
    "White": N_("White"),
    "Black": N_("Black"),
    "Red": N_("Red"),
    "Yellow": N_("Yellow"),
    "Green": N_("Green"),
    "Blue": N_("Blue"),
}
"""Colour names by the name of the `render.theme.Seating`."""

EMBLEMS: Mapping[str, str] = {
    "dot": N_("dot"),
    "ring": N_("ring"),
    "cross": N_("cross"),
    "bar": N_("bar"),
    "fork": N_("fork"),
    "bars": N_("bars"),
}
"""Emblem names by the emblem of the `render.theme.Seating`."""

_WAYS: Mapping[tuple[int, ...], str] = {
    (NE, NW): N_("diagonally forwards"),
    (NE, NW, S): N_("diagonally forwards or straight back"),
    (N, E, W): N_("straight forwards or sideways"),
    (N, E, S, W): N_("straight forwards, sideways or back"),
    (N, NE, NW, E, W): N_("forwards, diagonally forwards or sideways"),
    (NE, NW, SE, SW): N_("diagonally, forwards or back"),
    tuple(range(8)): N_("in all eight directions"),
}
"""Descriptions of sets of directions, from the viewpoint of the piece's owner."""


def shapes(t: Translator, game: Variant) -> list[str]:
    """Return a line for each kind of piece, saying how it moves; empty for plain men."""
    lines, start = [], game.start()
    for kind, number in zip(game.kinds, game.in_hand(start, 0), strict=True):
        mover = kind.movers[0]
        if isinstance(mover, PieceMover) and number:
            steps, jumps = t.translate(_WAYS[mover.steps]), t.translate(_WAYS[mover.jumps])
            name = f"**{number} × {t.translate(KINDS[kind.name])}**"
            if mover.steps == mover.jumps:
                lines.append(t.translate("{shape}: steps and jumps {ways}", shape=name, ways=steps))
            else:
                lines.append(
                    t.translate(
                        "{shape}: steps {steps}; jumps {jumps}",
                        shape=name,
                        steps=steps,
                        jumps=jumps,
                    )
                )
    return lines
