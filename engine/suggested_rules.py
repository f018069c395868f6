"""Optional rules suggested for new games, by custom or because of measurements.

A game without options keeps the rules of its source. A rule is suggested if the game is usually
played with it (`Variant.suggested`). Equal turns are also suggested for a game in which the player
who moves first has a clear advantage that the rule reduces; `docs/equal-turns.md` has the
measurements. A suggested rule is preselected in forms, and holds if only the game is named.
"""

from collections.abc import Mapping

from engine.former_keys import current_key, plain_key
from engine.optional_rules import N_
from engine.registry import VARIANTS, variant
from engine.variant_definition import Variant

EQUAL_TURNS = "equal-turns"

FIRST_WINS: Mapping[str, int] = {
    "carrera": 82,
    "top-secret-centre": 89,
    "ugolki-10": 58,
    "ugolki-9": 57,
}
"""Percentage of points won by the player who moves first.

Only for the games in which equal turns are suggested because of it.
"""

SENTENCE = N_(
    "The player who moves first wins {n} of 100 games; equal turns make this game fairer."
)
"""The reason for suggesting equal turns; `n` is the number in `FIRST_WINS`."""
USUAL = N_("Usual in this game: {rule}.")
"""The reason for suggesting a rule by custom; `rule` is its title."""


def suggested_rules(key: str) -> tuple[str, ...]:
    """Return the names of the options that are suggested but not in the key.

    >>> suggested_rules("carrera")
    ('equal-turns',)
    >>> suggested_rules("carrera+equal-turns")
    ()
    >>> suggested_rules("ugolki-9")
    ('equal-turns',)
    >>> suggested_rules("halma")
    ()
    """
    plain, *chosen = current_key(key).split("+")
    game = VARIANTS.get(plain)
    names = {*game.suggested} if game else set()
    if plain in FIRST_WINS:
        names.add(EQUAL_TURNS)
    return tuple(sorted(names.difference(chosen)))


def as_usual(key: str) -> Variant:
    """Return the variant that is played if someone names a game and no rules.

    It has the suggested rules, unless the key has options already. Raises `KeyError` as `variant`.

    >>> as_usual("carrera").key
    'carrera+equal-turns'
    >>> as_usual("carrera+full").key
    'carrera+full'
    """
    return variant(key if "+" in key else "+".join((key, *suggested_rules(key))))


def first_player_wins(key: str) -> int | None:
    """Return how many of 100 games the first player wins, for use in `SENTENCE`.

    None if equal turns are not suggested because of a measurement.
    """
    return FIRST_WINS.get(plain_key(key))
