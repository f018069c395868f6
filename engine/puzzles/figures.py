"""Figures of nineteen men: the four printed diagrams, and the test for symmetry.

The diagonal runs from the near left corner, I,1, to the far right corner, XVI,16. A figure is
symmetrical about it if for each man on row r, place c there is a man on row c, place r.

Source: the rulebook of 1885, diagrams A to D. Diagram A is taken from its printed solution. In
diagram B the second to last man is read as VII,8, as required by the printed solution and by
symmetry.
"""

from collections.abc import Collection

from engine.puzzles import placement_text
from engine.variants.halma import BOARD, NEAR_LEFT

YARD = NEAR_LEFT
"""The yard of nineteen squares in the near left corner."""

FIGURES = {
    letter: frozenset(placement_text.parse_placement(rows))
    for letter, rows in {
        "A": "III: 5-8; IV: 4, 5, 7; V: 3-7; VI: 3, 5, 6; VII: 3-5; VIII: 3",
        "B": "II: 6; III: 5-7; IV: 4, 5, 7; V: 3-5; VI: 2, 3, 6, 7; VII: 3, 4, 6, 8; VIII: 7",
        "C": "III: 5, 6; IV: 4-7; V: 3-7; VI: 3-7; VII: 4-6",
        "D": "II: 6; III: 5, 6; IV: 4-6; V: 3-7; VI: 2-7; VII: 5, 6",
    }.items()
}
"""The cells of each printed diagram, by its letter."""


def is_symmetrical(cells: Collection[int]) -> bool:
    """Whether the figure is symmetrical about the diagonal from I,1 to XVI,16."""
    spots = {BOARD.spots[cell] for cell in cells}
    return all((place, row) in spots for row, place in spots)


def is_brought_out(cells: Collection[int]) -> bool:
    """Whether the cells are a symmetrical figure of nineteen men outside the yard."""
    return len(cells) == len(YARD) and YARD.isdisjoint(cells) and is_symmetrical(cells)


def diagram_letter(cells: Collection[int]) -> str | None:
    """Return the letter of the printed diagram with these cells, or None."""
    return next((letter for letter, figure in FIGURES.items() if figure == set(cells)), None)
