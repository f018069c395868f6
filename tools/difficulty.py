"""How hard each figure is for blind play, and the order in which the figures have their days.

Blind play makes any turn that is possible, all alike, until no man can move: the more men are then left
in the yard, the more ways there are to go wrong. The draws are our own arithmetic, so that every Python
has the same numbers.
"""

from collections.abc import Sequence

from engine.puzzles import YARD, catalogue, solver

PLAYS = 100
"""So many times a figure is played."""
STEPS = 16
"""In so many parts of a man the mean is told."""
RAMP = 364
"""After so many days all figures are drawn from; before, only some of the easiest."""
FEWEST = 21
"""The figures that are drawn from on the first day."""
WEEKEND = (4, 5)
"""The days of a week that begins on a Tuesday, like the first day, 1 December 2026."""


class Draw:
    """Chance of 64 bits that never changes."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def below(self, number: int) -> int:
        """A number from 0 on, below this one."""
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self._state >> 33) % number


def difficulty(number: int) -> int:
    """How many men blind play leaves in the yard on average, in sixteenths of a man."""
    draw = Draw(number)
    men = solver.bits(YARD)
    goal = solver.bits(catalogue.figure(number))
    stuck = sum(_left(men, goal, draw) for _ in range(PLAYS))
    return stuck * STEPS // PLAYS


def _left(men: int, goal: int, draw: Draw) -> int:
    """How many men are still in the yard when none can move."""
    left = goal
    while pairs := sorted(solver.pairs(men, left, men | goal ^ left)):
        origin, place = pairs[draw.below(len(pairs))]
        men, left = men ^ origin, left ^ place
    return men.bit_count()


def order(difficulties: Sequence[int]) -> list[int]:
    """The number of the figure of each day: at first one of the easiest, in time any; at the weekend one
    of the harder third of those that are drawn from."""
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
