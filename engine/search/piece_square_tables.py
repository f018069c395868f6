"""Piece-square tables: the value of a man on each cell, for the evaluation.

The value depends on a power of the distance to the tip of the goal (`SearchParameters.exponent`),
so moving the rearmost man forward gains most. It is an integer, 0 at the tip and negative
elsewhere, so the gain of a move is a difference of two entries.
"""

import math
from collections.abc import Collection, Sequence
from functools import cache

from engine.board import OFF
from engine.position import Position
from engine.search.distance_tables import lone_position, turns_home
from engine.variant_definition import Variant

UNIT = 100
"""The value of one step, on average over the whole distance."""

PieceSquareTable = tuple[int, ...]
"""The value of each cell; the last entry, at index OFF, is for leaving the board."""


@cache
def piece_square_tables(variant: Variant) -> tuple[tuple[PieceSquareTable, ...], ...]:
    """Return the piece-square tables, indexed by [seat][kind]."""
    return tuple(
        tuple(_table(variant, seat, kind) for kind in range(len(variant.kinds)))
        for seat in range(len(variant.seats))
    )


@cache
def in_hand_value(variant: Variant, seat: int, kind: int) -> int:
    """Return the value of a piece in hand: lower than on any cell of its drop zone."""
    table = piece_square_tables(variant)[seat][kind]
    return min(table[cell] for cell in variant.zone(seat)) - UNIT


@cache
def points_per_turn(variant: Variant) -> float:
    """Return the evaluation gain of an average turn."""
    start = variant.start()
    whole = -sum(material_sums(variant, start, piece_square_tables(variant))) / len(variant.seats)
    turns = variant.turns / len(variant.seats)
    return whole / turns if turns else 3.0 * UNIT


def material_sums(
    variant: Variant, position: Position, tables: tuple[tuple[PieceSquareTable, ...], ...]
) -> tuple[int, ...]:
    """Return the total value of each seat's men, on the board and in hand."""
    totals = [0] * len(tables)
    for cell, byte in enumerate(position.cells):
        if byte:
            seat = (byte & 15) - 1
            totals[seat] += tables[seat][byte >> 4][cell]
    if any(position.stock):
        for seat in range(len(tables)):
            for kind, held in enumerate(variant.in_hand(position, seat)):
                totals[seat] += held * in_hand_value(variant, seat, kind)
    return tuple(totals)


def _table(variant: Variant, seat: int, kind: int) -> PieceSquareTable:
    if variant.shallow:
        far = _steps_left(variant, seat, kind)
    else:
        far = _with_outside_farther(variant, seat, _tip_distances(variant, seat))
    numbers = variant.search_parameters
    most = max(far)
    aside = [0.0] * len(far) if variant.shallow else _off_axis_distances(variant, seat)
    return (
        *(
            -round(UNIT * (most * (d / most) ** numbers.exponent + numbers.aside * a))
            for d, a in zip(far, aside, strict=True)
        ),
        0,
    )


def _steps_left(variant: Variant, seat: int, kind: int) -> list[float]:
    """Return, for each cell, how many turns a lone man needs to reach the goal.

    In games where men leave the board, the turn in which the man leaves is included. Cells without
    a route count as one turn farther than the farthest cell with a route.
    """
    steps = turns_home(variant, seat, kind)
    reachable = [d for d in steps if d < len(steps)]
    leaves = any(
        move.path[-1] == OFF
        for cell in variant.seats[seat].goal
        for move in variant.from_cell(lone_position(variant, seat, kind, cell), cell)
    )
    return [min(d, max(reachable) + 1) + float(leaves) for d in steps]


def goal_tips(variant: Variant, seat: int) -> list[int]:
    """Return the goal cells farthest from home: a corner, a point or the last row."""
    points, seat_definition = variant.board.points, variant.seats[seat]
    home = seat_definition.home - seat_definition.goal or seat_definition.home
    (ax, ay), (bx, by) = (middle(points, cells) for cells in (home, seat_definition.goal))
    along = {
        cell: (points[cell][0] * (bx - ax) + points[cell][1] * (by - ay))
        for cell in seat_definition.goal
    }
    most = max(along.values())
    return [cell for cell in sorted(along) if along[cell] > most - 1e-6]


def _tip_distances(variant: Variant, seat: int) -> list[float]:
    """Return the distance of each cell from the nearest tip.

    On stars and hexagons, it is counted in steps. On squares, it is the mean of the king's distance
    and half the rook's distance.
    """
    board, ends = variant.board, goal_tips(variant, seat)
    if board.directions == 6:
        far = dict.fromkeys(ends, 0)
        ring = list(ends)
        for cell in ring:
            for beside in board.neighbours[cell]:
                if beside not in far:
                    far[beside] = far[cell] + 1
                    ring.append(beside)
        return [float(far[cell]) for cell in range(len(board.points))]

    def apart(a: tuple[float, float], b: tuple[float, float]) -> float:
        x, y = abs(a[0] - b[0]), abs(a[1] - b[1])
        return (max(x, y) + (x + y) / 2) / 2

    points = board.points
    return [min(apart(point, points[end]) for end in ends) for point in points]


def _with_outside_farther(variant: Variant, seat: int, far: list[float]) -> list[float]:
    """Return the distances, adjusted so that cells outside the goal are farther."""
    goal = variant.seats[seat].goal
    outside = [d for cell, d in enumerate(far) if cell not in goal]
    more = max(
        0.0, max(far[cell] for cell in goal) - min(outside) + variant.search_parameters.outside
    )
    return [d if cell in goal else d + more for cell, d in enumerate(far)]


def _off_axis_distances(variant: Variant, seat: int) -> list[float]:
    """Return how far each cell lies from the straight line through home and goal.

    `SearchParameters.free_aside` is subtracted from each distance. All values are 0 if the goal has
    several tips, e.g. when it is a whole row.
    """
    points, seat_definition = variant.board.points, variant.seats[seat]
    ends = goal_tips(variant, seat)
    if len(ends) > 1:
        return [0.0] * len(points)
    (ax, ay), (bx, by) = (
        middle(points, seat_definition.home - seat_definition.goal or seat_definition.home),
        points[ends[0]],
    )
    length = math.dist((ax, ay), (bx, by))
    free = variant.search_parameters.free_aside
    return [
        max(0.0, abs((x - ax) * (by - ay) - (y - ay) * (bx - ax)) / length - free)
        for x, y in points
    ]


def middle(points: Sequence[tuple[float, float]], cells: Collection[int]) -> tuple[float, float]:
    """Return the centre of these cells."""
    return (
        sum(points[cell][0] for cell in cells) / len(cells),
        sum(points[cell][1] for cell in cells) / len(cells),
    )
