"""Blockades: rivals shut in by the computer's men, and stranded men.

A man is stranded if there is no cell of the goal left that it could ever reach.
"""

from collections.abc import Iterable
from functools import cache

from engine.position import Move, Position, kind_of, man, seat_of
from engine.search.alpha_beta import turned
from engine.search.distance_tables import turns_to_each
from engine.search.evaluation import Judge
from engine.search.piece_square_tables import tips
from engine.variant_definition import Variant


def letting_out(variant: Variant, position: Position, moves: Iterable[Move]) -> list[Move]:
    """Return the moves after which a rival shut in the goal can move again.

    [] if no rival is shut in, or if that does not matter because a rival's men may remain in the
    goal.
    """
    seat = position.turn
    shut = _shut_in(variant, position, seat)
    if not shut:
        return []
    return [
        move
        for move in moves
        if len(_shut_in(variant, variant.apply(position, move), seat)) < len(shut)
    ]


def _shut_in(variant: Variant, position: Position, seat: int) -> list[int]:
    """Return the cells of the goal where a rival's man cannot move but has to leave."""
    if variant.left or not _must_leave(variant, seat):
        return []
    cells, rivals = position.cells, rivals_of(variant, seat)
    return [
        cell
        for cell in variant.seats[seat].goal
        if cells[cell]
        and seat_of(cells[cell]) in rivals
        and not variant.from_cell(turned(position, seat_of(cells[cell])), cell)
    ]


@cache
def rivals_of(variant: Variant, seat: int) -> tuple[int, ...]:
    """Return the seats that play against a seat."""
    return tuple(other for team in Judge(variant, seat).rivals for other in team)


@cache
def _must_leave(variant: Variant, seat: int) -> bool:
    """Whether a full goal does not count if one of the men in it is a rival's."""
    rivals = rivals_of(variant, seat)
    cells = bytearray(len(variant.board.spots))
    goal = sorted(variant.seats[seat].goal)
    for cell in goal:
        cells[cell] = man(seat)
    cells[goal[0]] = man(rivals[0])
    return not variant.reached(variant, Position(bytes(cells), rivals[0], ply=1), seat)


def strands(variant: Variant, position: Position, seat: int) -> bool:
    """Whether the men of a seat can no longer reach separate cells of its goal.

    Also true if the deepest cells of the goal can no longer be filled. The test only considers
    routes of a man alone on the board. Other men can add routes, but cannot open cells that are
    ruled out by a man's directions or by yard lines.
    """
    if variant.left or not _narrow(variant, seat) or any(variant.held(position, seat)):
        return False
    cells, goal = position.cells, sorted(variant.seats[seat].goal)
    men = variant.standing(position, seat)
    reach = [_reach(variant, seat, kind_of(cells[origin]))[origin] for origin in men]
    if not _matched(reach, len(goal)):
        return True
    last = {goal.index(cell) for cell in tips(variant, seat)}
    if variant.shallow or len(last) > len(men):
        return False
    onto = [frozenset(n for n, where in enumerate(reach) if place in where) for place in last]
    return not _matched(onto, len(men))


@cache
def _narrow(variant: Variant, seat: int) -> bool:
    """Whether some men of the seat cannot reach every cell of the goal."""
    places = len(variant.seats[seat].goal)
    return any(
        len(places_there) < places
        for kind in range(len(variant.kinds))
        for places_there in _reach(variant, seat, kind)
    )


@cache
def _reach(variant: Variant, seat: int, kind: int) -> tuple[frozenset[int], ...]:
    """Return for each cell the goal cells (by number) that a lone man could reach."""
    each = turns_to_each(variant, seat, kind)
    far = len(variant.board.spots)
    goal = sorted(variant.seats[seat].goal)
    return tuple(
        frozenset(number for number, cell in enumerate(goal) if each[cell][origin] < far)
        for origin in range(far)
    )


def _matched(wishes: list[frozenset[int]], places: int) -> bool:
    """Return whether each item can have an acceptable place of its own.

    This is a bipartite matching, given the acceptable places of each item.
    """
    holder = [-1] * places

    def seated(one: int, asked: set[int]) -> bool:
        for place in wishes[one]:
            if place not in asked:
                asked.add(place)
                if holder[place] < 0 or seated(holder[place], asked):
                    holder[place] = one
                    return True
        return False

    return all(seated(one, set()) for one in range(len(wishes)))
