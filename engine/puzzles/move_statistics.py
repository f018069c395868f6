"""Move statistics of the known solutions, used for move ordering in the solver.

They are counted over the stored solutions of all figures: when each man leaves the yard, when each
square is filled, and which man fills it. The solver first tries the turn that is most common in
these solutions. This finds a solution several times more often than ordering the turns by the
remaining work.
"""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import combinations
from math import log
from typing import NamedTuple

from engine.puzzles import catalogue
from engine.puzzles.figures import YARD
from engine.variants.halma import BOARD

_EVERY = 10
"""Sampling interval: only every Nth solution is counted for the leaving order."""
_WEIGHT = 0.3
"""Weight of the leaving order for each other man in the yard.

Other terms have weight 1.
"""


class MoveStatistics(NamedTuple):
    """Logarithms of frequencies in the known solutions. Men and places are cells."""

    leaving: tuple[Mapping[int, float], ...]
    """How often each man is the next to leave, by the number of men in the yard."""
    filling: tuple[Mapping[int, float], ...]
    """How often each place is the next to be filled, by the number of men in the yard.

    The frequency is relative to how often the place is filled at all.
    """
    going: Mapping[tuple[int, int], float]
    """How often a man fills a place, by (man, place)."""
    before: Mapping[tuple[int, int], float]
    """How often one man leaves before another, by (man, other man)."""


@cache
def move_statistics() -> MoveStatistics:
    """Return the statistics of the solutions of all figures."""
    turns = [*catalogue.turn_columns()][::-1]  # index + 1 men are in the yard before the turn
    men = [Counter(turn[0]) for turn in turns]
    places = [Counter(turn[1]) for turn in turns]
    pairs: Counter[tuple[int, int]] = Counter()
    for turn in turns:
        pairs.update(zip(*turn, strict=True))
    filled = sum(places, Counter[int]())
    order: Counter[tuple[int, int]] = Counter()
    for number in range(1, catalogue.count() + 1, _EVERY):
        order.update(combinations((origin for origin, _ in catalogue.turns(number)), 2))
    ways = catalogue.count()
    cells = range(len(BOARD.spots))
    return MoveStatistics(
        ({}, *({man: log((some[man] + 5) / ways) for man in YARD} for some in men)),
        ({}, *({to: log((some[to] + 5) / (filled[to] + 100)) for to in cells} for some in places)),
        {
            (man, place): log((pairs[man, place] + 1) / (filled[place] + 100))
            for man in YARD
            for place in cells
        },
        {
            (man, other): _WEIGHT * log((order[man, other] + 5) / (ways // _EVERY + 10))
            for man in YARD
            for other in YARD
        },
    )
