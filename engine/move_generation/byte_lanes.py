"""`ByteLanes`: bitboards with one byte per cell, for testing all cells at once.

Each cell has a lane, which is one byte of a big integer. The layout is chosen so that neighbours in
the same direction are always the same number of lanes apart. The question "which cells have a man
to their left?" then takes one shift and one mask.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from graphlib import TopologicalSorter
from itertools import pairwise
from typing import TypeVar

from engine.board import Board

_DIRECTIONS = 8
"""Bits per lane, which is also the maximum number of directions of a board."""
_LANES = 256
"""Maximum number of lanes that `bytes.translate` can reorder in one call."""
BITS = tuple(tuple(chosen >> bit & 1 for bit in range(_DIRECTIONS)) for chosen in range(256))
"""The bits of each set of directions, as selectors for `itertools.compress`."""
MEMBERS = tuple(
    tuple(bit for bit in range(_DIRECTIONS) if chosen >> bit & 1) for chosen in range(256)
)
"""The directions in each set of directions."""

T = TypeVar("T")

_CLOSE = 1e-6
"""Coordinates that differ by less than this are treated as equal."""


class ByteLanes:
    """The mapping from cells to lanes and back."""

    def __init__(self, of: Sequence[int]) -> None:
        self.of = tuple(of)
        """The lane of each cell."""
        self._size = max(of) + 1
        cells = {lane: cell for cell, lane in enumerate(of)}
        self._cell_at = bytes(cells.get(lane, _LANES - 1) for lane in range(self._size))
        self._lane_of = bytes(of)

    def pack(self, marks: bytes) -> int:
        """Pack one byte per cell into lanes; a lane without a cell is 0."""
        return int.from_bytes(self._cell_at.translate(marks.ljust(_LANES, b"\0")), "little")

    def unpack(self, lanes: int) -> bytes:
        """Unpack lanes into one byte per cell, plus a trailing 0 for index OFF (-1)."""
        return self._lane_of.translate(lanes.to_bytes(_LANES, "little")) + b"\0"

    def mask(self, cells: Iterable[int]) -> int:
        """Return a mask with a 1 in the lane of each of these cells."""
        marks = bytearray(self._size)
        for cell in cells:
            marks[self.of[cell]] = 1
        return int.from_bytes(marks, "little")

    def directions(self, rows: Sequence[Sequence[tuple[int, T]]]) -> dict[int, dict[int, T]]:
        """Group the links of all cells by direction.

        `rows` lists the (neighbour, value) pairs of each cell. The result maps each distance
        between lanes to the cells with a neighbour at that distance, and their values. The
        distances keep the order of the pairs.
        """
        ways = [
            {self.of[beside] - lane: what for beside, what in row}
            for lane, row in zip(self.of, rows, strict=True)
        ]
        order: TopologicalSorter[int] = TopologicalSorter()
        for row in {tuple(lanes_found): None for lanes_found in ways}:
            for way in row:
                order.add(way)
            for earlier, later in pairwise(row):
                order.add(later, earlier)
        return {
            way: {
                cell: lanes_found[way]
                for cell, lanes_found in enumerate(ways)
                if way in lanes_found
            }
            for way in order.static_order()
        }


@cache
def lanes_of(board: Board) -> ByteLanes | None:
    """Return the lanes of a board.

    None if there is no layout with a single distance for each direction, or if the board is too
    large.
    """
    places = grid_of(board)
    widest = max(x for x, _ in places) + 1
    tried = ([y * wide + x for x, y in places] for wide in range(1, widest + 1))
    return next((ByteLanes(of) for of in tried if _fits(board, of)), None)


def _fits(board: Board, of: Sequence[int]) -> bool:
    """Whether each cell has its own lane and each direction its own distance."""
    distances_seen = {
        (direction, of[ray[0]] - of[cell])
        for cell, rays in enumerate(board.rays)
        for direction, ray in enumerate(rays)
        if ray
    }
    ways, distances = ({*part} for part in zip(*distances_seen, strict=True))
    return (
        len(ways) == len(distances) == len(distances_seen) <= _DIRECTIONS
        and len({*of}) == len(of)
        and max(of) < _LANES
    )


def grid_of(board: Board) -> list[tuple[int, int]]:
    """Return the (x, y) grid coordinates of each cell, in steps along two directions.

    The first direction is the one that most often leads from a cell to the cell with the next
    index, so that a row of cells usually becomes a row of lanes.
    """
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
