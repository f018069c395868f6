"""Where hops go on to: the cells that all men share who land on one of them, looked at once.

From each cell of a region hops lead to all others. A yard line may let them leave one part of the board
for another and not come back: these parts are the zones, and a region lies in one of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from graphlib import TopologicalSorter

from engine.board import OFF
from engine.lanes import MEMBERS


def zones(landings: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The zone of each cell, and last, where OFF finds it, one of its own; by where jumps could lead
    from each cell. CycleError if somebody could go round by jumps that do not lead back."""
    links = [{to for to in row if to != OFF} for row in landings]
    found = [OFF] * (len(links) + 1)
    order: TopologicalSorter[int] = TopologicalSorter()
    for first in range(len(links)):
        ring = [first] if found[first] == OFF else []
        for cell in ring:
            found[cell] = first
            ring += [to for to in links[cell] if found[to] == OFF and cell in links[to]]
    for cell, ends in enumerate(links):
        for to in ends:
            if cell not in links[to]:
                order.add(found[cell], found[to])
    order.prepare()
    return tuple(found)


class Regions:
    """The regions of one position. Each is told by the worths of its cells, of which no two are alike:
    the greatest of them, best first."""

    def __init__(
        self,
        landings: Sequence[Sequence[int]],
        zones: Sequence[int],
        hops: bytes,
        worth: Sequence[int],
        width: int,
    ) -> None:
        """Where jumps could lead, the places of those that are open from each cell, and how many worths
        of a region are wanted."""
        self._landings = landings
        self._zones = zones
        self._hops = hops
        self._worth = worth
        self._width = width
        self._known: dict[int, list[list[int]]] = {}

    def beyond(self, ends: Iterable[int]) -> list[list[int]]:
        """The regions to which a man may come who can jump to these cells."""
        found: list[list[int]] = []
        for end in ends:
            there = self._known.get(end) or self._explored(end)
            found = found + [one for one in there if one not in found] if found else there
        return found

    def _explored(self, first: int) -> list[list[int]]:
        """The regions to which a man may come from a cell, that of the cell first."""
        known, hops, worth = self._known, self._hops, self._worth
        if not hops[first]:
            known[first] = found = [[worth[first]]]
            return found
        landings, zones = self._landings, self._zones
        zone, region = zones[first], [first]
        known[first] = found = [[]]
        for cell in region:
            row = landings[cell]
            for place in MEMBERS[hops[cell]]:
                to = row[place]
                if zones[to] != zone:
                    found += [one for one in self.beyond((to,)) if one not in found]
                elif to not in known:
                    known[to] = found
                    region.append(to)
        worths = map(worth.__getitem__, region)
        found[0] = (
            [max(worths)] if self._width == 1 else sorted(worths, reverse=True)[: self._width]
        )
        return found
