"""Optional rules suggested for new games, based on measurements.

The plain games stay as their sources have them. A rule is suggested, and may be selected in advance
when a game is set up, where the player who moves first has a clear advantage and the rule reduces
it. `docs/equal-turns.md` has the measurement.
"""

from collections.abc import Mapping

from engine.former_keys import current_key
from engine.optional_rules import N_

EQUAL_TURNS = "equal-turns"

FIRST_WINS: Mapping[str, int] = {
    "carrera": 82,
    "top-secret-centre": 89,
}
"""How many of 100 points the player who moves first wins, where equal turns are suggested."""

SENTENCE = N_("The first player wins {n} of 100 games here; equal turns make it fairer.")
"""Why equal turns are suggested; `n` is the number in `FIRST_WINS`."""


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
    """Return how many of 100 games the first player wins, for `SENTENCE`.

    Raises `KeyError` if no rule is suggested for the game.
    """
    return FIRST_WINS[current_key(key).partition("+")[0]]
