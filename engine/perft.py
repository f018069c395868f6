"""Counts of moves by which two programs can be compared: perft, as it is called in chess."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.position import Position
    from engine.variant_definition import Variant


def perft(variant: Variant, position: Position, depth: int) -> int:
    """In how many ways the next `depth` turns can go."""
    if not depth:
        return 1
    moves = variant.moves(position)
    if depth == 1:
        return len(moves)
    return sum(perft(variant, variant.apply(position, move), depth - 1) for move in moves)


def divide(variant: Variant, position: Position, depth: int) -> dict[str, int]:
    """The perft of each next move, by its printed form: where a wrong count comes from."""
    return {
        variant.format(move): perft(variant, variant.apply(position, move), depth - 1)
        for move in variant.moves(position)
    }
