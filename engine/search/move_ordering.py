"""Fast move ordering by distance gained, for players choosing from a list."""

from functools import partial

from engine.position import Move, Position, kind_of
from engine.search.piece_square_tables import piece_square_tables
from engine.variant_definition import Variant


def order_moves(variant: Variant, position: Position) -> list[Move]:
    """Return all legal moves, those that advance a man farthest first.

    A drop or a pass counts as no advance.
    """
    moves = variant.moves(position)
    return sorted(moves, key=partial(progress_of, variant, position), reverse=True)


def progress_of(variant: Variant, position: Position, move: Move) -> int:
    """Return the piece-square gain of a move; 0 for a drop or a pass."""
    if len(move.path) < 2:
        return 0
    table = piece_square_tables(variant)[position.turn][kind_of(position.cells[move.path[0]])]
    return table[move.path[-1]] - table[move.path[0]]
