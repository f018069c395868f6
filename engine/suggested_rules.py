"""Optional rules suggested for new games, based on measurements.

A game without options keeps the rules of its source. A rule is suggested for a game in which the
player who moves first has a clear advantage that the rule reduces. It may then be preselected when
a game is set up. `docs/equal-turns.md` has the measurements.
"""

from collections.abc import Mapping

from engine.former_keys import current_key
from engine.optional_rules import N_

EQUAL_TURNS = "equal-turns"

FIRST_WINS: Mapping[str, int] = {
    "carrera": 82,
    "top-secret-centre": 89,
}
"""Percentage of points won by the player who moves first.

Only for the games in which equal turns are suggested.
"""

SENTENCE = N_(
    "The player who moves first wins {n} of 100 games; equal turns make this game fairer."
)
"""The reason for suggesting equal turns; `n` is the number in `FIRST_WINS`."""


def suggested_rules(key: str) -> tuple[str, ...]:
    """Return the names of the options that are suggested but not in the key.

    >>> suggested_rules("carrera")
    ('equal-turns',)
    >>> suggested_rules("carrera+equal-turns")
    ()
    >>> suggested_rules("halma")
    ()
    """
    plain, *names = current_key(key).split("+")
    return (EQUAL_TURNS,) if plain in FIRST_WINS and EQUAL_TURNS not in names else ()


def first_player_wins(key: str) -> int:
    """Return how many of 100 games the first player wins, for use in `SENTENCE`.

    Raises `KeyError` if no rule is suggested for the game.
    """
    return FIRST_WINS[current_key(key).partition("+")[0]]
