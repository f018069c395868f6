"""`ShortHopTables`: move generation for men that step, and hop over adjacent men.

The directions in which a man on a cell could step, and those in which it could jump, are sets
stored in one byte each. They are computed for all cells of a position together, by a few shifts of
`ByteLanes`. The rest is a breadth-first search from landing to landing. Nothing is cached from one
position to the next.

Unlike elsewhere, the man is not lifted off its cell. Short hops keep the parity of both
coordinates, so the man never lands next to the cell it left and cannot jump over itself. Returning
to that cell would not open any new destinations.
"""

from collections.abc import Sequence
from itertools import compress
from typing import TypeAlias

from engine.board import OFF
from engine.move_generation.byte_lanes import BITS, MEMBERS, ByteLanes
from engine.move_generation.compiled import CellLinks, Generator
from engine.move_generation.movers import Reach
from engine.position import SEATS, Move

MAN = bytes(255 * (byte > 0) for byte in range(256))
"""Translation table for a cell's byte: 255 (all directions) for a man, else 0."""

Ends = tuple[int, list[int]]
"""The cell of a man, and the end cells of its moves."""

Pair = tuple[int, int]
"""The start and end cell of a move."""

make_tuple = tuple.__new__
"""Faster constructor: `make_tuple(Move, (path, 0))` is `Move(path)`."""


def foes_of(seat: int) -> bytes:
    """Return a translation table: 255 for each man of another seat, else 0."""
    return bytes(255 * (byte not in (0, seat + 1)) for byte in SEATS)


_Direction: TypeAlias = tuple[int, int, int]
"""A direction as (distance between lanes in bits, step mask, jump mask).

The masks have one bit, which stands for the direction, in the lane of each cell from which a step
or a jump may be possible. This is a plain tuple because a named tuple is slower to unpack.
"""


class ShortHopTables:
    """Move generator for the men of one seat on one board."""

    generator: Generator | None = None
    """The generator of the C module that lists the moves; None if it is not in use."""

    def __init__(self, lanes: ByteLanes, reach: Reach, seat: int) -> None:
        cells = range(len(lanes.of))
        nothing = ((),) * len(cells)
        steps = lanes.directions([[(to, to) for to in ends] for ends in reach.steps or nothing])
        hops = lanes.directions(
            [[(ray[0], ray[1]) for ray, _ in rays] for rays in reach.lines or nothing]
        )
        exits = lanes.directions(
            [[(over, OFF) for over in overs] for overs in reach.exits or nothing]
        )
        stepping, hopping = [*steps], [*hops, *(way for way in exits if way not in hops)]
        ends = [[*(steps[way].get(cell, OFF) for way in stepping), OFF] for cell in cells]
        edge = [cell for cell, may in enumerate(reach.edge) if may]
        self._steps = [
            [*(reach.steps or nothing)[cell], *([OFF] if cell in edge else [])] for cell in cells
        ]
        self._hops = [
            [
                *((ray[0], ray[1]) for ray, _ in (reach.lines or nothing)[cell]),
                *((over, OFF) for over in (reach.exits or nothing)[cell]),
            ]
            for cell in cells
        ]
        self._lanes = lanes
        self._hopping = hopping
        self._cells = lanes.mask(cells) * 255
        self._jumped = foes_of(seat) if reach.foes_only else MAN
        self._edge = sum(1 << 8 * lanes.of[cell] + ends[cell].index(OFF) for cell in edge)
        self._started = [(cell, OFF) if cell in edge else (cell,) for cell in cells]
        self.step_ends = ends
        """The end of a step from each cell in each direction, or OFF if there is none."""
        self.cell_masks = [*(255 << 8 * lane for lane in lanes.of), 0]
        """A mask of each cell in the lanes; at index OFF, 0."""
        self._stepped_pairs = [[(cell, to) for to in ends[cell]] for cell in cells]
        self._stepped = [[Move(pair) for pair in pairs] for pairs in self._stepped_pairs]
        self._landings = [[hops.get(way, {}).get(cell, OFF) for way in hopping] for cell in cells]
        self._hopped = [
            [make_tuple(Move, ((cell, to), 0)) for to in self._landings[cell]] for cell in cells
        ]
        self._last = [*((cell,) for cell in cells), (OFF,)]
        self._ahead: list[_Direction] = []
        self._behind: list[_Direction] = []
        for way in dict.fromkeys((*steps, *hops)):
            direction = (
                8 * abs(way),
                lanes.mask(steps[way]) << stepping.index(way) if way in steps else 0,
                lanes.mask(hops[way]) << hopping.index(way) if way in hops else 0,
            )
            (self._ahead if way > 0 else self._behind).append(direction)
        self._leaving = [
            (8 * way, lanes.mask(beside) << hopping.index(way)) for way, beside in exits.items()
        ]

    def moves(self, cells: bytes, men: Sequence[int]) -> list[Move]:
        """Return one move for each man and end cell, with the shortest route.

        Moves are grouped by man in the order of `men`: steps first, then hops by length.
        """
        paths: list[Move] = []
        steps, hops, _ = self.open_directions(cells)
        stepped, hopped = self._stepped, self._hopped
        started, landings, last = self._started, self._landings, self._last
        nothing: set[int] = set()
        for origin in men:
            if directions := steps[origin]:
                paths += compress(stepped[origin], BITS[directions])
            if directions := hops[origin]:
                first, seen = BITS[directions], nothing
                ways = [*compress(hopped[origin], first)]
                if self._leaving:  # several jumps may lead off the board
                    ways = [
                        way for way in dict.fromkeys(ways) if way.path[1] not in started[origin]
                    ]
                for way, _ in ways:
                    if directions := hops[cell := way[-1]]:
                        if not seen:  # only needed if the hop continues
                            seen = {*started[origin], *compress(landings[origin], first)}
                        row = landings[cell]
                        for direction in MEMBERS[directions]:
                            if (to := row[direction]) not in seen:
                                seen.add(to)
                                ways.append(make_tuple(Move, (way + last[to], 0)))
                paths += ways
        return paths

    def ends(self, cells: bytes, men: Sequence[int]) -> list[Ends]:
        """Return the end cells of each man's moves."""
        ends_by_man: list[Ends] = []
        steps, hops, _ = self.open_directions(cells)
        for origin in men:
            ends = [*compress(self.step_ends[origin], BITS[steps[origin]])]
            if hops[origin]:
                ends += self.reached(origin, hops)
            ends_by_man.append((origin, ends))
        return ends_by_man

    def pairs(self, cells: bytes, men: Sequence[int]) -> list[Pair]:
        """Return the start and end of each move, in the order of the moves."""
        pairs: list[Pair] = []
        steps, hops, _ = self.open_directions(cells)
        stepped = self._stepped_pairs
        for origin in men:
            if directions := steps[origin]:
                pairs += compress(stepped[origin], BITS[directions])
            if hops[origin]:
                for end in self.reached(origin, hops):
                    pairs.append((origin, end))
        return pairs

    def reached(self, origin: int, hops: bytes) -> list[int]:
        """Return the ends of a man's hops, nearest first.

        `hops` has the directions of the possible jumps from each cell.
        """
        started, landings = self._started[origin], self._landings
        reached = [*compress(landings[origin], BITS[hops[origin]])]
        if self._leaving:
            reached = [to for to in dict.fromkeys(reached) if to not in started]
        seen: set[int] = set()
        for cell in reached:
            if directions := hops[cell]:
                if not seen:  # only needed if the hop continues
                    seen = {*started, *reached}
                row = landings[cell]
                for direction in MEMBERS[directions]:
                    if (to := row[direction]) not in seen:
                        seen.add(to)
                        reached.append(to)
        return reached

    def steps(self, cells: bytes, cell: int) -> list[int]:
        """Return the cells to which a man on a cell could step."""
        return [to for to in self._steps[cell] if to == OFF or not cells[to]]

    def jumps(self, cells: bytes, cell: int, origin: int) -> list[int]:
        """Return the landings of one jump from a cell, for a man that came from `origin`."""
        jumped = self._jumped
        return [
            to
            for over, to in self._hops[cell]
            if jumped[cells[over]] and (to == OFF or not cells[to])
        ]

    def cell_links(self) -> list[CellLinks]:
        """Return the links of each cell, in the order of their directions."""
        lane_of, order = self._lanes.of, self._hopping.index
        links = []
        for cell, ends in enumerate(self.step_ends):
            hops = sorted(self._hops[cell], key=lambda hop: order(lane_of[hop[0]] - lane_of[cell]))
            links.append(
                CellLinks(
                    [to for to in dict.fromkeys(ends) if to != OFF or OFF in self._started[cell]],
                    [((over,) if to == OFF else (over, to), (to,)) for over, to in hops],
                )
            )
        return links

    def open_directions(self, cells: bytes) -> tuple[bytes, bytes, int]:
        """Return the directions of possible steps, and those of jumps, for each cell.

        At index OFF both sets are empty. The third value has the jumps again, packed into lanes.
        """
        lanes = self._lanes
        men = lanes.pack(cells.translate(MAN))
        jumped = men if self._jumped is MAN else lanes.pack(cells.translate(self._jumped))
        empty = men ^ self._cells
        steps, hops = self._edge, 0
        for distance, step, hop in self._ahead:
            beside = empty >> distance
            steps |= beside & step
            hops |= (jumped & beside) >> distance & hop
        for distance, step, hop in self._behind:
            beside = empty << distance
            steps |= beside & step
            hops |= (jumped & beside) << distance & hop
        for distance, exits in self._leaving:
            over = jumped >> distance if distance > 0 else jumped << -distance
            hops |= over & exits
        return lanes.unpack(steps), lanes.unpack(hops), hops
