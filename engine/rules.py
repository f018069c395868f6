"""The rules that several games share: yards, goals, yard lines, duties, losses.

A function moves here from a game's file when a second game needs it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from math import dist

from engine.board import Board
from engine.position import Move, Position, man
from engine.variant_definition import Duty, Variant


def corner(board: Board, widths: Iterable[int]) -> frozenset[int]:
    """The yard in the near left corner whose rows, from the first, have these widths."""
    return board.cells({row: range(1, width + 1) for row, width in enumerate(widths, 1)})


def rows(board: Board, first: int, last: int) -> frozenset[int]:
    """All cells of the rows from the first to the last named."""
    return frozenset(cell for cell, (row, _) in enumerate(board.spots) if first <= row <= last)


# -- goals: has the seat, which has just moved, reached its own? ------------------------------------


def fills_goal(variant: Variant, position: Position, seat: int) -> bool:
    """All cells of the goal are held by the seat's own men (the rulebook of 1885)."""
    byte = man(seat)
    cells = position.cells
    return all(cells[cell] == byte for cell in variant.seats[seat].goal)


def all_in_goal(variant: Variant, position: Position, seat: int) -> bool:
    """All men of the seat stand in its goal, which may have cells to spare."""
    goal = variant.seats[seat].goal
    return all(cell in goal for cell in variant.standing(position, seat))


def goal_is_full(variant: Variant, position: Position, seat: int) -> bool:
    """All cells of the goal are held, by anybody, and at least one by the seat (Neto, after Parlett)."""
    cells = position.cells
    goal = variant.seats[seat].goal
    return all(cells[cell] for cell in goal) and any(cells[cell] == man(seat) for cell in goal)


def cannot_get_nearer(variant: Variant, position: Position, seat: int) -> bool:
    """No man of the seat stands at home and none could end a turn nearer to the far corner of the goal
    (Neto, after Ploog)."""
    byte = man(seat)
    if any(position.cells[cell] == byte for cell in variant.seats[seat].home):
        return False
    away = _from_far_corner(variant, seat)
    return not any(
        away[move.path[-1]] < away[move.path[0]]
        for cell in variant.standing(position, seat)
        for move in variant.from_cell(position, cell)
    )


@cache
def _from_far_corner(variant: Variant, seat: int) -> list[float]:
    """For each cell how far it is from the far corner of the goal, in the measure of `is_straight`."""
    return _apart(variant, seat) if is_straight(variant, seat) else _apart(variant, seat, 1)


@cache
def is_straight(variant: Variant, seat: int) -> bool:
    """Is "nearer" to the far corner measured in a straight line? In rows and columns together where
    the goal, being a triangle, is not the cells that are nearest in a straight line."""
    away, goal = _apart(variant, seat), variant.seats[seat].goal
    others = (far for cell, far in enumerate(away) if cell not in goal)
    return max(away[cell] for cell in goal) < min(others)


def _apart(variant: Variant, seat: int, power: int = 2) -> list[float]:
    """For each cell how far it is from the cell of the goal that is farthest from home: the squared
    straight distance or, with the power 1, rows and columns together."""
    points, place = variant.board.points, variant.seats[seat]

    def apart(a: int, b: int, power: int) -> float:
        return sum(abs(x - y) ** power for x, y in zip(points[a], points[b], strict=True))

    corner = max(place.goal, key=lambda cell: sum(apart(cell, home, 2) for home in place.home))
    return [apart(cell, corner, power) for cell in range(len(points))]


# -- yard lines -------------------------------------------------------------------------------------


def locked(variant: Variant, seat: int, origin: int, target: int) -> bool:
    """A man in the goal moves only within it, tested at each jump (Neto)."""
    goal = variant.seats[seat].goal
    return origin not in goal or target in goal


def no_return(variant: Variant, seat: int, origin: int, target: int) -> bool:
    """A man outside its home does not enter it, tested at each jump (Abstract Play)."""
    home = variant.seats[seat].home
    return origin in home or target not in home


# -- duties -----------------------------------------------------------------------------------------


def leave_home(variant: Variant, position: Position) -> Duty | None:
    """Once any other player has left their home, only moves out of one's own, or within it farther from
    its corner, are allowed while there are any (Neto, after Gering)."""
    seat = position.turn
    home = variant.seats[seat].home
    mine = [cell for cell in home if position.cells[cell] == man(seat)]
    others = (other for other in range(len(variant.seats)) if other != seat)
    if not mine or all(
        any(position.cells[cell] == man(other) for cell in variant.seats[other].home)
        for other in others
    ):
        return None
    deep = _depth(variant, seat)

    def leads_out(move: Move) -> bool:
        origin, end = move.path[0], move.path[-1]
        return origin in home and (end not in home or deep[end] > deep[origin])

    if not any(leads_out(move) for cell in mine for move in variant.from_cell(position, cell)):
        return None
    return Duty(leads_out, "must-leave")


@cache
def _depth(variant: Variant, seat: int) -> list[float]:
    """For each cell the straight distance from the home's own corner, or from the nearer of two."""
    points = variant.board.points
    far = [points[cell] for cell in variant.seats[seat].goal]
    middle = (sum(x for x, _ in far) / len(far), sum(y for _, y in far) / len(far))
    away = {cell: round(dist(points[cell], middle), 6) for cell in variant.seats[seat].home}
    corners = [points[cell] for cell in away if away[cell] == max(away.values())]
    return [min(round(dist(point, corner), 6) for corner in corners) for point in points]


def no_rest(variant: Variant, position: Position) -> Duty | None:
    """A man may not end a turn where another's home could be, wherever on the board one is: only at
    home, in the goal, or between (a rule of Chinese Checkers in France and Spain)."""
    forbidden = _points_of_others(variant, position.turn)
    return Duty(lambda move: move.path[-1] not in forbidden, "no-rest")


@cache
def _points_of_others(variant: Variant, number: int) -> frozenset[int]:
    """What the home of a seat covers, turned about the board, but for that home and its goal."""
    seat = variant.seats[number]
    turns = range(1, variant.board.directions)
    others = frozenset[int]().union(*(variant.board.turned(seat.home, turn) for turn in turns))
    return others - seat.home - seat.goal


# -- losses -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Overstays:
    """A seat loses whose man stands in its own yard after more than so many turns (BrainKing)."""

    turns: int

    def __call__(self, variant: Variant, position: Position, seat: int) -> bool:
        seats = len(variant.seats)
        made = (position.ply - seat + seats - 1) // seats
        return made > self.turns and any(
            position.cells[cell] == man(seat) for cell in variant.seats[seat].home
        )
