"""Blockades: other players' men shut in by the computer's men, and stranded men.

A man is stranded if no cell of the goal is left that it can ever reach.
"""

from collections.abc import Iterable
from functools import cache

from engine.position import SEATS, Move, Position, kind_of, man, seat_of
from engine.search.alpha_beta import with_turn
from engine.search.distance_tables import turns_to_each
from engine.search.evaluation import Evaluator
from engine.search.piece_square_tables import goal_tips
from engine.variant_definition import Variant


def unblocking_moves(variant: Variant, position: Position, moves: Iterable[Move]) -> list[Move]:
    """Return the moves that free another player's man shut in the goal.

    It may be a partner's man. Returns [] if none is shut in, or if the seat can finish with other
    men in its goal.
    """
    seat = position.turn
    shut = _blocked_men(variant, position, seat)
    if not shut:
        return []
    freeing = []
    for move in moves:
        after = variant.apply(position, move)
        if all(_is_blocked(variant, after, cell) for cell in shut):
            continue  # most moves free nobody; all men of the goal take long to check
        if len(_blocked_men(variant, after, seat)) < len(shut):
            freeing.append(move)
    return freeing


def _blocked_men(variant: Variant, position: Position, seat: int) -> list[int]:
    """Return the goal cells with another player's man that must leave but cannot move."""
    if variant.remaining_work or not _must_others_leave(variant, seat):
        return []
    cells, own = position.cells, man(seat)
    return [
        cell
        for cell in variant.seats[seat].goal
        if cells[cell] and SEATS[cells[cell]] != own and _is_blocked(variant, position, cell)
    ]


def is_locked_for_good(variant: Variant, position: Position, seat: int) -> bool:
    """Whether the goal is full, with another player's man in it that can never leave.

    This is so if neither that man nor any of the seat's men in the goal can move.
    """
    goal, cells = variant.seats[seat].goal, position.cells
    if not all(cells[cell] for cell in goal) or not _blocked_men(variant, position, seat):
        return False
    turned = with_turn(position, seat)
    own = (cell for cell in goal if SEATS[cells[cell]] == man(seat))
    return not any(variant.from_cell(turned, cell) for cell in own)


def _is_blocked(variant: Variant, position: Position, cell: int) -> bool:
    """Whether the man on a cell could not move if it were its turn."""
    return not variant.from_cell(with_turn(position, seat_of(position.cells[cell])), cell)


@cache
def rivals_of(variant: Variant, seat: int) -> tuple[int, ...]:
    """Return the seats that play against a seat."""
    return tuple(other for team in Evaluator(variant, seat).rivals for other in team)


@cache
def _must_others_leave(variant: Variant, seat: int) -> bool:
    """Whether a seat cannot finish while another player's man is in its goal."""
    other = (seat + 1) % len(variant.seats)
    cells = bytearray(len(variant.board.spots))
    goal = sorted(variant.seats[seat].goal)
    for cell in goal:
        cells[cell] = man(seat)
    cells[goal[0]] = man(other)
    return not variant.reached(variant, Position(bytes(cells), other, ply=1), seat)


def has_stranded_man(variant: Variant, position: Position, seat: int) -> bool:
    """Whether the seat's men can no longer reach separate cells of its goal.

    Also true if the deepest cells of the goal can no longer be filled. The test only considers the
    routes of a lone man on an otherwise empty board. Other men can add routes, but cannot open
    cells that are ruled out by a man's directions or by yard lines.
    """
    if (
        variant.remaining_work
        or not _has_limited_men(variant, seat)
        or any(variant.in_hand(position, seat))
    ):
        return False
    cells, goal = position.cells, sorted(variant.seats[seat].goal)
    men = variant.standing(position, seat)
    reach = [_reachable_places(variant, seat, kind_of(cells[origin]))[origin] for origin in men]
    if not _has_perfect_matching(reach, len(goal)):
        return True
    last = {goal.index(cell) for cell in goal_tips(variant, seat)}
    if variant.shallow or len(last) > len(men):
        return False
    onto = [frozenset(n for n, where in enumerate(reach) if place in where) for place in last]
    return not _has_perfect_matching(onto, len(men))


@cache
def _has_limited_men(variant: Variant, seat: int) -> bool:
    """Whether some men of the seat cannot reach every cell of the goal."""
    places = len(variant.seats[seat].goal)
    return any(
        len(places_there) < places
        for kind in range(len(variant.kinds))
        for places_there in _reachable_places(variant, seat, kind)
    )


@cache
def _reachable_places(variant: Variant, seat: int, kind: int) -> tuple[frozenset[int], ...]:
    """Return, for each cell, the goal cells that a lone man could reach from it.

    The goal cells are given as indices into the sorted goal.
    """
    distances = turns_to_each(variant, seat, kind)
    far = len(variant.board.spots)
    goal = sorted(variant.seats[seat].goal)
    return tuple(
        frozenset(number for number, cell in enumerate(goal) if distances[cell][origin] < far)
        for origin in range(far)
    )


def _has_perfect_matching(acceptable: list[frozenset[int]], places: int) -> bool:
    """Whether each item can be matched with a different acceptable place.

    This is a bipartite matching; `acceptable` has the acceptable places of each item.
    """
    holder = [-1] * places

    def seated(man: int, asked: set[int]) -> bool:
        for option in acceptable[man]:
            if option not in asked:
                asked.add(option)
                if holder[option] < 0 or seated(holder[option], asked):
                    holder[option] = man
                    return True
        return False

    return all(seated(man, set()) for man in range(len(acceptable)))
