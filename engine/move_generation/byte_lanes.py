"""Boards laid out so that all cells are asked at once: `Lanes`.

Each cell has a lane, one byte of a big integer, and each direction of the board is the same distance
between lanes everywhere. "Which cells have a man to their left?" is then one shift and one mask.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from graphlib import TopologicalSorter
from itertools import pairwise
from typing import TypeVar

from engine.board import Board

_DIRECTIONS = 8
"""Bits of a lane, which can hold a set of so many directions."""
_LANES = 256
"""There are at most so many lanes, so that `bytes.translate` can bring all of them to other places."""
BITS = tuple(tuple(chosen >> bit & 1 for bit in range(_DIRECTIONS)) for chosen in range(256))
"""The bits of a set of directions, for `itertools.compress`."""
MEMBERS = tuple(
    tuple(bit for bit in range(_DIRECTIONS) if chosen >> bit & 1) for chosen in range(256)
)
"""The directions in a set."""

T = TypeVar("T")

_CLOSE = 1e-6
"""Lengths in the plane that differ by less are equal."""


class Lanes:
    """The way from cells to lanes and back."""

    def __init__(self, of: Sequence[int]) -> None:
        self.of = tuple(of)
        """The lane of each cell."""
        self._size = max(of) + 1
        cells = {lane: cell for cell, lane in enumerate(of)}
        self._cell_at = bytes(cells.get(lane, _LANES - 1) for lane in range(self._size))
        self._lane_of = bytes(of)

    def pack(self, marks: bytes) -> int:
        """One byte for each cell as lanes; a lane without a cell is 0."""
        return int.from_bytes(self._cell_at.translate(marks.ljust(_LANES, b"\0")), "little")

    def unpack(self, lanes: int) -> bytes:
        """One byte for each cell; the last element, added here, is what OFF, which is -1, finds: 0."""
        return self._lane_of.translate(lanes.to_bytes(_LANES, "little")) + b"\0"

    def mask(self, cells: Iterable[int]) -> int:
        """A 1 in the lane of each of these cells."""
        marks = bytearray(self._size)
        for cell in cells:
            marks[self.of[cell]] = 1
        return int.from_bytes(marks, "little")

    def directions(self, rows: Sequence[Sequence[tuple[int, T]]]) -> dict[int, dict[int, T]]:
        """What leads away from the cells, by direction: for each cell come (neighbour, what lies that
        way); for each distance to a neighbour go the cells with what lies that way. The distances are
        in an order that agrees with that of each row."""
        ways = [
            {self.of[beside] - here: what for beside, what in row}
            for here, row in zip(self.of, rows, strict=True)
        ]
        order: TopologicalSorter[int] = TopologicalSorter()
        for row in {tuple(found): None for found in ways}:
            for way in row:
                order.add(way)
            for earlier, later in pairwise(row):
                order.add(later, earlier)
        return {
            way: {cell: found[way] for cell, found in enumerate(ways) if way in found}
            for way in order.static_order()
        }


@cache
def lanes(board: Board) -> Lanes | None:
    """The lanes of a board; None if no layout makes each direction one distance."""
    places = _places(board)
    widest = max(x for x, _ in places) + 1
    tried = ([y * wide + x for x, y in places] for wide in range(1, widest + 1))
    return next((Lanes(of) for of in tried if _fits(board, of)), None)


def _fits(board: Board, of: Sequence[int]) -> bool:
    """Has each cell a lane of its own, and each direction a distance of its own?"""
    known = {
        (direction, of[ray[0]] - of[cell])
        for cell, rays in enumerate(board.rays)
        for direction, ray in enumerate(rays)
        if ray
    }
    ways, distances = ({*part} for part in zip(*known, strict=True))
    return (
        len(ways) == len(distances) == len(known) <= _DIRECTIONS
        and len({*of}) == len(of)
        and max(of) < _LANES
    )


def _places(board: Board) -> list[tuple[int, int]]:
    """How far along and how far up each cell lies, counted in steps of two directions. Along is the
    direction in which most cells are numbered, so that rows of cells are rows of lanes."""
    ways: dict[int, tuple[float, float]] = {}
    numbered = [0] * board.directions
    for cell, rays in enumerate(board.rays):
        for direction, ray in enumerate(rays):
            if ray:
                (x0, y0), (x1, y1) = board.points[cell], board.points[ray[0]]
                ways.setdefault(direction, (x1 - x0, y1 - y0))
                numbered[direction] += ray[0] == cell + 1
    ax, ay = ways[max(ways, key=numbered.__getitem__)]
    ux, uy = next((x, y) for x, y in ways.values() if abs(ax * y - ay * x) > _CLOSE)
    area = ax * uy - ay * ux
    x0, y0 = board.points[0]
    along = [round(((x - x0) * uy - (y - y0) * ux) / area) for x, y in board.points]
    upward = [round(((y - y0) * ax - (x - x0) * ay) / area) for x, y in board.points]
    first, lowest = min(along), min(upward)
    return [(x - first, y - lowest) for x, y in zip(along, upward, strict=True)]
