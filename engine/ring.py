"""The fast lister for plain Halma men: steps, and chains of short hops over any man.

What such a man can do at once depends only on the cells within two of it, its ring. The occupied cells
of the whole board make one big integer; a shift and a mask cut out a ring, and a dictionary for each
cell remembers what that ring allows: finished `Move` values for steps and single hops, and the landings
from which longer hops go on. Listing a position is then a breadth-first walk over remembered landings.
`docs/why.md` has the measurements of the ways that were tried.

The man need not be lifted: short hops keep the parity of both coordinates, so he never comes to stand
beside the cell that he left and cannot use himself as a bridge; and from that cell nothing is in reach
that was not in reach at once.

A link may lead off the board: the man is gone there, and nothing goes on.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import repeat

from engine.board import OFF
from engine.movers import Path
from engine.position import Move

_MOST = 512
"""How many rings a cell remembers before it forgets them all: some 100 MB on a 16x16 board at worst."""
_DIGITS = b"0" + b"1" * 255
made = partial(tuple.__new__, Move)
"""A `Move` of a (path, kind) pair, made faster than by its name."""


def occupied_by(cells: bytes) -> int:
    """The occupied cells as one big integer, the first cell its lowest bit."""
    return int(cells.translate(_DIGITS)[::-1], 2)


class Ring:
    """The moves of one seat's men on one board."""

    def __init__(
        self,
        steps: Iterable[Iterable[int]],
        hops: Iterable[Iterable[tuple[int, int]]],
    ) -> None:
        """`steps`: for each cell where one step leads; `hops`: for each cell (over, landing) pairs.

        The last element of each list, added here, is what OFF, which is -1, finds: nothing."""
        self._steps = [*map(tuple, steps), ()]
        self._hops = [*map(tuple, hops), ()]
        self._cuts: list[tuple[int, int, dict[int, _Near]]] = []
        for to, over_to in zip(self._steps, self._hops, strict=True):
            ring = {*to, *(cell for pair in over_to for cell in pair)} - {OFF}
            low = min(ring, default=0)
            self._cuts.append((low, sum(1 << cell - low for cell in ring), {}))

    def moves(self, cells: bytes, men: Iterable[int]) -> list[Move]:
        """One move for each man and end, with the shortest route, as `movers.spread` would list them."""
        occupied = occupied_by(cells)
        found: list[Move] = []
        longer: list[Path] = []
        onward: dict[int, list[int]] = {}
        for origin in men:
            low, mask, known = self._cuts[origin]
            ring = occupied >> low & mask
            near = known.get(ring) or self._look(origin, ring)
            found += near[0]
            front = near[1]
            if front:
                seen = set(near[3])
                while front:
                    following = []
                    for path in front:
                        cell = path[-1]
                        landings = onward.get(cell)
                        if landings is None:
                            low, mask, known = self._cuts[cell]
                            ring = occupied >> low & mask
                            landings = onward[cell] = (known.get(ring) or self._look(cell, ring))[2]
                        for landing in landings:
                            if landing not in seen:
                                seen.add(landing)
                                following.append((*path, landing))
                    longer += following
                    front = following
        found.extend(map(made, zip(longer, repeat(0))))
        return found

    def any(self, cells: bytes, men: Iterable[int]) -> bool:
        """Can any of these men move?"""
        occupied = occupied_by(cells)
        for cell in men:
            low, mask, known = self._cuts[cell]
            ring = occupied >> low & mask
            if (known.get(ring) or self._look(cell, ring))[0]:
                return True
        return False

    def _look(self, cell: int, ring: int) -> _Near:
        """What a ring allows the man in its middle, worked out and remembered."""
        low, _, known = self._cuts[cell]
        paths: list[Path] = [
            (cell, to) for to in self._steps[cell] if to == OFF or not ring >> to - low & 1
        ]
        landings = [
            to
            for over, to in self._hops[cell]
            if ring >> over - low & 1 and (to == OFF or not ring >> to - low & 1)
        ]
        singles: list[Path] = [(cell, to) for to in dict.fromkeys(landings)]
        both = dict.fromkeys(paths + singles)
        ended = {cell, *landings, *({OFF} & set(self._steps[cell]))}
        near = list(map(made, zip(both, repeat(0)))), singles, landings, ended
        if len(known) >= _MOST:
            known.clear()
        known[ring] = near
        return near


_Near = tuple[list[Move], list[Path], list[int], set[int]]
"""Finished steps and single hops; the paths of the single hops; where those land; where a longer
hop of the man who starts here does not end, because he is or gets there sooner."""
