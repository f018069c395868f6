"""Naive move generator: an independent oracle without tables or rays.

It shares only input and output values with the engine. Squares are looked up by their
coordinates, and jumps are tried one at a time. A move is identified by the square where the man
ends, or by the resulting board where routes matter. Each family of variants has a module with its
own `FINDERS`.
"""

from collections.abc import Iterator

from engine import Move, Position, Variant
from tests.engine import naive_ahead, naive_halma, naive_movers, naive_platonic, naive_star
from tests.engine.naive_board import Finder

FINDERS: dict[str, Finder] = {
    **naive_halma.FINDERS,
    **naive_ahead.FINDERS,
    **naive_star.FINDERS,
    **naive_platonic.FINDERS,
}
"""The naive finder of each variant. Variants not listed use `naive_movers`."""


def find(variant: Variant, position: Position) -> set[object]:
    """Return the legal moves of a position, in the form of `as_found`."""
    key = variant.key.replace("+equal-turns", "")  # the moves are the same
    return FINDERS.get(key, naive_movers.find)(variant, position)


def as_found(variant: Variant, position: Position, moves: list[Move]) -> Iterator[object]:
    """Convert the engine's moves to the form of the naive finders.

    Yields (origin, end), or the board after the move where routes matter, or ("drop", kind,
    cell). Passes are left out.
    """
    for move in moves:
        if len(move.path) == 1:
            yield "drop", move.kind, move.path[0]
        elif move.path and variant.routes:
            yield variant.apply(position, move).cells
        elif move.path:
            yield move.path[0], move.path[-1]
