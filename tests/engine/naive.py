"""A second way to find moves, deliberately naive: no tables, no rays, one jump at a time.

It shares with the engine only the values that go in and come out. Squares are looked up by their place
in the plane; a move is known by where the man ends, or by the board that results where routes matter.
Each family of games has a file of its own, with its `FINDERS`.
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
"""The naive finder of each variant that has one of its own; for others there is `naive_movers`."""


def find(variant: Variant, position: Position) -> set[object]:
    """What the naive finder makes of a position, in the form of `as_found`."""
    return FINDERS.get(variant.key, naive_movers.find)(variant, position)


def as_found(variant: Variant, position: Position, moves: list[Move]) -> Iterator[object]:
    """The engine's moves in the form of the naive finders: (origin, end), or the board after the move
    where routes matter, or ("drop", kind, cell); passes are nothing."""
    for move in moves:
        if len(move.path) == 1:
            yield "drop", move.kind, move.path[0]
        elif move.path and variant.routes:
            yield variant.apply(position, move).cells
        elif move.path:
            yield move.path[0], move.path[-1]
