"""Distances of the cells from the deepest cells of a goal."""

from functools import cache

from engine.board import OFF
from engine.search.piece_square_tables import goal_tips
from engine.variant_definition import Variant


@cache
def distances_to_tip(variant: Variant, seat: int) -> tuple[tuple[int, ...], ...]:
    """Return tables of each cell's distance from the deepest cells of the goal.

    On stars and hexagons there is one table, in steps. On squares there are two: in steps in all
    eight directions, and in rows plus columns. The last entry of a table is for leaving the board.
    """
    board, tips = variant.board, goal_tips(variant, seat)
    if board.directions == 6:
        far = dict.fromkeys(tips, 0)
        ring = list(tips)
        for cell in ring:
            for beside in board.neighbours[cell]:
                if beside not in far:
                    far[beside] = far[cell] + 1
                    ring.append(beside)
        return ((*(far[cell] for cell in range(len(board.spots))), OFF),)
    apart = [
        [(abs(row - board.spots[tip][0]), abs(place - board.spots[tip][1])) for tip in tips]
        for row, place in board.spots
    ]
    return tuple((*(min(map(measure, pairs)) for pairs in apart), OFF) for measure in (max, sum))
