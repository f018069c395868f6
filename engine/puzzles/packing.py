"""Packing puzzles: nineteen randomly placed men, to be packed into the yard.

For the packings in `RACES`, a solution found by a wider search is stored.

Source: the rulebook of 1885, which recommends "spreading nineteen pieces at random and studying
the ways of packing them with fewest moves". The random spread and the search are our own.

The solver is a beam search: it keeps the best few positions after each turn. Positions are
evaluated by the sum of the squared distances of the men from the corner. The yard consists of the
nineteen squares nearest to the corner, so the sum is smallest when the men are packed. Squaring
makes stragglers expensive.
"""

import random
from functools import cache
from pathlib import Path

from engine.position import Move, Position, man
from engine.puzzles.figures import YARD
from engine.variant_definition import Variant
from engine.variants.halma import BOARD

SIZES = range(8, 17)
"""Side lengths, in squares, of the area over which the men may be spread."""

RACES = tuple(f"packing-{size}-{seed}" for size in (8, 12, 16) for seed in range(1, 11))
"""The keys of the packings with a stored solution."""

WIDTH = 12
"""Beam width: the number of positions kept after each turn."""

SQUARED_DISTANCES = tuple((row - 1) ** 2 + (place - 1) ** 2 for row, place in BOARD.spots)
"""The squared distance of each cell from the corner I,1."""


def random_cells(seed: int, size: int) -> frozenset[int]:
    """Return nineteen random cells of the size x size area at the near left corner.

    The only source of randomness is `random.random`, which Python guarantees to be reproducible for
    the same seed in every version.
    """
    draw = random.Random(seed)
    lots = {cell: draw.random() for cell, spot in enumerate(BOARD.spots) if max(spot) <= size}
    return frozenset(sorted(lots, key=lots.__getitem__)[: len(YARD)])


def best_known_turns(key: str) -> tuple[str, ...]:
    """Return the turns of a race's shortest known solution, in printed form.

    Returns () for any other packing.
    """
    return _ways().get(key, ())


@cache
def _ways() -> dict[str, tuple[str, ...]]:
    """Return the stored solution of each race, by key."""
    lines = (Path(__file__).parent / "data" / "packings.txt").read_text("utf-8").splitlines()
    parts = (line.split("; ") for line in lines)
    return {key: tuple(turns) for key, *turns in parts}


def find_packing(variant: Variant, start: Position, width: int = WIDTH) -> tuple[Move, ...]:
    """Return a short solution of a packing, not necessarily the shortest.

    `variant` is a one-seat game with nineteen men.
    """
    best = None
    while best is None:
        best = _search(variant, tuple(variant.standing(start, 0)), width)
        width = 2 * width + 1
    return best


def _search(variant: Variant, start: tuple[int, ...], width: int) -> tuple[Move, ...] | None:
    """Return the solution found by a beam search of this width; None if it fails.

    A position is represented by the sum of the squared distances, the occupied cells as bits, and
    the men's cells.
    """
    assert variant.tables is not None
    (listing,) = variant.tables
    goal = _bits(YARD)
    layer = [(sum(SQUARED_DISTANCES[cell] for cell in start), _bits(start), start)]
    before: dict[int, tuple[int, Move]] = {}
    seen = {layer[0][1]}
    while layer and goal not in seen:
        offered: list[tuple[int, int, Move, int]] = []
        for number, (away, bits, men) in enumerate(layer):
            cells = bytearray(len(SQUARED_DISTANCES))
            for cell in men:
                cells[cell] = man(0)
            for move in listing.moves(bytes(cells), men):
                origin, *_, end = move.path
                offered.append(
                    (
                        away - SQUARED_DISTANCES[origin] + SQUARED_DISTANCES[end],
                        bits ^ 1 << origin ^ 1 << end,
                        move,
                        number,
                    )
                )
        offered.sort()
        following: list[tuple[int, int, tuple[int, ...]]] = []
        for away, bits, move, number in offered:
            if bits not in seen and len(following) < width:
                seen.add(bits)
                before[bits] = layer[number][1], move
                origin, *_, end = move.path
                men = tuple(end if cell == origin else cell for cell in layer[number][2])
                following.append((away, bits, men))
        layer = following
    return _way(before, goal) if goal in seen else None


def _way(before: dict[int, tuple[int, Move]], bits: int) -> tuple[Move, ...]:
    """Return the moves that led to a position."""
    moves: list[Move] = []
    while bits in before:
        bits, move = before[bits]
        moves.append(move)
    return tuple(reversed(moves))


def _bits(cells: frozenset[int] | tuple[int, ...]) -> int:
    return sum(1 << cell for cell in cells)
