"""The fast lister for men with long jumps: steps, and chains of jumps over one man at any distance.

What a jump finds on one ray depends only on the cells of that ray. The occupied cells of the whole board
make one big integer; a mask cuts out a ray, and a dictionary for each cell and ray remembers where a
jump along it lands. Unlike short hops, long ones may bring a man to where he sees the cell that he
left, so he is lifted; the landings of a cell are shared among all men who did not start in its sight.
No jump leads to where a step leads: even the longest keeps the parity of both coordinates.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import repeat

from engine.movers import Path
from engine.position import Move
from engine.ring import made, occupied_by

_MOST = 256
"""How many fillings of a ray are remembered before they are all forgotten: some 70 MB at worst."""
NOWHERE = -1
"""What is remembered of a ray that offers no jump."""

Line = tuple[Path, tuple[bool, ...]]
"""A ray, nearest cell first, and which of its cells may be landed on, as `Hop.links` has them."""


class Lines:
    """The moves of one seat's men on one board."""

    def __init__(self, steps: Sequence[Iterable[int]], hops: Sequence[Iterable[Line]]) -> None:
        """`steps`: for each cell where one step leads; `hops`: for each cell its lines."""
        self._steps = [tuple((to, 1 << to) for to in links) for links in steps]
        self._rays: list[list[tuple[int, Line, dict[int, int]]]] = [
            [(_mask(ray), (ray, allowed), {}) for ray, allowed in lines] for lines in hops
        ]
        self._sight = [_mask(cell for ray, _ in lines for cell in ray) for lines in hops]

    def moves(self, cells: bytes, men: Iterable[int]) -> list[Move]:
        """One move for each man and end, with the shortest route, as `movers.spread` would list them."""
        occupied = occupied_by(cells)
        shared: dict[int, list[int]] = {}
        found: list[Path] = []
        for origin in men:
            bit = 1 << origin
            lifted = occupied ^ bit
            found += [(origin, to) for to, there in self._steps[origin] if not occupied & there]
            seen = {origin}
            ways: list[Path] = [(origin,)]
            for way in ways:
                cell = way[-1]
                if self._sight[cell] & bit:
                    landings = self._landings(cell, lifted)
                elif cell in shared:
                    landings = shared[cell]
                else:
                    landings = shared[cell] = self._landings(cell, occupied)
                for to in landings:
                    if to not in seen:
                        seen.add(to)
                        ways.append((*way, to))
            found += ways[1:]
        return list(map(made, zip(found, repeat(0))))

    def any(self, cells: bytes, men: Iterable[int]) -> bool:
        """Can any of these men move?"""
        occupied = occupied_by(cells)
        return any(
            any(not occupied & there for _, there in self._steps[cell])
            or self._landings(cell, occupied)
            for cell in men
        )

    def _landings(self, cell: int, occupied: int) -> list[int]:
        """Where one jump from a cell leads."""
        found = []
        for mask, line, known in self._rays[cell]:
            filling = occupied & mask
            to = known.get(filling)
            if to is None:
                if len(known) >= _MOST:
                    known.clear()
                to = known[filling] = _jump(line, occupied)
            if to >= 0:
                found.append(to)
        return found


def _mask(cells: Iterable[int]) -> int:
    return sum(1 << cell for cell in cells)


def _jump(line: Line, occupied: int) -> int:
    """Where a jump along a line lands, or NOWHERE."""
    ray, allowed = line
    over = next((away for away, cell in enumerate(ray) if occupied >> cell & 1), len(ray))
    end = 2 * over + 1
    if end >= len(ray) or not allowed[end]:
        return NOWHERE
    return NOWHERE if any(occupied >> cell & 1 for cell in ray[over + 1 : end + 1]) else ray[end]
