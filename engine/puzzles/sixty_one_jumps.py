"""The rulebook's first solitaire: a move of 14 squares that takes 61 jumps.

"Place a man in the near left-hand corner (I, 1) of the board; and so arrange the other 37 men that
your first man may go by a single move 14 squares diagonally (i.e., to XV, 15); but be compelled to
make 61 jumps in doing it." The man is compelled to do so if the shortest hop there has 61 jumps.
The book prints no solution.
"""

from collections.abc import Iterable
from typing import NamedTuple

from engine.position import Position, man
from engine.puzzles import placement_text
from engine.variants.halma import BOARD, HALMA

MEN = 38
JUMPS = 61
CORNER = BOARD.cell(1, 1)
"""The cell where the first man starts."""
TARGET = BOARD.cell(15, 15)
"""The cell that the first man has to reach."""

ANSWER = frozenset(
    placement_text.parse_placement(
        "I: 1; II: 2, 4, 6, 8, 10, 12, 14, 15; IV: 1; V: 6; VI: 2, 4, 8, 10, 12, 14; VIII: 1, 6, 14;"
        "IX: 2, 10; X: 4, 8, 11, 14; XI: 4, 8, 12; XII: 15; XIV: 1, 2, 4, 6, 8, 10, 12, 14"
    )
)
"""The men's cells in one solution, found by our own search. Others may exist."""

FAULTS = {
    "corner": "no man stands on I,1",
    "target": "XV,15 is not empty",
    "men": "there must be 38 men, the first one included",
    "no-way": "no hop leads from I,1 to XV,15",
    "jumps": "the shortest hop has another number of jumps than 61",
}
"""Every fault that an `ArrangementCheck` may name, with its meaning."""


class ArrangementCheck(NamedTuple):
    """The result of checking an arrangement of men."""

    faults: tuple[str, ...]
    """The faults found, as keys of `FAULTS`; () if the puzzle is solved."""
    men: int
    """The number of men, including the one that has to reach XV,15."""
    route: tuple[int, ...]
    """The shortest hop from I,1 to XV,15 with all landings; () if there is none."""

    @property
    def solved(self) -> bool:
        """Whether the first man is compelled to make 61 jumps."""
        return not self.faults

    @property
    def jumps(self) -> int:
        """The number of jumps in the shortest hop; 0 if there is none."""
        return max(0, len(self.route) - 1)


def check_61(cells: Iterable[int]) -> ArrangementCheck:
    """Check an arrangement of any number of men, one on each of these cells."""
    standing = frozenset(cells)
    faults = []
    route: tuple[int, ...] = ()
    if CORNER not in standing:
        faults.append("corner")
    if TARGET in standing:
        faults.append("target")
    if len(standing) != MEN:
        faults.append("men")
    if CORNER in standing and TARGET not in standing:
        route = _shortest(standing)
        if not route:
            faults.append("no-way")
        elif len(route) - 1 != JUMPS:
            faults.append("jumps")
    return ArrangementCheck(tuple(faults), len(standing), route)


def _shortest(standing: frozenset[int]) -> tuple[int, ...]:
    """Return the shortest hop of the man on I,1 to XV,15; () if none exists."""
    cells = bytes(man(0) if cell in standing else 0 for cell in range(len(BOARD.spots)))
    hops = HALMA.from_cell(Position(cells, 0), CORNER)
    return next((hop.path for hop in hops if hop.path[-1] == TARGET), ())
