"""How far a seat is from its goal: `distance` in steps, `turns_to_go` in turns."""

from functools import cache

from engine.position import Position, kind_of
from engine.search.distance_tables import steps_home
from engine.variant_definition import Variant

_STEPS_A_TURN = 3
"""How far a turn brings a man, about, in games whose usual length nobody has measured."""


def distance(variant: Variant, position: Position, seat: int) -> int:
    """How many steps the men of a seat are away from their goal, pieces still to drop not counted."""
    cells = position.cells
    return sum(
        steps_home(variant, seat, kind_of(cells[cell]))[cell]
        for cell in variant.standing(position, seat)
    )


def turns_to_go(variant: Variant, position: Position, seat: int) -> float:
    """About how many turns a seat still needs to its goal; 0 when it is there.

    What is left to do is compared with what there is to do at the start, and that with the usual length
    of a game; but whoever is outside takes a turn of its own.
    """
    if seat in position.done:
        return 0.0
    goal = variant.seats[seat].goal
    outside = sum(variant.held(position, seat))
    if variant.left is None:
        outside += sum(cell not in goal for cell in variant.standing(position, seat))
    return max(1.0, outside, _way(variant, position, seat) * _turns_a_step(variant, seat))


def _way(variant: Variant, position: Position, seat: int) -> float:
    """What a seat has still to do, in steps or what stands for them, and in drops."""
    if variant.left:
        return variant.left(variant, position, seat)
    zone = variant.zone(seat)
    dropping = sum(
        held * (1 + sum(steps_home(variant, seat, kind)[cell] for cell in zone) / len(zone))
        for kind, held in enumerate(variant.held(position, seat))
    )
    return distance(variant, position, seat) + dropping


@cache
def _turns_a_step(variant: Variant, seat: int) -> float:
    """How many turns the usual game takes for each step that there is to go at the start."""
    whole = _way(variant, variant.start(), seat)
    return variant.turns / len(variant.seats) / whole if variant.turns else 1 / _STEPS_A_TURN
