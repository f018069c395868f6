"""`LongHopTables`: move generation for men that hop over men at any distance.

The distance to the jumped man is computed for all cells and directions together. For each
direction, the lines of the board are laid out one after another in a big integer with one byte per
cell. The cells N places ahead are then one shift away, whatever the direction.

Unlike a short hop, a long hop can bring a man to a cell in line with the cell that it left. That
one line is then computed again without the man. A jump never leads to the same cell as a step,
because every jump keeps the parity of both coordinates.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import compress, pairwise
from operator import getitem, itemgetter
from typing import NamedTuple

from engine.move_generation.byte_lanes import ByteLanes
from engine.move_generation.compiled import CellLinks, Generator
from engine.move_generation.leaps import EMPTY, translate_numbers
from engine.move_generation.movers import Line, Path, Reach
from engine.move_generation.short_hops import MAN, Ends, Pair, foes_of, make_tuple
from engine.position import Move


class _Line(NamedTuple):
    """A line of sight from a cell."""

    lane: int
    """The index of the cell in the big integer, for the direction of this line."""
    ray: bytes
    """The cells ahead, nearest first."""
    landings: Sequence[int]
    """The landing of a jump, indexed by the distance of the jumped man.

    Where no landing exists, the value is the cell at which the line starts.
    """


class OpenLines(NamedTuple):
    """What the hops in a position depend on."""

    cells: bytes
    empty: bytes
    """A translation table: 255 for each empty cell, else 0."""
    away: bytes
    """For each lane, the distance of the man that can be jumped, or 0."""
    onward: dict[int, list[int]]
    """The landings of one jump from each cell, as far as they were needed."""


class LongHopTables:
    """Move generator for the men of one seat on one board."""

    generator: Generator | None = None
    """The generator of the C module that lists the moves; None if it is not in use."""

    def __init__(self, lanes: ByteLanes, reach: Reach, seat: int) -> None:
        cells = range(len(lanes.of))
        self._steps = [bytes(ends) for ends in reach.steps or ((),) * len(cells)]
        self._stepped = [[Move((cell, to)) for to in self._steps[cell]] for cell in cells]
        ways = lanes.directions([[(line[0][0], line) for line in rays] for rays in reach.lines])
        order = [(way, cell) for way, rays in ways.items() for cell in _along(rays)]
        lane_of = {end: lane for lane, end in enumerate(order)}
        self._order = bytes([*(cell for _, cell in order), 0])  # the extra last lane has no jumps
        self._all_lanes = (1 << 8 * len(self._order)) - 1
        self._jumped = foes_of(seat) if reach.foes_only else MAN
        self._sights = [
            [
                _Line(lane_of[way, cell], bytes(rays[cell][0]), _landings(cell, *rays[cell]))
                for way, rays in ways.items()
                if cell in rays
            ]
            for cell in cells
        ]
        self._sees = [
            {
                end: (place, distance, sight)
                for place, sight in enumerate(sights)
                for distance, end in enumerate(sight.ray, 1)
            }
            for sights in self._sights
        ]
        self._landings = [[sight.landings for sight in sights] for sights in self._sights]
        self.away = [self._bytes_of(sights) for sights in self._sights]
        """For each cell, a getter of the distances in its lines from `OpenLines.away`."""
        self._jump_masks = [
            sum(255 << 8 * sight.lane for sight in sights) for sights in self._sights
        ]
        self._masks = [(8 * far, self._mask(far)) for far in range(1, reach.far + 1)]
        self._unseen = [[(to,) if to != cell else () for to in cells] for cell in cells]

    def moves(self, cells: bytes, men: Sequence[int]) -> list[Move]:
        """Return one move for each man and end cell, with the shortest route.

        Moves are grouped by man in the order of `men`: steps first, then hops by length.
        """
        paths: list[Move] = []
        empty = translate_numbers(cells, EMPTY)
        away = self._open(cells, empty)
        steps, stepped, landings, sees = self._steps, self._stepped, self._landings, self._sees
        onward: dict[int, list[int]] = {}
        for origin in men:
            paths += compress(stepped[origin], steps[origin].translate(empty))
            jumps = self.away[origin](away)
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
                    jumps = self.away[cell](away)
                    onward[cell] = [*compress(map(getitem, landings[cell], jumps), jumps)]
                ahead = onward[cell]
                if origin in sees[cell] and len(way) > 2:  # otherwise the line only leads back
                    lane, distance, sight = sees[cell][origin]
                    far = away[sight.lane]
                    if not far or far == distance:
                        past = self._past(cells, empty_without(empty, origin), sight)
                        if far or unseen[past]:
                            ahead = [*map(getitem, landings[cell], self.away[cell](away))]
                            ahead[lane] = past
                for to in ahead:
                    if last := unseen[to]:
                        unseen[to] = ()
                        ways.append(way + last)
            paths += [make_tuple(Move, (way, 0)) for way in ways]
        return paths

    def ends(self, cells: bytes, men: Sequence[int]) -> list[Ends]:
        """Return the end cells of each man's moves, in the order of the moves."""
        lines = self.open_lines(cells)
        return [
            (origin, [*self.step_ends(origin, lines), *self.reached(origin, lines)])
            for origin in men
        ]

    def open_lines(self, cells: bytes) -> OpenLines:
        """Return what the hops of all men depend on."""
        empty = translate_numbers(cells, EMPTY)
        return OpenLines(cells, empty, self._open(cells, empty), {})

    def step_ends(self, origin: int, lines: OpenLines) -> tuple[int, ...]:
        """Return the ends of a man's steps."""
        steps = self._steps[origin]
        return (*compress(steps, steps.translate(lines.empty)),)

    def reached(self, origin: int, lines: OpenLines) -> list[int]:
        """Return the ends of a man's hops, nearest first."""
        cells, empty, away, onward = lines
        landings, sees = self._landings, self._sees
        jumps = self.away[origin](away)
        if not any(jumps):
            return []
        reached = [*compress(map(getitem, landings[origin], jumps), jumps)]
        seen, first = {origin, *reached}, len(reached)
        for number, cell in enumerate(reached):
            if cell not in onward:
                jumps = self.away[cell](away)
                onward[cell] = [*compress(map(getitem, landings[cell], jumps), jumps)]
            ahead = onward[cell]
            if origin in sees[cell] and number >= first:  # otherwise the line only leads back
                lane, distance, sight = sees[cell][origin]
                far = away[sight.lane]
                if not far or far == distance:
                    past = self._past(cells, empty_without(empty, origin), sight)
                    if far or past not in seen:
                        ahead = [*map(getitem, landings[cell], self.away[cell](away))]
                        ahead[lane] = past
            for to in ahead:
                if to not in seen:
                    seen.add(to)
                    reached.append(to)
        return reached

    def dependencies(
        self, origin: int, reached: Sequence[int], lines: OpenLines
    ) -> tuple[int, int]:
        """Return masks of what a man's hops depend on, except its first jumps.

        The first is a mask of `OpenLines.away` as a big integer, the second a mask of the cells: a
        line through the man's own cell is longer without it.
        """
        first = sum(map(bool, self.away[origin](lines.away)))
        jumps = seen = 0
        for number, cell in enumerate(reached):
            jumps |= self._jump_masks[cell]
            if number >= first and origin in self._sees[cell]:
                for passed in self._sees[cell][origin][2].ray:
                    seen |= 255 << 8 * passed
        return jumps, seen

    def pairs(self, cells: bytes, men: Sequence[int]) -> list[Pair]:
        """Return the start and end of each move, in the order of the moves."""
        return [(origin, end) for origin, ends in self.ends(cells, men) for end in ends]

    def steps(self, cells: bytes, cell: int) -> list[int]:
        """Return the cells to which a man on a cell could step."""
        return [to for to in self._steps[cell] if not cells[to]]

    def jumps(self, cells: bytes, cell: int, origin: int) -> list[int]:
        """Return the landings of one jump from a cell, for a man that came from `origin`."""
        empty = empty_without(translate_numbers(cells, EMPTY), origin)
        reachable = (self._past(cells, empty, sight) for sight in self._sights[cell])
        return [to for to in reachable if to not in (cell, origin)]

    def cell_links(self) -> list[CellLinks]:
        """Return the links of each cell."""
        return [
            CellLinks(steps, [(sight.ray, sight.landings[1:]) for sight in sights])
            for steps, sights in zip(self._steps, self._sights, strict=True)
        ]

    def _open(self, cells: bytes, empty: bytes) -> bytes:
        """Return for each lane the distance of the man that can be jumped, or 0."""
        free = self._lanes(empty)
        if self._jumped is MAN:
            jumped = free ^ self._all_lanes
        else:
            jumped = self._lanes(translate_numbers(cells, self._jumped))
        clear, away = -1, 0
        for far, mask in self._masks:
            over = clear & jumped >> far
            clear &= free >> far
            away |= over & clear >> far & mask
        return away.to_bytes(len(self._order), "little")

    def _past(self, cells: bytes, empty: bytes, sight: _Line) -> int:
        """Return the landing of a jump along a line, given the empty cells.

        Returns the cell at which the line starts if no jump is possible.
        """
        free = sight.ray.translate(empty)
        far = free.find(0) + 1
        if 0 < far < len(sight.landings) and free.find(0, far, 2 * far) < 0:
            return sight.landings[far if self._jumped[cells[sight.ray[far - 1]]] else 0]
        return sight.landings[0]

    def _lanes(self, marks: bytes) -> int:
        """Convert a table with one byte per cell to lanes."""
        return int.from_bytes(self._order.translate(marks), "little")

    def _mask(self, far: int) -> int:
        """Return a mask of the jumps over men at distance `far`.

        The mask has `far` in the lane of each line where such a jump may land.
        """
        marks = bytearray(len(self._order))
        for cell, sights in enumerate(self._sights):
            for sight in sights:
                marks[sight.lane] = far * any(to != cell for to in sight.landings[far : far + 1])
        return int.from_bytes(marks, "little")

    def _bytes_of(self, sights: Sequence[_Line]) -> Callable[[bytes], tuple[int, ...]]:
        """Return a getter that extracts the bytes of these lines from all lanes."""
        nothing = len(self._order) - 1  # padding: itemgetter returns a tuple only for several keys
        lanes = [sight.lane for sight in sights]
        return itemgetter(*lanes, *[nothing] * (2 - len(lanes)))


def empty_without(empty: bytes, origin: int) -> bytes:
    """Return the table of empty cells with the man on `origin` lifted off the board."""
    return empty[:origin] + b"\xff" + empty[origin + 1 :]


def _landings(cell: int, ray: Path, allowed: Sequence[bool]) -> list[int]:
    """Return the landings of jumps along a ray, by distance of the jumped man."""
    return [cell, *(to if may else cell for to, may in zip(ray[1::2], allowed[1::2], strict=True))]


def _along(rays: Mapping[int, Line]) -> list[int]:
    """Return the cells of all lines in one direction, line after line."""
    following: dict[int, int] = {}
    for cell, (ray, _) in rays.items():
        following.update(pairwise((cell, *ray)))
    order = []
    for cell in following.keys() - following.values():
        order.append(cell)
        while order[-1] in following:
            order.append(following[order[-1]])
    return order
