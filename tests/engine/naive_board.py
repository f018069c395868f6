"""What the naive finders stand on: squares looked up by their place in the plane, one at a time."""

from collections.abc import Callable
from functools import cache

from engine import Position, Variant

Place = tuple[float, float]
Finder = Callable[[Variant, Position], set[object]]
"""All moves of a position: (origin, end) of a man, ("drop", kind, cell) of a dropped one."""
Ends = Callable[[Variant, Position, int], set[int]]
"""Where the man on a cell can end his turn; -1 is off the board."""

SQUARE: list[Place] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
"""Right, and so on about the compass."""


@cache
def places(variant: Variant) -> dict[Place, int]:
    """Each cell by its rounded place in the plane."""
    return {(round(x, 2), round(y, 2)): cell for cell, (x, y) in enumerate(variant.board.points)}


def beyond(variant: Variant, cell: int, by: Place, times: float = 1) -> int | None:
    """The cell that lies `times` times `by` from a cell."""
    x, y = variant.board.points[cell]
    return places(variant).get((round(x + by[0] * times, 2), round(y + by[1] * times, 2)))


def owner(position: Position, cell: int) -> int:
    """The seat whose man stands there, or -1."""
    return (position.cells[cell] & 15) - 1


def lifted(position: Position, origin: int) -> list[int]:
    """The cells without the man of `origin`."""
    return [0 if cell == origin else byte for cell, byte in enumerate(position.cells)]


def man_by_man(ends: Ends, zones: Callable[[Variant, int], set[int]] | None = None) -> Finder:
    """The finder that asks for each man of the seat to move where he can end; while the seat still has
    men to drop, they go to the empty cells of its zone."""

    def find(variant: Variant, position: Position) -> set[object]:
        seat = position.turn
        if zones and position.stock[seat]:
            return {("drop", 0, to) for to in zones(variant, seat) if not position.cells[to]}
        return {
            (cell, end)
            for cell in range(len(position.cells))
            if owner(position, cell) == seat
            for end in ends(variant, position, cell)
        }

    return find
