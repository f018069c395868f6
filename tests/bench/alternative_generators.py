"""Alternative move generators for a plain Halma man, kept for benchmarks.

`tables` looks up each neighbour in a byte board. `floods` shifts big integers over the whole board.
`Rings` caches the moves from each cell, by the occupancy of the cells within two steps. The engine
used `Rings` until the benchmarks were changed to uncached positions. See `docs/why.md` for the
results.
"""

import random
from functools import cache

from engine import Move, Position, Variant

Pair = tuple[int, int]
Path = tuple[int, ...]
Near = tuple[list[Move], list[Path], list[int], set[int]]
"""The neighbourhood of a cell for `Rings`.

It has the steps and single jumps, the paths of the single jumps, their landings, and the excluded
ends. Longer hops to an excluded cell are not listed, because the man starts there or reaches it in
one jump.
"""
made = tuple.__new__


@cache
def _links(variant: Variant) -> tuple[list[list[int]], list[list[Pair]]]:
    """Return the target of each step and the (over, landing) of each jump, per cell."""
    rays = variant.board.rays
    steps = [[ray[0] for ray in lines if ray] for lines in rays]
    hops = [[(ray[0], ray[1]) for ray in lines if len(ray) > 1] for lines in rays]
    return steps, hops


def tables(variant: Variant, position: Position) -> list[Move]:
    """Generate moves from a byte board and lookup tables.

    The search is breadth-first over landings, and the hops from each landing are found once.
    """
    steps, hops = _links(variant)
    cells = position.cells
    onward: dict[int, list[int]] = {}
    paths: list[Path] = []
    for origin in variant.standing(position, position.turn):
        paths += [(origin, to) for to in steps[origin] if not cells[to]]
        seen, ways = {origin}, [(origin,)]
        for way in ways:
            landings = onward.get(way[-1])
            if landings is None:
                landings = onward[way[-1]] = [
                    to for over, to in hops[way[-1]] if cells[over] and not cells[to]
                ]
            for to in landings:
                if to not in seen:
                    seen.add(to)
                    ways.append((*way, to))
        paths += ways[1:]
    return [made(Move, (path, 0)) for path in paths]


class Rings:
    """Generate moves from cached neighbourhoods.

    A dictionary per cell maps the occupancy of the cells within two steps to the moves allowed
    from that cell. It is filled as positions are encountered.
    """

    def __init__(self, variant: Variant) -> None:
        self._variant = variant
        self._steps, self._hops = _links(variant)
        self._cuts: list[tuple[int, int, dict[int, Near]]] = []
        for to, over_to in zip(self._steps, self._hops, strict=True):
            ring = {*to, *(cell for pair in over_to for cell in pair)}
            low = min(ring)
            self._cuts.append((low, sum(1 << cell - low for cell in ring), {}))

    def moves(self, position: Position) -> list[Move]:
        """Return the shortest move for each pair of a man and an end square."""
        occupied = int(position.cells.translate(b"0" + b"1" * 255)[::-1], 2)
        made_moves: list[Move] = []
        longer: list[Path] = []
        onward: dict[int, list[int]] = {}
        for origin in self._variant.standing(position, position.turn):
            low, mask, known = self._cuts[origin]
            ring = occupied >> low & mask
            near = known.get(ring) or self._look(origin, ring)
            made_moves += near[0]
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
        made_moves += [made(Move, (path, 0)) for path in longer]
        return made_moves

    def turn(self, position: Position, rng: random.Random) -> Move:
        """Return a random legal move."""
        return rng.choice(self.moves(position))

    def _look(self, cell: int, ring: int) -> Near:
        """Return the moves from a cell, given the occupancy around it, and cache them."""
        low, _, known = self._cuts[cell]
        paths: list[Path] = [(cell, to) for to in self._steps[cell] if not ring >> to - low & 1]
        landings = [
            to
            for over, to in self._hops[cell]
            if ring >> over - low & 1 and not ring >> to - low & 1
        ]
        singles: list[Path] = [(cell, to) for to in dict.fromkeys(landings)]
        both = dict.fromkeys(paths + singles)
        near = [made(Move, (path, 0)) for path in both], singles, landings, {cell, *landings}
        if len(known) >= 512:
            known.clear()
        known[ring] = near
        return near


def floods(variant: Variant, position: Position) -> list[tuple[int, int]]:
    """Return the (origin, end) pairs of all moves, using big-integer bitboards.

    Shifts flood the board from each man. Two empty columns at the edge prevent wrap-around.
    """
    size = int(len(position.cells) ** 0.5)
    wide = size + 2
    occupied = mine = whole = 0
    for cell, byte in enumerate(position.cells):
        bit = 1 << cell // size * wide + cell % size
        whole |= bit
        if byte:
            occupied |= bit
            if byte & 15 == position.turn + 1:
                mine |= bit
    empty = whole & ~occupied
    shifts = (1, wide - 1, wide, wide + 1)
    paths = []
    while mine:
        bit = mine & -mine
        mine ^= bit
        steps = 0
        for shift in shifts:
            steps |= bit << shift | bit >> shift
        reached = front = bit
        while front:
            landed = 0
            for shift in shifts:
                landed |= (front << shift & occupied) << shift | (
                    front >> shift & occupied
                ) >> shift
            front = landed & empty & ~reached
            reached |= front
        ends = (steps & empty) | reached & ~bit
        at = bit.bit_length() - 1
        origin = at // wide * size + at % wide
        while ends:
            end = (ends & -ends).bit_length() - 1
            ends &= ends - 1
            paths.append((origin, end // wide * size + end % wide))
    return paths
