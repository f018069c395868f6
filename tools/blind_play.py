"""Blind play at the figures, which orders the daily puzzles.

Blind play makes uniformly random legal turns until no man can move. The more men remain in the
yard, the easier it is to go wrong. The random generator is implemented here, so that every Python
version gives the same numbers.
"""

from collections.abc import Sequence

from engine.puzzles import YARD, catalogue, solver

PLAYS = 100
"""Number of playouts per figure."""
STEPS = 16
"""The mean is stored in sixteenths of a man."""
RAMP = 364
"""Number of days until all remaining figures are available.

Before that, only the easiest figures are.
"""
FEWEST = 21
"""Minimum number of figures to choose from, as on the first day."""
WEEKEND = (4, 5)
"""Saturday and Sunday, as numbers of days after Tuesday. Day 0 is a Tuesday."""


class Draw:
    """A 64-bit linear congruential generator, the same in every Python version."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def below(self, number: int) -> int:
        """Return a random number from 0 to `number` - 1."""
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self._state >> 33) % number


def men_left(number: int) -> int:
    """Return the mean number of men left by blind play, in sixteenths of a man."""
    draw = Draw(number)
    men = solver.to_bits(YARD)
    goal = solver.to_bits(catalogue.figure(number))
    stuck = sum(_left(men, goal, draw) for _ in range(PLAYS))
    return stuck * STEPS // PLAYS


def _left(men: int, goal: int, draw: Draw) -> int:
    """Return the number of men left in the yard after one random playout."""
    left = goal
    while pairs := sorted(solver.possible_pairs(men, left, men | goal ^ left)):
        origin, place = pairs[draw.below(len(pairs))]
        men, left = men ^ origin, left ^ place
    return men.bit_count()


def order(difficulties: Sequence[int]) -> list[int]:
    """Return the figure numbers in the order of the days on which they appear.

    At first only the easiest figures are available; after a year, all remaining figures are.
    Weekend days get a figure from the hardest third of the available figures, other days one from
    the rest.
    """
    draw = Draw(1885)
    lots = [(each, draw.below(2**31), number) for number, each in enumerate(difficulties, 1)]
    waiting = [number for _, _, number in sorted(lots)]
    days: list[int] = []
    while waiting:
        day = min(len(days), RAMP)
        some = min(len(waiting), max(FEWEST, len(waiting) * day * day // RAMP**2))
        easier = max(1, some * 2 // 3)
        harder = some > easier and len(days) % 7 in WEEKEND
        at = easier + draw.below(some - easier) if harder else draw.below(easier)
        days.append(waiting.pop(at))
    return days
