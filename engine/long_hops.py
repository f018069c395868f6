"""The moves of many men at once who step, and hop over single men at any distance: `LongHops`.

As in `short_hops`, the directions in which a man on a cell could step or jump are found for all cells of
a position together, and so is how far away the man is that it would jump. Unlike short hops, long ones
may bring a man to where it sees the cell that it left: there that one line is looked at again, without
it. No jump leads to where a step leads: even the longest keeps the parity of both coordinates.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import compress

from engine.lanes import BITS, MEMBERS, Lanes
from engine.movers import Line, Path, Reach
from engine.position import Move
from engine.short_hops import MAN, Ends, foes_of, made

_NO_LINE: Line = (), ()


class LongHops:
    """The moves of one seat's men on one board."""

    def __init__(self, lanes: Lanes, reach: Reach, seat: int) -> None:
        cells = range(len(lanes.of))
        self._steps = reach.steps or ((),) * len(cells)
        steps = lanes.directions([[(to, to) for to in ends] for ends in self._steps])
        lines = lanes.directions([[(line[0][0], line) for line in rays] for rays in reach.lines])
        self._lanes = lanes
        self._cells = lanes.mask(cells) * 255
        self._jumped = foes_of(seat) if reach.foes_only else MAN
        self._stepping = [
            (8 * way, lanes.mask(ends) << place) for place, (way, ends) in enumerate(steps.items())
        ]
        self._hopping = [
            (8 * way, [_landing(lanes, rays, far) for far in range(1, reach.far + 1)])
            for way, rays in lines.items()
        ]
        self._listed = [
            [Move((cell, ends.get(cell, cell))) for ends in steps.values()] for cell in cells
        ]
        self._lines = [[rays.get(cell, _NO_LINE) for rays in lines.values()] for cell in cells]
        self._sees = [
            {there: place for place, (ray, _) in enumerate(rays) for there in ray}
            for rays in self._lines
        ]

    def moves(self, cells: bytes, men: Sequence[int]) -> list[Move]:
        """One move for each man and end, with the shortest route, as `movers.spread` would list them."""
        found: list[Move] = []
        steps, hops, away = self._open(cells)
        onward: dict[int, list[int]] = {}
        for origin in men:
            found += compress(self._listed[origin], BITS[steps[origin]])
            seen = {origin}
            ways: list[Path] = [(origin,)]
            for way in ways:
                cell = way[-1]
                if origin in self._sees[cell]:
                    landings = self._seeing(cells, origin, cell, hops, away)
                elif cell in onward:
                    landings = onward[cell]
                else:
                    lines = self._lines[cell]
                    landings = onward[cell] = [
                        lines[place][0][2 * away[place][cell] - 1] for place in MEMBERS[hops[cell]]
                    ]
                for to in landings:
                    if to not in seen:
                        seen.add(to)
                        ways.append(way + (to,))  # noqa: RUF005  # faster than to unpack
            found += [made(Move, (way, 0)) for way in ways[1:]]
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
        found = (self._past(cells, origin, line) for line in self._lines[cell])
        return [to for to in found if to != origin]

    def _open(self, cells: bytes) -> tuple[bytes, bytes, list[bytes]]:
        """For each cell the directions in which a man there could step, and those in which it could
        jump; and by direction, for each cell, how far away the man is that it would jump."""
        lanes = self._lanes
        men = lanes.pack(cells.translate(MAN))
        jumped = lanes.pack(cells.translate(self._jumped))
        empty = men ^ self._cells
        steps = hops = 0
        for way, mask in self._stepping:
            steps |= _seen(empty, way) & mask
        away = []
        for place, (way, masks) in enumerate(self._hopping):
            clear, far_away = self._cells, 0
            for far, mask in enumerate(masks, 1):
                over = clear & _seen(jumped, far * way)
                clear &= _seen(empty, far * way)
                landing = over & _seen(clear, far * way) & mask
                hops |= landing << place
                far_away |= landing * far
            away.append(lanes.unpack(far_away))
        return lanes.unpack(steps), lanes.unpack(hops), away

    def _seeing(
        self, cells: bytes, origin: int, cell: int, hops: bytes, away: list[bytes]
    ) -> list[int]:
        """Where one jump leads from a cell that sees the origin of the man."""
        lines, seen = self._lines[cell], self._sees[cell][origin]
        return [
            self._past(cells, origin, lines[place])
            if place == seen
            else lines[place][0][2 * away[place][cell] - 1]
            for place in MEMBERS[hops[cell] | 1 << seen]
        ]

    def _past(self, cells: bytes, origin: int, line: Line) -> int:
        """Where a jump leads along a line on which the man itself stood; there, if nowhere else."""
        ray, allowed = line
        men = [away for away, there in enumerate(ray) if cells[there] and there != origin]
        if not men or not self._jumped[cells[ray[men[0]]]]:
            return origin
        end = 2 * men[0] + 1
        return ray[end] if any(allowed[end : end + 1]) and all(m > end for m in men[1:]) else origin


def _landing(lanes: Lanes, rays: Mapping[int, Line], far: int) -> int:
    """The mask of the cells from which a jump over a man so far away may land, by their rays."""
    end = 2 * far - 1
    return lanes.mask(cell for cell, (_, allowed) in rays.items() if any(allowed[end : end + 1]))


def _seen(lanes: int, distance: int) -> int:
    """What each lane sees so many bits away."""
    return lanes >> distance if distance > 0 else lanes << -distance
