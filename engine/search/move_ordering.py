"""Moves in the order of how far they bring a man, found at once: for people who choose from a list."""

from functools import partial

from engine.position import Move, Position, kind_of
from engine.search.piece_square_tables import worth
from engine.variant_definition import Variant


def rank(variant: Variant, position: Position) -> list[Move]:
    """All legal moves, those that bring a man farthest first; drops and passes as they are listed."""
    moves = variant.moves(position)
    return sorted(moves, key=partial(advance, variant, position), reverse=True)


def advance(variant: Variant, position: Position, move: Move) -> int:
    """How far a move brings its man, in worth; 0 for a drop or a pass."""
    if len(move.path) < 2:
        return 0
    table = worth(variant)[position.turn][kind_of(position.cells[move.path[0]])]
    return table[move.path[-1]] - table[move.path[0]]
