"""Random packings: nineteen men spread at random, and a short way to pack them into the yard.

Of the packings that are raced there is a way that a wider search has found: `RACES`.

Source: the rulebook of 1885, which recommends "spreading nineteen pieces at random and studying the ways
of packing them with fewest moves"; how they are spread, and the search, are ours.

The search keeps the few best positions of each turn. A position is the better the smaller the sum of the
squared distances of its men from the corner is: the yard's are the nineteen squares nearest to it, so
that the sum is smallest when they are packed, and squares make stragglers come along.
"""

import random
from functools import cache
from pathlib import Path

from engine.position import Move, Position, man
from engine.puzzles.figures import YARD
from engine.variant_definition import Variant
from engine.variants.halma import BOARD

SIZES = range(8, 17)
"""The men are spread over so many rows and places from the near left corner."""

RACES = tuple(f"packing-{size}-{seed}" for size in (8, 12, 16) for seed in range(1, 11))
"""The keys of the packings whose fewest turns known are kept."""

WIDTH = 12
"""How many positions of each turn are kept."""

_AWAY = tuple((row - 1) ** 2 + (place - 1) ** 2 for row, place in BOARD.spots)
"""The squared distance of each cell from I,1."""


def spread(seed: int, size: int) -> frozenset[int]:
    """Nineteen cells at random among the size x size about the near left corner.

    Only `random.random` is asked, which Python promises to repeat for the same seed in every version.
    """
    draw = random.Random(seed)
    lots = {cell: draw.random() for cell, spot in enumerate(BOARD.spots) if max(spot) <= size}
    return frozenset(sorted(lots, key=lots.__getitem__)[: len(YARD)])


def fewest(key: str) -> tuple[str, ...]:
    """The turns, as they are printed, of the shortest way known of a race; () for any other packing."""
    return _ways().get(key, ())


@cache
def _ways() -> dict[str, tuple[str, ...]]:
    """The way of each race."""
    lines = (Path(__file__).parent / "data" / "packings.txt").read_text("utf-8").splitlines()
    parts = (line.split("; ") for line in lines)
    return {key: tuple(turns) for key, *turns in parts}


def pack(variant: Variant, start: Position, width: int = WIDTH) -> tuple[Move, ...]:
    """A short way to fill the yard with the nineteen men of a one-seat game; maybe not the shortest."""
    found = None
    while found is None:
        found = _search(variant, tuple(variant.standing(start, 0)), width)
        width = 2 * width + 1
    return found


def _search(variant: Variant, start: tuple[int, ...], width: int) -> tuple[Move, ...] | None:
    """The way to the yard that is found by keeping so many positions of each turn; None if they run out.

    A position is the sum of distances, the occupied cells as bits, and the men's cells.
    """
    assert variant.tables is not None
    (listing,) = variant.tables
    goal = _bits(YARD)
    layer = [(sum(_AWAY[cell] for cell in start), _bits(start), start)]
    before: dict[int, tuple[int, Move]] = {}
    seen = {layer[0][1]}
    while layer and goal not in seen:
        offered: list[tuple[int, int, Move, int]] = []
        for number, (away, bits, men) in enumerate(layer):
            cells = bytearray(len(_AWAY))
            for cell in men:
                cells[cell] = man(0)
            for move in listing.moves(bytes(cells), men):
                origin, *_, end = move.path
                offered.append(
                    (away - _AWAY[origin] + _AWAY[end], bits ^ 1 << origin ^ 1 << end, move, number)
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
    """The moves that led to a position."""
    moves: list[Move] = []
    while bits in before:
        bits, move = before[bits]
        moves.append(move)
    return tuple(reversed(moves))


def _bits(cells: frozenset[int] | tuple[int, ...]) -> int:
    return sum(1 << cell for cell in cells)
