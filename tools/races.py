"""Pattern database generator for perfect races: `engine.search.race_bounds`.

Both tables are searched backward from the end of the race, where no man is outside the goal and no
cell of it is empty. Men on the other side of the goal's border help in every possible way: each of
those cells is wild, which means that a man may both land on it and jump over it.
"""

import lzma
from array import array
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from engine import Variant
from engine.search.race_bounds import (
    MOST_OUTSIDE,
    UNREACHED,
    binomials,
    bounds_file,
    pattern_count,
    sides,
)

Cells = tuple[int, ...]
"""A set of cells, as ranks in ascending order."""
Step = tuple[int, Cells]
"""A position that leads to another one, with the cost of the move between them."""


class Terrain:
    """The moves of one man on a board with wild cells."""

    def __init__(self, variant: Variant, wild: Iterable[int], reverse: bool) -> None:
        """Prepare the moves; with `reverse`, from the end of a turn back to its start."""
        rays, allowed = variant.board.rays, variant.link_allowed
        self.wild = sum(1 << cell for cell in wild)

        def may(start: int, end: int) -> bool:
            return allowed(variant, 0, *((end, start) if reverse else (start, end)))

        self.steps = [
            [ray[0] for ray in rays[cell] if ray and may(cell, ray[0])] for cell in range(len(rays))
        ]
        self.jumps = [
            [(1 << ray[0], ray[1]) for ray in rays[cell] if len(ray) > 1 and may(cell, ray[1])]
            for cell in range(len(rays))
        ]

    def ends(self, origin: int, men: int) -> set[int]:
        """Return where a man on `origin` may end a turn, with the other men on `men`."""
        over, blocked = men | self.wild, men & ~self.wild
        ends, reached = {origin}, [origin]
        for cell in reached:
            for bit, to in self.jumps[cell]:
                if over & bit and to not in ends and not blocked >> to & 1:
                    ends.add(to)
                    reached.append(to)
        ends.update(to for to in self.steps[origin] if not blocked >> to & 1)
        return ends


class OutsideMen:
    """Positions of the men outside the goal, where the goal's cells are wild.

    A move out of the goal costs nothing, because the other table counts it.
    """

    def __init__(self, variant: Variant) -> None:
        self.cells, self.goal = sides(variant, 0)
        self._rank = {cell: rank for rank, cell in enumerate(self.cells)}
        self._back = Terrain(variant, self.goal, reverse=True)

    def before(self, ranks: Cells) -> Iterator[Step]:
        """Yield the positions from which one move leads to this one, with its cost."""
        men = [self.cells[rank] for rank in ranks]
        occupied = sum(1 << cell for cell in men)
        rank_of = self._rank
        for number, cell in enumerate(men):
            others = ranks[:number] + ranks[number + 1 :]
            left_goal = False
            for start in self._back.ends(cell, occupied ^ 1 << cell):
                if start not in rank_of:
                    left_goal = True
                elif start != cell:
                    yield 1, tuple(sorted((*others, rank_of[start])))
            if left_goal:
                yield 0, others
        if len(men) < MOST_OUTSIDE:
            starts = {start for cell in self.goal for start in self._back.ends(cell, occupied)}
            for start in starts:
                if start in rank_of:
                    yield 1, tuple(sorted((*ranks, rank_of[start])))


class GoalGaps:
    """Positions of the goal's empty cells, where the cells outside it are wild.

    A move into the goal costs nothing, because the other table counts it.
    """

    def __init__(self, variant: Variant) -> None:
        self.outside, self.cells = sides(variant, 0)
        self._rank = {cell: rank for rank, cell in enumerate(self.cells)}
        self._whole = sum(1 << cell for cell in self.cells)
        self._ahead = Terrain(variant, self.outside, reverse=False)
        self._back = Terrain(variant, self.outside, reverse=True)

    def before(self, ranks: Cells) -> Iterator[Step]:
        """Yield the positions from which one move leads to this one, with its cost."""
        gaps = [self.cells[rank] for rank in ranks]
        men = self._whole - sum(1 << cell for cell in gaps)
        for rank, cell in enumerate(self.cells):
            if rank in ranks:
                others = tuple(each for each in ranks if each != rank)
                if any(end not in self._rank for end in self._ahead.ends(cell, men)):
                    yield 1, others
                continue
            for start in self._back.ends(cell, men ^ 1 << cell):
                if start == cell:
                    continue
                if start in self._rank:
                    moved = (each for each in ranks if each != self._rank[start])
                    yield 1, tuple(sorted((*moved, rank)))
                elif len(ranks) < MOST_OUTSIDE:
                    yield 0, tuple(sorted((*ranks, rank)))


def fewest_moves(cells: int, before: Callable[[Cells], Iterator[Step]]) -> bytes:
    """Return the cost of each set of at most `MOST_OUTSIDE` of these cells."""
    values = bytearray([UNREACHED]) * pattern_count(cells)
    choose, first = binomials(cells)
    layers = [array("I", [0])]
    values[0] = 0
    for cost, layer in enumerate(layers):
        layers.append(array("I"))
        for packed in layer:
            ranks = tuple(byte - 1 for byte in packed.to_bytes(4, "big") if byte)
            if values[_index(ranks, choose, first)] < cost:
                continue
            for more, earlier in before(ranks):
                index = _index(earlier, choose, first)
                if values[index] > cost + more:
                    values[index] = cost + more
                    number = 0
                    for rank in earlier:
                        number = number << 8 | rank + 1
                    layers[cost + more].append(number)
        if not layers[-1]:
            break
        layers[cost] = array("I")
    return bytes(values)


def _index(ranks: Cells, choose: list[list[int]], first: list[int]) -> int:
    index = first[len(ranks)]
    for place, rank in enumerate(ranks):
        index += choose[place][rank]
    return index


def write_race_bounds(variant: Variant, folder: Path) -> str:
    """Compute both tables of a game, write its file, and return a summary."""
    men, gaps = OutsideMen(variant), GoalGaps(variant)
    outside = fewest_moves(len(men.cells), men.before)
    inside = fewest_moves(len(gaps.cells), gaps.before)
    file = folder / bounds_file(variant)
    file.write_bytes(lzma.compress(outside + inside, preset=9 | lzma.PRESET_EXTREME))
    most = max(value for value in outside if value != UNREACHED)
    return (
        f"{file}: {len(outside):,} sets of men, at most {most} moves; {len(inside):,} sets of gaps, "
        f"at most {max(inside)} moves; {file.stat().st_size:,} bytes"
    )
