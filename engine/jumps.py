"""The number of jumps in a move."""

from itertools import pairwise

from engine.board import OFF
from engine.position import Move
from engine.variant_definition import Variant


def jumps_of(variant: Variant, move: Move) -> int:
    """Return the number of jumps in a move; 0 for a step, a drop or a pass.

    A man leaves the board by a jump, unless it steps off from the edge.
    """
    near = variant.board.neighbours
    links = list(pairwise(move.path))
    steps_off = len(links) == 1 and not all(variant.board.rays[move.path[0]])
    return sum(not steps_off if end == OFF else end not in near[start] for start, end in links)
