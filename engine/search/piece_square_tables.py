"""What it is worth to have a man stand on a cell: the tables by which the computer judges.

Worth grows with the square of the distance to the tip of the goal, so that it pays to bring the last man
first. It is an integer, 0 at the tip and less elsewhere, so that what a move gains is a difference.
"""

import math
from functools import cache

from engine.board import OFF
from engine.position import Position
from engine.search.distance_tables import lone, steps_home
from engine.variant_definition import Variant

UNIT = 100
"""How much worth one step is, on average over the whole way."""
_ASIDE = 0.1
"""What a cell's distance from the straight way to the tip counts beside that to the tip."""

_FARTHER = 0.5
"""How much nearer to the tip the farthest cell of the goal is, at least, than any outside it."""

Table = tuple[int, ...]
"""The worth of each cell, and last, where OFF finds it, that of having left the board."""


@cache
def worth(variant: Variant) -> tuple[tuple[Table, ...], ...]:
    """worth(variant)[seat][kind] is a table."""
    return tuple(
        tuple(_table(variant, seat, kind) for kind in range(len(variant.kinds)))
        for seat in range(len(variant.seats))
    )


@cache
def in_hand(variant: Variant, seat: int, kind: int) -> int:
    """The worth of a piece that is still to be dropped: as much as on the worst cell for it."""
    table = worth(variant)[seat][kind]
    return min(table[cell] for cell in variant.zone(seat)) - UNIT


@cache
def a_turn(variant: Variant) -> float:
    """How much worth a usual turn gains."""
    start = variant.start()
    whole = -sum(sums(variant, start, worth(variant))) / len(variant.seats)
    turns = variant.turns / len(variant.seats)
    return whole / turns if turns else 3.0 * UNIT


def sums(
    variant: Variant, position: Position, tables: tuple[tuple[Table, ...], ...]
) -> tuple[int, ...]:
    """The worth of all men of each seat together, by these tables."""
    found = [0] * len(tables)
    for cell, byte in enumerate(position.cells):
        if byte:
            seat = (byte & 15) - 1
            found[seat] += tables[seat][byte >> 4][cell]
    if any(position.stock):
        for seat in range(len(tables)):
            for kind, held in enumerate(variant.held(position, seat)):
                found[seat] += held * in_hand(variant, seat, kind)
    return tuple(found)


def _table(variant: Variant, seat: int, kind: int) -> Table:
    if variant.shallow:
        far = _steps_left(variant, seat, kind)
    else:
        far = _farther_outside(variant, seat, _to_the_tip(variant, seat))
    most = max(far)
    aside = [0.0] * len(far) if variant.shallow else _aside(variant, seat)
    return (
        *(
            -round(UNIT * (most * (d / most) ** 2 + _ASIDE * a))
            for d, a in zip(far, aside, strict=True)
        ),
        0,
    )


def _steps_left(variant: Variant, seat: int, kind: int) -> list[float]:
    """How many turns a lone man takes to the goal, and off the board where men leave it."""
    steps = steps_home(variant, seat, kind)
    known = [d for d in steps if d < len(steps)]
    leaves = any(
        move.path[-1] == OFF
        for cell in variant.seats[seat].goal
        for move in variant.from_cell(lone(variant, seat, kind, cell), cell)
    )
    return [min(d, max(known) + 1) + float(leaves) for d in steps]


def tips(variant: Variant, seat: int) -> list[int]:
    """The cells of the goal that lie farthest from home: the corner, the point, or the last row."""
    points, place = variant.board.points, variant.seats[seat]
    home = place.home - place.goal or place.home
    (ax, ay), (bx, by) = (_middle(points, cells) for cells in (home, place.goal))
    along = {
        cell: (points[cell][0] * (bx - ax) + points[cell][1] * (by - ay)) for cell in place.goal
    }
    most = max(along.values())
    return [cell for cell in sorted(along) if along[cell] > most - 1e-6]


def _to_the_tip(variant: Variant, seat: int) -> list[float]:
    """For each cell the distance to the nearest tip: in steps on a star; on squares the mean of a king's
    steps and half of what a rook walks."""
    board, ends = variant.board, tips(variant, seat)
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


def _farther_outside(variant: Variant, seat: int, far: list[float]) -> list[float]:
    """The same distances, with all cells outside the goal farther than those in it."""
    goal = variant.seats[seat].goal
    outside = [d for cell, d in enumerate(far) if cell not in goal]
    more = max(0.0, max(far[cell] for cell in goal) - min(outside) + _FARTHER)
    return [d if cell in goal else d + more for cell, d in enumerate(far)]


def _aside(variant: Variant, seat: int) -> list[float]:
    """For each cell how far it lies from the straight way through home and goal, beyond one cell; 0
    where the goal is a whole row."""
    points, place = variant.board.points, variant.seats[seat]
    ends = tips(variant, seat)
    if len(ends) > 1:
        return [0.0] * len(points)
    (ax, ay), (bx, by) = _middle(points, place.home - place.goal or place.home), points[ends[0]]
    length = math.dist((ax, ay), (bx, by))
    return [
        max(0.0, abs((x - ax) * (by - ay) - (y - ay) * (bx - ax)) / length - 1) for x, y in points
    ]


def _middle(points: tuple[tuple[float, float], ...], cells: frozenset[int]) -> tuple[float, float]:
    return (
        sum(points[cell][0] for cell in cells) / len(cells),
        sum(points[cell][1] for cell in cells) / len(cells),
    )
