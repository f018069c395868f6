"""Men who can never come home: a rival shut in by the computer's own men, and men for whom no place of
the goal is left that they could ever reach."""

from collections.abc import Iterable
from functools import cache

from engine.position import Move, Position, kind_of, man, seat_of
from engine.search.alpha_beta import turned
from engine.search.distance_tables import turns_to_each
from engine.search.evaluation import Judge
from engine.search.piece_square_tables import tips
from engine.variant_definition import Variant


def letting_out(variant: Variant, position: Position, moves: Iterable[Move]) -> list[Move]:
    """The moves after which a rival who is shut in the goal of the seat to move can move again; [] if
    nobody is, or if that does not matter, since the goal may be filled by anybody."""
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
    """Where rivals stand in the goal of a seat who cannot move and must, for the seat to win."""
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
    """The seats that play against a seat."""
    return tuple(other for team in Judge(variant, seat).rivals for other in team)


@cache
def _must_leave(variant: Variant, seat: int) -> bool:
    """Is a full goal not enough, if one of the men in it is a rival's?"""
    rivals = rivals_of(variant, seat)
    cells = bytearray(len(variant.board.spots))
    goal = sorted(variant.seats[seat].goal)
    for cell in goal:
        cells[cell] = man(seat)
    cells[goal[0]] = man(rivals[0])
    return not variant.reached(variant, Position(bytes(cells), rivals[0], ply=1), seat)


def strands(variant: Variant, position: Position, seat: int) -> bool:
    """Has a seat men who cannot come home any more, each to a place of its own?

    Only ways that a man alone on the board could take are looked at: others may give it more, never
    where it may not go at all.
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
    """Are there men of the seat who cannot go everywhere?"""
    places = len(variant.seats[seat].goal)
    return any(
        len(places_there) < places
        for kind in range(len(variant.kinds))
        for places_there in _reach(variant, seat, kind)
    )


@cache
def _reach(variant: Variant, seat: int, kind: int) -> tuple[frozenset[int], ...]:
    """For each cell which places of the goal, by their number, a man alone could ever reach from it."""
    each = turns_to_each(variant, seat, kind)
    far = len(variant.board.spots)
    goal = sorted(variant.seats[seat].goal)
    return tuple(
        frozenset(number for number, cell in enumerate(goal) if each[cell][origin] < far)
        for origin in range(far)
    )


def _matched(wishes: list[frozenset[int]], places: int) -> bool:
    """Can everybody have a place of their own, each one of those that they wish for?"""
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
