"""The moves of many men at once who step, and hop over single men beside them: `ShortHops`.

In which directions a man on a cell could step, and in which it could jump, is a set in one byte; those
of all cells of a position are found together, by some shifts of `Lanes`. What follows is a walk from
landing to landing, breadth first. Nothing is remembered from one position for the next.

The man need not be lifted: short hops keep the parity of both coordinates, so it never comes to stand
beside the cell that it left and cannot use itself as a bridge; and from that cell nothing is in reach
that was not in reach at once.
"""

from collections.abc import Sequence
from itertools import compress
from typing import TypeAlias

from engine.board import OFF
from engine.move_generation.byte_lanes import BITS, MEMBERS, Lanes
from engine.move_generation.movers import Reach
from engine.position import SEATS, Move

MAN = bytes(255 * (byte > 0) for byte in range(256))
"""Translates cells into all directions for each man."""

Ends = tuple[int, list[int]]
"""A man, and where its moves end."""

made = tuple.__new__
"""`made(Move, (path, 0))` is `Move(path)`, faster."""


def foes_of(seat: int) -> bytes:
    """What translates cells into all directions for each man of another seat."""
    return bytes(255 * (byte not in (0, seat + 1)) for byte in SEATS)


_Direction: TypeAlias = tuple[int, int, int]
"""What lies in one direction: how far it is from lane to lane, in bits; where a step may lead, and where
a jump may land, as masks. A mask has one bit, which stands for the direction, in the lane of each cell
of which something is true. A plain tuple, because others are slower to take apart."""


class ShortHops:
    """The moves of one seat's men on one board."""

    def __init__(self, lanes: Lanes, reach: Reach, seat: int) -> None:
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
        self._cells = lanes.mask(cells) * 255
        self._jumped = foes_of(seat) if reach.foes_only else MAN
        self._edge = sum(1 << 8 * lanes.of[cell] + ends[cell].index(OFF) for cell in edge)
        self._started = [(cell, OFF) if cell in edge else (cell,) for cell in cells]
        self._ends = ends
        self._stepped = [[made(Move, ((cell, to), 0)) for to in ends[cell]] for cell in cells]
        self._landings = [[hops.get(way, {}).get(cell, OFF) for way in hopping] for cell in cells]
        self._hopped = [
            [made(Move, ((cell, to), 0)) for to in self._landings[cell]] for cell in cells
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
        """One move for each man and end, with the shortest route, as `movers.spread` would list them."""
        found: list[Move] = []
        steps, hops = self._open(cells)
        stepped, hopped = self._stepped, self._hopped
        started, landings, last = self._started, self._landings, self._last
        nothing: set[int] = set()
        for origin in men:
            if there := steps[origin]:
                found += compress(stepped[origin], BITS[there])
            if there := hops[origin]:
                first, seen = BITS[there], nothing
                ways = [*compress(hopped[origin], first)]
                if self._leaving:  # several jumps may lead off the board
                    ways = [
                        way for way in dict.fromkeys(ways) if way.path[1] not in started[origin]
                    ]
                for way, _ in ways:
                    if there := hops[cell := way[-1]]:
                        if not seen:  # needed by the men alone who go on
                            seen = {*started[origin], *compress(landings[origin], first)}
                        row = landings[cell]
                        for place in MEMBERS[there]:
                            if (to := row[place]) not in seen:
                                seen.add(to)
                                ways.append(made(Move, (way + last[to], 0)))
                found += ways
        return found

    def ends(self, cells: bytes, men: Sequence[int]) -> list[Ends]:
        """Where the moves of each man end."""
        found: list[Ends] = []
        steps, hops = self._open(cells)
        ends, started, landings = self._ends, self._started, self._landings
        nothing: set[int] = set()
        for origin in men:
            stepping = [*compress(ends[origin], BITS[steps[origin]])]
            if there := hops[origin]:
                reached, seen = [*compress(landings[origin], BITS[there])], nothing
                if self._leaving:
                    reached = [to for to in dict.fromkeys(reached) if to not in started[origin]]
                for cell in reached:
                    if there := hops[cell]:
                        if not seen:
                            seen = {*started[origin], *reached}
                        row = landings[cell]
                        for place in MEMBERS[there]:
                            if (to := row[place]) not in seen:
                                seen.add(to)
                                reached.append(to)
                stepping += reached
            found.append((origin, stepping))
        return found

    def steps(self, cells: bytes, cell: int) -> list[int]:
        """Where a man on a cell could step."""
        return [to for to in self._steps[cell] if to == OFF or not cells[to]]

    def jumps(self, cells: bytes, cell: int, origin: int) -> list[int]:
        """Where one jump leads from a cell to which a man has come from `origin`."""
        jumped = self._jumped
        return [
            to
            for over, to in self._hops[cell]
            if jumped[cells[over]] and (to == OFF or not cells[to])
        ]

    def _open(self, cells: bytes) -> tuple[bytes, bytes]:
        """For each cell the directions in which a man there could step, and those in which it could
        jump; none for OFF."""
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
        return lanes.unpack(steps), lanes.unpack(hops)
