"""Cached hops: the best moves of men that step and hop, with a cache of hops.

In a search, most men have the same hops in one position as in those before. The hops of a man are
therefore kept together with the jumps on which they depend, and are listed again only if one of
these jumps has become possible or impossible.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from itertools import compress

from engine.move_generation.byte_lanes import BITS
from engine.move_generation.long_hops import LongHopTables
from engine.move_generation.short_hops import ShortHopTables

_KEPT = 8
"""The number of different lists of hops kept for a cell and its open directions.

Lists are kept as tuples of integers, which the garbage collector does not have to visit: with lists
in a `deque`, it took 19 % of the time of a search.

In a search of Halma, 40% of the lists must be created if one is kept, and 20% if eight are kept.
"""

Values = tuple[int, ...]
"""The values of some moves, best first."""
_Known = tuple[int, int, Values]
"""A mask, the jumps in it that are possible, and the values of a man's hops."""
_KnownLong = tuple[int, int, int, int, Values]
"""The same, with a second mask and what stands on its cells."""


class CachedMoves(ABC):
    """Lister of the best moves of one seat's men, given values of the cells.

    The value of a move is that of its start cell in `starts` plus that of its end cell in `ends`.
    """

    def __init__(self, starts: Sequence[int], ends: Sequence[int]) -> None:
        self._starts, self._ends = starts, ends

    def best(self, cells: bytes, men: Sequence[int], enough: int, first: int) -> int | None:
        """Return the value of the best move, or of a move that is at least `enough`.

        The man on the cell `first` is tried first. Returns None if the men cannot move.
        """
        best: int | None = None
        for values in self._listed(cells, (first, *men) if first in men else men, 1):
            if best is None or values[0] > best:
                best = values[0]
                if best >= enough:
                    break
        return best

    def highest(self, cells: bytes, men: Sequence[int], width: int, least: float) -> list[int]:
        """Return the values of the `width` best moves, best first.

        Moves with values below `least` may be missing.
        """
        best: list[int] = []
        for values in self._listed(cells, men, width):
            if values[0] >= least:
                best += values[:width]
        best.sort(reverse=True)
        return best[:width]

    @abstractmethod
    def _listed(self, cells: bytes, men: Sequence[int], width: int) -> Iterator[Values]:
        """Yield the values of each man's moves, in one or several non-empty parts.

        Each part may be limited to the `width` highest values.
        """

    def _values(self, origin: int, ends: Iterable[int]) -> Values:
        """Return the values of a man's moves to these cells."""
        start = self._starts[origin]
        return tuple(sorted([self._ends[end] + start for end in ends], reverse=True))


class CachedShortHops(CachedMoves):
    """Lister for men that hop over neighbours."""

    def __init__(self, tables: ShortHopTables, starts: Sequence[int], ends: Sequence[int]) -> None:
        super().__init__(starts, ends)
        self._tables = tables
        # Both are indexed by cell, and then by the open directions.
        self._steps: list[dict[int, Values]] = [{} for _ in starts]
        self._hops: list[dict[int, tuple[_Known, ...]]] = [{} for _ in starts]

    def _listed(self, cells: bytes, men: Sequence[int], width: int) -> Iterator[Values]:
        steps, hops, jumps = self._tables.open_directions(cells)
        known_steps, known_hops = self._steps, self._hops
        for origin in men:
            if directions := steps[origin]:
                values = known_steps[origin].get(directions)
                yield values or self._step_values(origin, directions)
            if directions := hops[origin]:
                for mask, needed, known in known_hops[origin].get(directions, ()):
                    if jumps & mask == needed:
                        values = known
                        break
                else:
                    values = self._hop_values(origin, directions, hops, jumps)
                if values:  # at the edge, the only hop may lead off the board, as the step does
                    yield values

    def _step_values(self, origin: int, directions: int) -> Values:
        """Return the values of a man's steps."""
        values = self._values(origin, compress(self._tables.step_ends[origin], BITS[directions]))
        self._steps[origin][directions] = values
        return values

    def _hop_values(self, origin: int, directions: int, hops: bytes, jumps: int) -> Values:
        """Return the values of a man's hops."""
        reached = self._tables.reached(origin, hops)
        values = self._values(origin, reached)
        lanes = self._tables.cell_masks
        mask = lanes[origin]
        for cell in reached:
            mask |= lanes[cell]
        known = self._hops[origin].get(directions, ())
        self._hops[origin][directions] = ((mask, jumps & mask, values), *known[: _KEPT - 1])
        return values


class CachedLongHops(CachedMoves):
    """Lister for men that hop over men at any distance."""

    def __init__(self, tables: LongHopTables, starts: Sequence[int], ends: Sequence[int]) -> None:
        super().__init__(starts, ends)
        self._tables = tables
        # Indexed by cell, and then by the steps or by the distances of the men to jump.
        self._steps: list[dict[tuple[int, ...], Values]] = [{} for _ in starts]
        self._hops: list[dict[tuple[int, ...], tuple[_KnownLong, ...]]] = [{} for _ in starts]

    def _listed(self, cells: bytes, men: Sequence[int], width: int) -> Iterator[Values]:
        tables = self._tables
        lines = tables.open_lines(cells)
        jumps = int.from_bytes(lines.away, "little")
        standing = int.from_bytes(cells, "little")
        for origin in men:
            if steps := tables.step_ends(origin, lines):
                yield self._steps[origin].get(steps) or self._step_values(origin, steps)
            distances = tables.away[origin](lines.away)
            if any(distances):
                for mask, needed, seen, stood, known in self._hops[origin].get(distances, ()):
                    if jumps & mask == needed and standing & seen == stood:
                        values = known
                        break
                else:
                    reached = tables.reached(origin, lines)
                    values = self._values(origin, reached)
                    mask, seen = tables.dependencies(origin, reached, lines)
                    new = mask, jumps & mask, seen, standing & seen, values
                    earlier = self._hops[origin].get(distances, ())
                    self._hops[origin][distances] = (new, *earlier[: _KEPT - 1])
                yield values

    def _step_values(self, origin: int, steps: tuple[int, ...]) -> Values:
        """Return the values of a man's steps."""
        values = self._steps[origin][steps] = self._values(origin, steps)
        return values
