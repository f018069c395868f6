"""The moves of many men at once who leap: `Leaps`.

What stands on all the cells to which a leap leads from one is looked up together: their numbers, a byte
each, are translated by the cells of the position.
"""

from collections.abc import Sequence
from itertools import compress

from engine.move_generation.movers import Path
from engine.move_generation.short_hops import Ends, foes_of, made
from engine.position import Move

MOST = 256
"""A byte can number so many cells."""
EMPTY = bytes(255 * (byte == 0) for byte in range(256))
"""Translates cells into 255 for each that is empty."""


def by_number(cells: bytes, marks: bytes) -> bytes:
    """What translates numbers of cells as `marks` translates what stands on them."""
    return cells.translate(marks).ljust(MOST, b"\0")


class Leaps:
    """The moves of one seat's men on one board."""

    def __init__(self, links: Sequence[Path], seat: int, relay: bool) -> None:
        """links: where leaps lead from each cell; relay: whether they may lead to enemies, and on."""
        self._links = [bytes(ends) for ends in links]
        self._enemy = foes_of(seat) if relay else bytes(256)
        self._leapt = [[Move((cell, to)) for to in ends] for cell, ends in enumerate(links)]
        self._begun = [[move.path for move in leapt] for leapt in self._leapt]
        self._beyond = [
            [() if to == cell or to in ends else (to,) for to in range(len(links))]
            for cell, ends in enumerate(links)
        ]

    def moves(self, cells: bytes, men: Sequence[int]) -> list[Move]:
        """One move for each man and end, with the shortest route, as `movers.spread` would list them."""
        found: list[Move] = []
        onward = _Onward(self._links, cells, self._enemy)
        links, leapt, empty, relays = self._links, self._leapt, onward.empty, onward.relays
        for origin in men:
            near = links[origin]
            found += compress(leapt[origin], near.translate(empty))
            if relays and 255 in (begun := near.translate(relays)):
                unseen = self._beyond[origin].copy()
                ways: list[Path] = [*compress(self._begun[origin], begun)]
                for way in ways:
                    stops, goes_on = onward[way[-1]]
                    for to in stops:
                        if last := unseen[to]:
                            unseen[to] = ()
                            found.append(made(Move, (way + last, 0)))
                    for to in goes_on:
                        if last := unseen[to]:
                            unseen[to] = ()
                            ways.append(way + last)
        return found

    def ends(self, cells: bytes, men: Sequence[int]) -> list[Ends]:
        """Where the moves of each man end."""
        found: list[Ends] = []
        onward = _Onward(self._links, cells, self._enemy)
        links, empty, relays = self._links, onward.empty, onward.relays
        for origin in men:
            near = links[origin]
            ends = [*compress(near, near.translate(empty))]
            if relays and 255 in (begun := near.translate(relays)):
                seen = {origin, *near}
                reached = [*compress(near, begun)]
                for cell in reached:
                    stops, goes_on = onward[cell]
                    for to in stops:
                        if to not in seen:
                            seen.add(to)
                            ends.append(to)
                    for to in goes_on:
                        if to not in seen:
                            seen.add(to)
                            reached.append(to)
            found.append((origin, ends))
        return found


class _Onward(dict[int, tuple[list[int], list[int]]]):
    """Where leaps lead from a cell in one position: to empty cells, and to enemies'. Both are looked up
    for a cell when they are first asked for."""

    def __init__(self, links: Sequence[bytes], cells: bytes, enemy: bytes) -> None:
        self._links = links
        self.empty = by_number(cells, EMPTY)
        """Translates numbers of cells into 255 for each that is empty."""
        relays = by_number(cells, enemy)
        self.relays = relays if 255 in relays else b""
        """The same for enemies from whom a leap may lead on; empty if there are none."""

    def __missing__(self, cell: int) -> tuple[list[int], list[int]]:
        there = self._links[cell]
        found = self[cell] = (
            [*compress(there, there.translate(self.empty))],
            [*compress(there, there.translate(self.relays))],
        )
        return found
