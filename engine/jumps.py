"""The number of jumps in a move."""

from engine.board import OFF
from engine.position import Move
from engine.variant_definition import Variant


def jumps_of(variant: Variant, move: Move) -> int:
    """Return the number of jumps in a move; 0 for a step, a drop or a pass."""
    near = variant.board.neighbours
    return sum(
        end != OFF and end not in near[start]
        for start, end in zip(move.path, move.path[1:], strict=False)
    )
