"""Figures of nineteen men: the four printed diagrams, and what makes a figure symmetrical.

The diagonal is the one from the near left corner, I,1, to the far right one, XVI,16: a figure is
symmetrical on it if for each man on row r, place c there is one on row c, place r.

Source: the rulebook of 1885, diagrams A to D. Diagram A is drawn here from its key; of diagram B the
last man but one is read on VII,8, where key and symmetry put it.
"""

from collections.abc import Collection

from engine.puzzles import placement_text
from engine.variants.halma import BOARD, NEAR_LEFT

YARD = NEAR_LEFT
"""The yard of nineteen squares in the near left corner."""

FIGURES = {
    letter: frozenset(placement_text.read(rows))
    for letter, rows in {
        "A": "III: 5-8; IV: 4, 5, 7; V: 3-7; VI: 3, 5, 6; VII: 3-5; VIII: 3",
        "B": "II: 6; III: 5-7; IV: 4, 5, 7; V: 3-5; VI: 2, 3, 6, 7; VII: 3, 4, 6, 8; VIII: 7",
        "C": "III: 5, 6; IV: 4-7; V: 3-7; VI: 3-7; VII: 4-6",
        "D": "II: 6; III: 5, 6; IV: 4-6; V: 3-7; VI: 2-7; VII: 5, 6",
    }.items()
}
"""The cells of each printed diagram by its letter."""


def symmetrical(cells: Collection[int]) -> bool:
    """Is the figure its own mirror image in the diagonal from I,1 to XVI,16?"""
    spots = {BOARD.spots[cell] for cell in cells}
    return all((place, row) in spots for row, place in spots)


def brought_out(cells: Collection[int]) -> bool:
    """Do nineteen men form a symmetrical figure outside the yard?"""
    return len(cells) == len(YARD) and YARD.isdisjoint(cells) and symmetrical(cells)


def diagram(cells: Collection[int]) -> str | None:
    """The letter of the printed diagram that the cells are; None if they are none of the four."""
    return next((letter for letter, figure in FIGURES.items() if figure == set(cells)), None)
