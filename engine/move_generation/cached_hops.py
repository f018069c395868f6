"""`CachedHops`: the best moves of men that step and hop, with a cache of hops.

In a search, most men have the same hops in one position as in those before. The hops of a man are
therefore kept together with the jumps on which they depend, and are listed again only if one of
these jumps has become possible or impossible.
"""

from collections.abc import Sequence
from itertools import compress

from engine.move_generation.byte_lanes import BITS
from engine.move_generation.short_hops import ShortHopTables

_KEPT = 8
"""The number of different lists of hops kept for a cell and its open directions.

Lists are kept as tuples of integers, which the garbage collector does not have to visit: with lists
in a `deque`, it took 19 % of the time of a search.

In a search of Halma, 40% of the lists must be created if one is kept, and 20% if eight are kept.
"""

_Known = tuple[int, int, tuple[int, ...]]
"""A mask of cells, the possible jumps from these cells, and the values of a man's hops."""


class CachedHops:
    """Lister of the best moves of one seat's men, given values of the cells.

    The value of a move is that of its start cell in `starts` plus that of its end cell in `ends`.
    """

    def __init__(self, tables: ShortHopTables, starts: Sequence[int], ends: Sequence[int]) -> None:
        self._tables = tables
        self._starts, self._ends = starts, ends
        # Both are indexed by cell, and then by the open directions.
        self._steps: list[dict[int, tuple[int, ...]]] = [{} for _ in starts]
        self._hops: list[dict[int, tuple[_Known, ...]]] = [{} for _ in starts]

    def best(self, cells: bytes, men: Sequence[int], enough: int, first: int) -> int | None:
        """Return the value of the best move, or of a move that is at least `enough`.

        The man on the cell `first` is tried first. Returns None if the men cannot move.
        """
        steps, hops, jumps = self._tables.open_directions(cells)
        known_steps, known_hops = self._steps, self._hops
        best: int | None = None
        for origin in (first, *men) if first in men else men:
            if directions := steps[origin]:
                values = known_steps[origin].get(directions)
                value = (values or self._step_values(origin, directions))[0]
                if best is None or value > best:
                    best = value
            if directions := hops[origin]:
                for mask, needed, known in known_hops[origin].get(directions, ()):
                    if jumps & mask == needed:
                        values = known
                        break
                else:
                    values = self._hop_values(origin, directions, hops, jumps)
                # At the edge, the only hop may lead off the board, as the step does.
                if values and (best is None or values[0] > best):
                    best = values[0]
            if best is not None and best >= enough:
                break
        return best

    def highest(self, cells: bytes, men: Sequence[int], width: int, least: float) -> list[int]:
        """Return the values of the `width` best moves, best first.

        Moves with values below `least` may be missing.
        """
        steps, hops, jumps = self._tables.open_directions(cells)
        known_steps, known_hops = self._steps, self._hops
        best: list[int] = []
        for origin in men:
            if directions := steps[origin]:
                values = known_steps[origin].get(directions) or self._step_values(
                    origin, directions
                )
                if values[0] >= least:
                    best += values
            if directions := hops[origin]:
                for mask, needed, known in known_hops[origin].get(directions, ()):
                    if jumps & mask == needed:
                        values = known
                        break
                else:
                    values = self._hop_values(origin, directions, hops, jumps)
                if values and values[0] >= least:
                    best += values[:width]
        best.sort(reverse=True)
        return best[:width]

    def _step_values(self, origin: int, directions: int) -> tuple[int, ...]:
        """Return the values of a man's steps, best first."""
        start, ends = self._starts[origin], self._tables.step_ends[origin]
        listed = [self._ends[end] + start for end in compress(ends, BITS[directions])]
        values = tuple(sorted(listed, reverse=True))
        self._steps[origin][directions] = values
        return values

    def _hop_values(self, origin: int, directions: int, hops: bytes, jumps: int) -> tuple[int, ...]:
        """Return the values of a man's hops, best first."""
        start, reached = self._starts[origin], self._tables.reached(origin, hops)
        values = tuple(sorted([self._ends[end] + start for end in reached], reverse=True))
        lanes = self._tables.cell_masks
        mask = lanes[origin]
        for cell in reached:
            mask |= lanes[cell]
        known = self._hops[origin].get(directions, ())
        self._hops[origin][directions] = ((mask, jumps & mask, values), *known[: _KEPT - 1])
        return values
