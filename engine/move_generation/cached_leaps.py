"""Cached leaps: the best moves of leaping men, with a cache of direct leaps.

Enemies that are one leap apart form a group: a man that leaps onto one of them can go on from each
of them. So the ends that a group leads to are found once per position, and not for each man.
"""

from collections.abc import Iterator, Sequence
from itertools import compress, islice

from engine.move_generation.cached_hops import CachedMoves, Values
from engine.move_generation.leaps import EMPTY, LeapTables, translate_numbers


class CachedLeaps(CachedMoves):
    """Lister for men that leap."""

    def __init__(self, tables: LeapTables, starts: Sequence[int], ends: Sequence[int]) -> None:
        super().__init__(starts, ends)
        self._links, self._enemy = tables.links, tables.enemy
        # Indexed by cell, and then by the marks of the leaps that end on an empty cell.
        self._direct: list[dict[bytes, Values]] = [{} for _ in starts]

    def _listed(self, cells: bytes, men: Sequence[int], width: int) -> Iterator[Values]:
        empty = translate_numbers(cells, EMPTY)
        relays = translate_numbers(cells, self._enemy) if self._enemy else b""
        groups: dict[int, list[int]] = {}
        for origin in men:
            near = self._links[origin]
            free = near.translate(empty)
            if 255 in free:
                yield self._direct[origin].get(free) or self._direct_values(origin, free)
            if relays and 255 in (begun := near.translate(relays)):
                ends = self._group_ends(compress(near, begun), empty, relays, groups)
                start = self._starts[origin]
                others = (self._ends[end] + start for end in ends if end not in near)
                if values := tuple(islice(others, width)):
                    yield values

    def _direct_values(self, origin: int, free: bytes) -> Values:
        """Return the values of a man's direct leaps."""
        values = self._values(origin, compress(self._links[origin], free))
        self._direct[origin][free] = values
        return values

    def _group_ends(
        self, begun: Iterator[int], empty: bytes, relays: bytes, groups: dict[int, list[int]]
    ) -> list[int]:
        """Return the ends of leaps onto these enemies, the highest values first.

        `groups` has the ends of each enemy whose group is known.
        """
        together: list[list[int]] = []
        for relay in begun:
            if relay not in groups:
                self._find_group(relay, empty, relays, groups)
            if groups[relay] not in together:
                together.append(groups[relay])
        if len(together) == 1:
            return together[0]
        return self._sorted({end for ends in together for end in ends})

    def _find_group(
        self, relay: int, empty: bytes, relays: bytes, groups: dict[int, list[int]]
    ) -> None:
        """Store the ends of an enemy's group for each enemy in it."""
        members, ends = [relay], set[int]()
        for member in members:
            near = self._links[member]
            ends.update(compress(near, near.translate(empty)))
            members += [
                other for other in compress(near, near.translate(relays)) if other not in members
            ]
        groups.update(dict.fromkeys(members, self._sorted(ends)))

    def _sorted(self, ends: set[int]) -> list[int]:
        """Return the cells with the highest values first."""
        return sorted(ends, key=self._ends.__getitem__, reverse=True)
