"""`LeapTables`: move generation for all leaping men of a seat.

The targets of the leaps are stored as bytes, one cell index per byte. All targets are looked up at
once by translating these bytes with the contents of the cells.
"""

from collections.abc import Sequence
from itertools import compress

from engine.move_generation.compiled import CellLinks, Generator
from engine.move_generation.movers import Path
from engine.move_generation.short_hops import Ends, Pair, foes_of, make_tuple
from engine.position import Move

MOST = 256
"""The maximum number of cells, because each cell index is stored in one byte."""
EMPTY = bytes(255 * (byte == 0) for byte in range(256))
"""Translation table from a cell's byte to 255 if the cell is empty, else 0."""


def translate_numbers(cells: bytes, marks: bytes) -> bytes:
    """Return a translation table from cell indices to marks.

    `marks` is the translation table from the content of a cell to its mark.
    """
    return cells.translate(marks).ljust(MOST, b"\0")


class LeapTables:
    """Move generator for the leaping men of one seat on one board."""

    generator: Generator | None = None
    """The generator of the C module that lists the moves; None if it is not in use."""

    def __init__(self, links: Sequence[Path], seat: int, relay: bool) -> None:
        """Precompute the leaps.

        `links` has the targets of the leaps from each cell. `relay` allows leaps onto enemies, each
        of which must be followed by another leap.
        """
        self.links = [bytes(ends) for ends in links]
        """The targets of the leaps from each cell."""
        self.enemy = foes_of(seat) if relay else b""
        """Translation table: 255 for each man from which a man may leap on; empty if none."""
        self._leapt_pairs = [[(cell, to) for to in ends] for cell, ends in enumerate(links)]
        self._leapt = [[Move(pair) for pair in pairs] for pairs in self._leapt_pairs]
        self._beyond = [
            [() if to == cell or to in ends else (to,) for to in range(len(links))]
            for cell, ends in enumerate(links)
        ]

    def moves(self, cells: bytes, men: Sequence[int]) -> list[Move]:
        """Return one move, by the shortest route, for each man and end cell.

        Moves are grouped by man in the order of `men`, shorter routes first.
        """
        paths: list[Move] = []
        onward = _Onward(self.links, cells, self.enemy)
        links, leapt, empty, relays = self.links, self._leapt, onward.empty, onward.relays
        for origin in men:
            near = links[origin]
            paths += compress(leapt[origin], near.translate(empty))
            if relays and 255 in (begun := near.translate(relays)):
                unseen = self._beyond[origin].copy()
                ways: list[Path] = [*compress(self._leapt_pairs[origin], begun)]
                for way in ways:
                    stops, goes_on = onward[way[-1]]
                    for to in stops:
                        if last := unseen[to]:
                            unseen[to] = ()
                            paths.append(make_tuple(Move, (way + last, 0)))
                    for to in goes_on:
                        if last := unseen[to]:
                            unseen[to] = ()
                            ways.append(way + last)
        return paths

    def ends(self, cells: bytes, men: Sequence[int]) -> list[Ends]:
        """Return the end cells of each man's moves."""
        links = self.links
        if not self.enemy:
            empty = translate_numbers(cells, EMPTY)
            return [
                (origin, [*compress(near := links[origin], near.translate(empty))])
                for origin in men
            ]
        pairs: list[Ends] = []
        onward = _Onward(links, cells, self.enemy)
        empty, relays = onward.empty, onward.relays
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
            pairs.append((origin, ends))
        return pairs

    def pairs(self, cells: bytes, men: Sequence[int]) -> list[Pair]:
        """Return the start and end of each move, in the order of the moves."""
        if self.enemy:
            return [(origin, end) for origin, ends in self.ends(cells, men) for end in ends]
        pairs: list[Pair] = []
        links, leapt, empty = self.links, self._leapt_pairs, translate_numbers(cells, EMPTY)
        for origin in men:
            pairs += compress(leapt[origin], links[origin].translate(empty))
        return pairs

    def cell_links(self) -> list[CellLinks]:
        """Return the links of each cell."""
        return [CellLinks(ends) for ends in self.links]


class _Onward(dict[int, tuple[list[int], list[int]]]):
    """Cache of leap targets from each cell in one position.

    Empty cells and enemies are kept apart. The targets of a cell are looked up when they are first
    needed.
    """

    def __init__(self, links: Sequence[bytes], cells: bytes, enemy: bytes) -> None:
        self._links = links
        self.empty = translate_numbers(cells, EMPTY)
        """Translation table from cell indices: 255 for each empty cell."""
        relays = translate_numbers(cells, enemy) if enemy else b""
        self.relays = relays if 255 in relays else b""
        """Translation table from cell indices: 255 for each enemy that can be a relay.

        The table is empty if there are no such enemies.
        """

    def __missing__(self, cell: int) -> tuple[list[int], list[int]]:
        targets = self._links[cell]
        split_targets = self[cell] = (
            [*compress(targets, targets.translate(self.empty))],
            [*compress(targets, targets.translate(self.relays))],
        )
        return split_targets
