"""The moves of many men at once who step, and hop over single men at any distance: `LongHops`.

How far away the man is over whom a jump would lead is found for all cells and directions together. The
lines of the board lie one after another in a big integer, a byte for each cell, those of each direction
by themselves: so the cells that are so far ahead are one shift away, whatever the direction.

Unlike short hops, long ones may bring a man to where it sees the cell that it left: there that one line
is looked at again, without it. No jump leads to where a step leads: even the longest keeps the parity of
both coordinates.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import compress, pairwise
from operator import getitem, itemgetter
from typing import NamedTuple

from engine.move_generation.byte_lanes import Lanes
from engine.move_generation.leaps import EMPTY, by_number
from engine.move_generation.movers import Line, Path, Reach
from engine.move_generation.short_hops import MAN, Ends, foes_of, made
from engine.position import Move


class _Sight(NamedTuple):
    """What a man on a cell looks along: one of its lines."""

    lane: int
    """Where in the big integer the cell has a byte for that direction."""
    ray: bytes
    """The cells ahead, nearest first."""
    landings: Sequence[int]
    """Where a jump leads, by how far away the man is that is jumped; to the cell itself, if nowhere."""


class LongHops:
    """The moves of one seat's men on one board."""

    def __init__(self, lanes: Lanes, reach: Reach, seat: int) -> None:
        cells = range(len(lanes.of))
        self._steps = [bytes(ends) for ends in reach.steps or ((),) * len(cells)]
        self._stepped = [[Move((cell, to)) for to in self._steps[cell]] for cell in cells]
        ways = lanes.directions([[(line[0][0], line) for line in rays] for rays in reach.lines])
        order = [(way, cell) for way, rays in ways.items() for cell in _along(rays)]
        lane_of = {there: lane for lane, there in enumerate(order)}
        self._order = bytes([*(cell for _, cell in order), 0])  # from the last one nothing leads
        self._jumped = foes_of(seat) if reach.foes_only else MAN
        self._sights = [
            [
                _Sight(lane_of[way, cell], bytes(rays[cell][0]), _landings(cell, *rays[cell]))
                for way, rays in ways.items()
                if cell in rays
            ]
            for cell in cells
        ]
        self._sees = [
            {
                there: (place, distance, sight)
                for place, sight in enumerate(sights)
                for distance, there in enumerate(sight.ray, 1)
            }
            for sights in self._sights
        ]
        self._landings = [[sight.landings for sight in sights] for sights in self._sights]
        self._away = [self._bytes_of(sights) for sights in self._sights]
        self._masks = [(8 * far, self._mask(far)) for far in range(1, reach.far + 1)]
        self._unseen = [[(to,) if to != cell else () for to in cells] for cell in cells]

    def moves(self, cells: bytes, men: Sequence[int]) -> list[Move]:
        """One move for each man and end, with the shortest route, as `movers.spread` would list them."""
        found: list[Move] = []
        empty = by_number(cells, EMPTY)
        away = self._open(cells, empty)
        steps, stepped, landings, sees = self._steps, self._stepped, self._landings, self._sees
        onward: dict[int, list[int]] = {}
        for origin in men:
            found += compress(stepped[origin], steps[origin].translate(empty))
            jumps = self._away[origin](away)
            if not any(jumps):
                continue
            unseen = self._unseen[origin].copy()
            ways: list[Path] = []
            for to in compress(map(getitem, landings[origin], jumps), jumps):
                unseen[to] = ()
                ways.append((origin, to))
            for way in ways:
                cell = way[-1]
                if cell not in onward:
                    jumps = self._away[cell](away)
                    onward[cell] = [*compress(map(getitem, landings[cell], jumps), jumps)]
                ahead = onward[cell]
                if origin in sees[cell] and len(way) > 2:  # from the first landing it leads back
                    place, distance, sight = sees[cell][origin]
                    far = away[sight.lane]
                    if not far or far == distance:
                        there = self._past(cells, without(empty, origin), sight)
                        if far or unseen[there]:
                            ahead = [*map(getitem, landings[cell], self._away[cell](away))]
                            ahead[place] = there
                for to in ahead:
                    if last := unseen[to]:
                        unseen[to] = ()
                        ways.append(way + last)
            found += [made(Move, (way, 0)) for way in ways]
        return found

    def ends(self, cells: bytes, men: Sequence[int]) -> list[Ends]:
        """Where the moves of each man end."""
        found: dict[int, list[int]] = {origin: [] for origin in men}
        for move in self.moves(cells, men):
            found[move.path[0]].append(move.path[-1])
        return [*found.items()]

    def steps(self, cells: bytes, cell: int) -> list[int]:
        """Where a man on a cell could step."""
        return [to for to in self._steps[cell] if not cells[to]]

    def jumps(self, cells: bytes, cell: int, origin: int) -> list[int]:
        """Where one jump leads from a cell to which a man has come from `origin`."""
        empty = without(by_number(cells, EMPTY), origin)
        found = (self._past(cells, empty, sight) for sight in self._sights[cell])
        return [to for to in found if to not in (cell, origin)]

    def _open(self, cells: bytes, empty: bytes) -> bytes:
        """For each lane how far away the man is over whom a jump leads; 0 if none does."""
        free = self._lanes(empty)
        jumped = self._lanes(by_number(cells, self._jumped))
        clear, away = -1, 0
        for far, mask in self._masks:
            over = clear & jumped >> far
            clear &= free >> far
            away |= over & clear >> far & mask
        return away.to_bytes(len(self._order), "little")

    def _past(self, cells: bytes, empty: bytes, sight: _Sight) -> int:
        """Where a jump leads along a line, if those cells are empty; to its own cell, if nowhere."""
        free = sight.ray.translate(empty)
        far = free.find(0) + 1
        if 0 < far < len(sight.landings) and free.find(0, far, 2 * far) < 0:
            return sight.landings[far if self._jumped[cells[sight.ray[far - 1]]] else 0]
        return sight.landings[0]

    def _lanes(self, marks: bytes) -> int:
        """One byte for each number of a cell, as lanes."""
        return int.from_bytes(self._order.translate(marks), "little")

    def _mask(self, far: int) -> int:
        """The distance, in the lane of each line where a jump over a man so far away may land."""
        marks = bytearray(len(self._order))
        for cell, sights in enumerate(self._sights):
            for sight in sights:
                marks[sight.lane] = far * any(to != cell for to in sight.landings[far : far + 1])
        return int.from_bytes(marks, "little")

    def _bytes_of(self, sights: Sequence[_Sight]) -> Callable[[bytes], tuple[int, ...]]:
        """What takes the bytes of these lines out of those of all lanes."""
        nothing = len(self._order) - 1  # for two at least: of one there would be no tuple
        lanes = [sight.lane for sight in sights]
        return itemgetter(*lanes, *[nothing] * (2 - len(lanes)))


def without(empty: bytes, origin: int) -> bytes:
    """The empty cells, by their numbers, when the man on one cell is lifted off it."""
    return empty[:origin] + b"\xff" + empty[origin + 1 :]


def _landings(cell: int, ray: Path, allowed: Sequence[bool]) -> list[int]:
    """Where a jump along a ray leads, by how far away the man is that is jumped."""
    return [cell, *(to if may else cell for to, may in zip(ray[1::2], allowed[1::2], strict=True))]


def _along(rays: Mapping[int, Line]) -> list[int]:
    """The cells of the lines of one direction, each before the one that is next to it."""
    following: dict[int, int] = {}
    for cell, (ray, _) in rays.items():
        following.update(pairwise((cell, *ray)))
    order = []
    for cell in following.keys() - following.values():
        order.append(cell)
        while order[-1] in following:
            order.append(following[order[-1]])
    return order
