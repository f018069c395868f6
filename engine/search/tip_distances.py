"""Distances of the cells from the deepest cells of a goal."""

from functools import cache

from engine.board import OFF
from engine.search.piece_square_tables import goal_tips, middle
from engine.variant_definition import Variant


@cache
def distances_to_tip(variant: Variant, seat: int) -> tuple[tuple[int, ...], ...]:
    """Return tables of each cell's distance from the deepest cells of the goal.

    There are two tables. On stars and hexagons they are in rows across the way from home, and in
    steps. On squares they are in steps in all eight directions, and in rows plus columns. The last
    entry of a table is for leaving the board.
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
        steps = (far[cell] for cell in range(len(board.spots)))
        return (*_rows_to_tip(variant, seat), OFF), (*steps, OFF)
    apart = [
        [(abs(row - board.spots[tip][0]), abs(place - board.spots[tip][1])) for tip in tips]
        for row, place in board.spots
    ]
    return tuple((*(min(map(measure, pairs)) for pairs in apart), OFF) for measure in (max, sum))


def _rows_to_tip(variant: Variant, seat: int) -> list[int]:
    """Return each cell's distance from the tip in rows across the way from home."""
    points, tips = variant.board.points, goal_tips(variant, seat)
    (ax, ay), (bx, by) = (middle(points, cells) for cells in (variant.seats[seat].home, tips))
    along = [round(x * (bx - ax) + y * (by - ay), 3) for x, y in points]
    rows = sorted(set(along), reverse=True)
    return [rows.index(distance) for distance in along]
