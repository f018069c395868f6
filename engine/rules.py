"""Rules shared by several games: yards, goals, yard lines, restrictions, losses.

A function belongs here as soon as a second game needs it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from math import dist

from engine.board import Board
from engine.position import SEATS, Position, man
from engine.variant_definition import MoveRestriction, Variant


def corner(board: Board, widths: Iterable[int]) -> frozenset[int]:
    """Return the yard in the near left corner whose rows have these widths."""
    return board.cells({row: range(1, width + 1) for row, width in enumerate(widths, 1)})


def rows(board: Board, first: int, last: int) -> frozenset[int]:
    """Return all cells of the rows from `first` to `last`, inclusive."""
    return frozenset(cell for cell, (row, _) in enumerate(board.spots) if first <= row <= last)


# -- goals: whether the seat that has just moved has reached its goal ------------------------------


def fills_goal(variant: Variant, position: Position, seat: int) -> bool:
    """Whether all cells of the goal are occupied by the seat's men (rulebook of 1885)."""
    own, cells = man(seat), position.cells
    return all(SEATS[cells[cell]] == own for cell in variant.seats[seat].goal)


def all_in_goal(variant: Variant, position: Position, seat: int) -> bool:
    """Whether all men of the seat are in its goal, which may have spare cells."""
    goal = variant.seats[seat].goal
    return all(cell in goal for cell in variant.standing(position, seat))


def goal_is_full(variant: Variant, position: Position, seat: int) -> bool:
    """Whether the goal is full and at least one man in it is the seat's own.

    The other men may belong to any seat. Source: Neto, after Parlett.
    """
    cells = position.cells
    goal = variant.seats[seat].goal
    return all(cells[cell] for cell in goal) and any(cells[cell] == man(seat) for cell in goal)


def none_left(variant: Variant, position: Position, seat: int) -> bool:
    """Whether the seat has no man on the board."""
    return not variant.standing(position, seat)


def cannot_get_nearer(variant: Variant, position: Position, seat: int) -> bool:
    """Whether the seat has left home and no man can get nearer to the far corner.

    For each possible move, the distance of its end is compared with that of its start. The far
    corner is the goal cell farthest from home. Source: Neto, after Ploog.
    """
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
    """Return each cell's distance from the far corner, measured as in `is_straight`.

    Straight-line distances are squared.
    """
    return _apart(variant, seat) if is_straight(variant, seat) else _apart(variant, seat, 1)


@cache
def is_straight(variant: Variant, seat: int) -> bool:
    """Whether "nearer to the far corner" refers to the straight-line distance.

    If the goal is a triangle, the distances in rows and in columns are added instead, because the
    goal cells are then not the cells nearest to the corner in a straight line.
    """
    away, goal = _apart(variant, seat), variant.seats[seat].goal
    others = (far for cell, far in enumerate(away) if cell not in goal)
    return max(away[cell] for cell in goal) < min(others)


def _apart(variant: Variant, seat: int, power: int = 2) -> list[float]:
    """Return the distance of each cell from the goal cell that is farthest from home.

    With power 2 it is the squared straight-line distance, with power 1 the sum of the row and
    column distances.
    """
    points, seat_definition = variant.board.points, variant.seats[seat]

    def apart(a: int, b: int, power: int) -> float:
        return sum(abs(x - y) ** power for x, y in zip(points[a], points[b], strict=True))

    corner = max(
        seat_definition.goal,
        key=lambda cell: sum(apart(cell, home, 2) for home in seat_definition.home),
    )
    return [apart(cell, corner, power) for cell in range(len(points))]


# -- yard lines ------------------------------------------------------------------------------------


def stays_in_goal(variant: Variant, seat: int, origin: int, target: int) -> bool:
    """Yard line: a man in the goal may move only within it.

    The rule applies to every jump. Source: Neto.
    """
    goal = variant.seats[seat].goal
    return origin not in goal or target in goal


def no_return(variant: Variant, seat: int, origin: int, target: int) -> bool:
    """Yard line: a man that has left its home may not enter it again.

    The rule applies to every jump. Source: Abstract Play.
    """
    home = variant.seats[seat].home
    return origin in home or target not in home


# -- move restrictions -----------------------------------------------------------------------------


def must_leave_home(variant: Variant, position: Position) -> MoveRestriction | None:
    """Return the restriction to moves out of the home yard; None if it does not apply.

    The restriction applies once another player has no man left at home. A man may then only leave
    the yard or move farther from the yard's corner. If no man can do so, every move is allowed.
    Source: Neto, after Gering.
    """
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

    def leads_out(origin: int, end: int) -> bool:
        return origin in home and (end not in home or deep[end] > deep[origin])

    if not any(
        leads_out(cell, move.path[-1])
        for cell in mine
        for move in variant.from_cell(position, cell)
    ):
        return None
    return MoveRestriction(leads_out, "must-leave")


@cache
def _depth(variant: Variant, seat: int) -> list[float]:
    """Return the straight-line distance of each cell from the home's outermost corner.

    If two corners are equally far out, the distance from the nearer one is returned.
    """
    points = variant.board.points
    far = [points[cell] for cell in variant.seats[seat].goal]
    middle = (sum(x for x, _ in far) / len(far), sum(y for _, y in far) / len(far))
    away = {cell: round(dist(points[cell], middle), 6) for cell in variant.seats[seat].home}
    corners = [points[cell] for cell in away if away[cell] == max(away.values())]
    return [min(round(dist(point, corner), 6) for corner in corners) for point in points]


def no_rest_in_yards(variant: Variant, position: Position) -> MoveRestriction | None:
    """Return the restriction on where a turn may end on a star.

    A turn may end only in the seat's own point, in its goal or between the points. Source: a rule
    of Chinese Checkers in France and Spain.
    """
    forbidden = _points_of_others(variant, position.turn)
    return MoveRestriction(lambda start, end: end not in forbidden, "no-rest")


@cache
def _points_of_others(variant: Variant, number: int) -> frozenset[int]:
    """Return the cells of the star's points, except the seat's own home and goal."""
    seat = variant.seats[number]
    turns = range(1, variant.board.directions)
    others = frozenset[int]().union(*(variant.board.turned(seat.home, turn) for turn in turns))
    return others - seat.home - seat.goal


# -- losses ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Overstays:
    """Loss rule: each seat has `turns` turns to empty its yard.

    After that, a seat loses if its own turn ends with one of its men in the yard. Source:
    BrainKing.
    """

    turns: int

    def __call__(self, variant: Variant, position: Position, seat: int) -> bool:
        made = self.turns_made(variant, position, seat)
        return made > self.turns and self.men_at_home(variant, position, seat)

    def turns_made(self, variant: Variant, position: Position, seat: int) -> int:
        """Return how many turns a seat has had."""
        seats = len(variant.seats)
        return (position.ply - seat + seats - 1) // seats

    def men_at_home(self, variant: Variant, position: Position, seat: int) -> bool:
        """Whether a seat has men in its own yard."""
        return any(position.cells[cell] == man(seat) for cell in variant.seats[seat].home)
