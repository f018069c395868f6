"""Two other ways to list the moves of a plain Halma man, kept to be measured against the engine's.

`tables` looks at each neighbour in the byte board; `floods` shifts big integers over the whole board.
Both answer with (origin, end) pairs only. `docs/why.md` says what came out.
"""

from __future__ import annotations

from functools import cache

from engine import Position, Variant


@cache
def _tables(variant: Variant) -> tuple[list[list[int]], list[list[tuple[int, int]]]]:
    rays = variant.board.rays
    steps = [[ray[0] for ray in lines if ray] for lines in rays]
    hops = [[(ray[0], ray[1]) for ray in lines if len(ray) > 1] for lines in rays]
    return steps, hops


def tables(variant: Variant, position: Position) -> list[tuple[int, int]]:
    """Byte boards and tables: breadth first over landings, with each landing's hops found once."""
    steps, hops = _tables(variant)
    cells = position.cells
    onward: dict[int, list[int]] = {}
    found = []
    for origin in variant.standing(position, position.turn):
        found += [(origin, to) for to in steps[origin] if not cells[to]]
        seen, queue = {origin}, [origin]
        for cell in queue:
            landings = onward.get(cell)
            if landings is None:
                landings = onward[cell] = [
                    to for over, to in hops[cell] if cells[over] and not cells[to]
                ]
            for to in landings:
                if to not in seen:
                    seen.add(to)
                    queue.append(to)
        found += [(origin, to) for to in queue[1:]]
    return found


def floods(variant: Variant, position: Position) -> list[tuple[int, int]]:
    """Big-integer boards with two empty columns at the edge, flooded by shifts, man by man."""
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
    found = []
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
            found.append((origin, end // wide * size + end % wide))
    return found
