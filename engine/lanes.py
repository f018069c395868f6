"""Boards laid out so that all cells are asked at once: `Lanes`.

Each cell has a lane, one byte of a big integer, and each direction of the board is the same distance
between lanes everywhere. "Which cells have a man to their left?" is then one shift and one mask.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from graphlib import TopologicalSorter
from itertools import pairwise
from typing import TypeVar

from engine.board import Board

_DIRECTIONS = 8
"""Bits of a lane, which can hold a set of so many directions."""
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
        places = [len(of) - 1]
        for lane in range(self._size):
            places.append(cells.get(lane, places[-1] + 1))
        self._out = _runs(places[1:])
        self._back = _runs((*of, self._size))

    def pack(self, marks: bytes) -> int:
        """One byte for each cell as lanes; a lane without a cell has any byte of these, or 0."""
        marks += bytes(self._size)
        return int.from_bytes(b"".join([marks[run] for run in self._out]), "little")

    def raw(self, lanes: int) -> bytes:
        """One byte for each lane, and a 0."""
        return lanes.to_bytes(self._size + 1, "little")

    def unpack(self, lanes: int) -> bytes:
        """One byte for each cell; the last element, added here, is what OFF, which is -1, finds: 0."""
        marks = self.raw(lanes)
        return b"".join([marks[run] for run in self._back])

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
    wide = max(x for x, _ in places) + 1
    of = [y * wide + x for x, y in places]
    known = {
        (direction, of[ray[0]] - of[cell])
        for cell, rays in enumerate(board.rays)
        for direction, ray in enumerate(rays)
        if ray
    }
    straight = len({direction for direction, _ in known}) == len(known) <= _DIRECTIONS
    return Lanes(of) if straight and len(set(of)) == len(of) else None


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


def _runs(places: Iterable[int]) -> list[slice]:
    """The places as slices, one for each run of following places."""
    runs: list[slice] = []
    for place in places:
        start = runs.pop().start if runs and runs[-1].stop == place else place
        runs.append(slice(start, place + 1))
    return runs
