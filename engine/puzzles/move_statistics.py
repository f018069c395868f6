"""What the known ways usually do: which man leaves when, which square is filled when, and by whom.

The ways of all figures are counted. Where a search has a choice, the turn that they would make goes
first: it finds a way several times as often as by how much a turn leaves to do.
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
"""Of so many ways one is asked which man leaves before which."""
_WEIGHT = 0.3
"""How much that counts for each other man in the yard, beside the other habits."""


class Habits(NamedTuple):
    """Logarithms of how often the known ways do something; men and places are cells."""

    leaving: tuple[Mapping[int, float], ...]
    """By the number of men in the yard: the man who leaves."""
    filling: tuple[Mapping[int, float], ...]
    """By the number of men in the yard: the place that is filled, of all the times that it is."""
    going: Mapping[tuple[int, int], float]
    """(man, place): of all who fill the place, this man."""
    before: Mapping[tuple[int, int], float]
    """(man, other man): the first leaves before the other."""


@cache
def habits() -> Habits:
    """What the ways of all figures do."""
    turns = [*catalogue.columns()][
        ::-1
    ]  # by how many men are in the yard when it is made, from one on
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
    return Habits(
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
