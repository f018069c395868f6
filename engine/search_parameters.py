"""`SearchParameters`: the numbers in the computer's evaluation and search."""

from dataclasses import dataclass


@dataclass(frozen=True)
class SearchParameters:
    """Numbers in the evaluation and the search of a game.

    A game sets its own in `Variant.search_parameters`. `python -m tools tune` plays one set of
    numbers against another, see `docs/tuning.md`.
    """

    exponent: float = 2.0
    """Power of the distance to the tip of the goal in the piece-square tables.

    With a power above 1, moving the rearmost man forward gains most.
    """
    aside: float = 0.1
    """Weight of the distance from the straight line to the tip.

    The distance to the tip itself has weight 1.
    """
    free_aside: float = 1.0
    """Distance from the straight line to the tip that is not counted."""
    outside: float = 0.5
    """Minimum gap between the farthest goal cell's distance and that of other cells."""
    wide: int = 24
    """The number of turns searched at the root."""
    narrow: int = 8
    """The number of turns searched per position below the root, at most 64."""
    unreduced: int = 2
    """The number of turns per position below the root that are searched to full depth at once."""
    unreduced_root: int = 4
    """The number of turns at the root that are searched to full depth at once."""
    lines: int = 32
    """The number of lines kept per round with more than two seats, see `search.prediction`."""
    discount: float = 0.7
    """Weight of a gain one round later, relative to a gain now, with more than two seats."""
    race_share: float = 0.85
    """Share of the search budget that goes to the race search if the game is a race."""
    rivals_fade: int = 0
    """The length of a game, in turns of all seats, in which the rivals' lead loses its weight.

    The weight begins to fall after half of these turns; with 0, it stays the same.
    """


DEFAULT_PARAMETERS = SearchParameters()
"""The parameters of games that do not set their own."""
