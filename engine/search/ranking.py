"""Moves in the order of how far they bring a man, found at once: for people who choose from a list."""

from __future__ import annotations

from engine.definition import Variant
from engine.position import Move, Position, kind_of
from engine.search.worth import worth


def rank(variant: Variant, position: Position) -> list[Move]:
    """All legal moves, those that bring a man farthest first; drops and passes as they are listed."""
    tables, cells = worth(variant)[position.turn], position.cells

    def gain(move: Move) -> int:
        if len(move.path) < 2:
            return 0
        table = tables[kind_of(cells[move.path[0]])]
        return table[move.path[-1]] - table[move.path[0]]

    return sorted(variant.moves(position), key=gain, reverse=True)
