"""Estimates of the turns that a seat still needs."""

from dataclasses import replace

import pytest

from engine import VARIANTS, search, variant
from tests.engine.boards import placed
from tests.engine.sample_games import course

HALMA = variant("halma-8")


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_the_estimate_starts_near_the_usual_length_and_decreases(key: str) -> None:
    game = variant(key)
    for seat in range(len(game.seats)):
        at_first = search.turns_to_go(game, game.start(), seat)
        assert 0.5 < at_first / (game.turns / len(game.seats)) < 2
    estimates = [search.turns_to_go(game, position, 0) for position in course(key)]
    quarter = len(estimates) // 4
    if game.won_by == "goal":  # in Hexma, men can advance without getting nearer to a chain
        assert sum(estimates[:quarter]) > sum(estimates[-quarter:])


def test_a_seat_that_is_home_needs_no_more_turns() -> None:
    over = placed(HALMA, {0: "VIII,8", 1: "I,8"}, done=(0,))
    assert search.turns_to_go(HALMA, over, 0) == 0
    assert search.turns_to_go(HALMA, over, 1) >= 1


def test_each_man_outside_needs_a_turn_of_its_own() -> None:
    near = placed(HALMA, {0: "IV,8 V,7 VI,6", 1: "I,8"})
    assert search.turns_to_go(HALMA, near, 0) == 3


def test_without_a_measured_length_the_estimate_uses_the_distance() -> None:
    game = replace(HALMA, turns=0)
    lone = placed(game, {0: "I,1", 1: "I,8"})
    assert search.distance(game, lone, 0) == 6
    assert search.turns_to_go(game, lone, 0) == 2


def test_the_distance_counts_the_remaining_steps() -> None:
    assert search.distance(HALMA, placed(HALMA, {0: "VIII,8 VII,6"}), 0) == 0
    assert search.distance(HALMA, placed(HALMA, {0: "IV,4 I,1"}), 0) == 3 + 6
    assert search.distance(HALMA, placed(HALMA, {1: "V,5"}), 1) == 3
