"""Perft: move counts for comparing two move generators, as in chess programming."""

from engine.position import Position
from engine.variant_definition import Variant


def perft(variant: Variant, position: Position, depth: int) -> int:
    """Return the number of move sequences of length `depth`."""
    if not depth:
        return 1
    moves = variant.moves(position)
    if depth == 1:
        return len(moves)
    return sum(perft(variant, variant.apply(position, move), depth - 1) for move in moves)


def divide(variant: Variant, position: Position, depth: int) -> dict[str, int]:
    """Return the perft after each legal move, by the move's printed form.

    Comparing these numbers shows after which move two programs disagree.
    """
    return {
        variant.format(move): perft(variant, variant.apply(position, move), depth - 1)
        for move in variant.moves(position)
    }
