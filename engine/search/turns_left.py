"""Distance to the goal: `distance` of lone men, and `turns_to_go` in a real game."""

from functools import cache

from engine.position import Position, kind_of
from engine.search.distance_tables import turns_home
from engine.search.perfect_races import perfect_race
from engine.variant_definition import Variant

_STEPS_A_TURN = 3
"""Approximate steps per turn, for games whose typical length has not been measured."""


def distance(variant: Variant, position: Position, seat: int) -> int:
    """Return the total distance of a seat's men from the goal, in turns.

    The distance of a man is the number of turns that it would need on an otherwise empty board. Men
    in hand are not counted.
    """
    cells = position.cells
    return sum(
        turns_home(variant, seat, kind_of(cells[cell]))[cell]
        for cell in variant.standing(position, seat)
    )


def turns_to_go(variant: Variant, position: Position, seat: int) -> float:
    """Return the number of turns that a seat still needs to reach its goal.

    The number is exact if `perfect_race` solves the position. Otherwise it is an estimate: the
    remaining work is compared with the work at the start, and scaled by the typical length of a
    game. Every man outside the goal takes at least one turn.
    """
    if seat in position.done:
        return 0.0
    if race := perfect_race(variant, position, seat):
        return float(race.turns)
    goal = variant.seats[seat].goal
    outside = sum(variant.in_hand(position, seat))
    if variant.remaining_work is None:
        outside += sum(cell not in goal for cell in variant.standing(position, seat))
    return max(
        1.0, outside, _remaining_work(variant, position, seat) * _turns_per_step(variant, seat)
    )


def _remaining_work(variant: Variant, position: Position, seat: int) -> float:
    """Return the remaining work of a seat: drops, and steps or a similar measure."""
    if variant.remaining_work:
        return variant.remaining_work(variant, position, seat)
    zone = variant.zone(seat)
    dropping = sum(
        held * (1 + sum(turns_home(variant, seat, kind)[cell] for cell in zone) / len(zone))
        for kind, held in enumerate(variant.in_hand(position, seat))
    )
    return distance(variant, position, seat) + dropping


@cache
def _turns_per_step(variant: Variant, seat: int) -> float:
    """Return the turns per step of a typical game, given the work at the start."""
    whole = _remaining_work(variant, variant.start(), seat)
    return variant.turns / len(variant.seats) / whole if variant.turns else 1 / _STEPS_A_TURN
