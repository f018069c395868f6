"""The tablebase of Le Grec, checked against an independent search."""

import random
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

from engine import Move, Position, search, variant
from engine.search.tablebase import (
    SolvedResult,
    arrangements,
    solved_result,
    solved_results,
    table_index,
)
from tests.engine.boards import placed

GREC = variant("le-grec")
MASTER = search.levels(GREC)[-1]


@cache
def naive(position: Position, turns: int) -> int:
    """Return 1 for a forced win within `turns` plies, -1 for a forced loss, else 0.

    The search is exhaustive and uses only the rules. The value is for the seat to move.
    """
    if turns == 0:
        return 0
    values = []
    for move in GREC.moves(position):
        after = GREC.apply(position, move)
        values.append(
            1 if after.done else -naive(Position(after.cells, after.turn, ply=1), turns - 1)
        )
    return max(values, default=0)


def sample() -> list[Position]:
    """Return 150 positions, drawn at random from random games."""
    rng, positions = random.Random(8), []
    for _ in range(60):
        position = GREC.start()
        while not GREC.outcome(position):
            positions.append(Position(position.cells, position.turn, ply=1))
            position = GREC.apply(position, rng.choice(GREC.moves(position)))
    return rng.sample(positions, 150)


@pytest.mark.check
def test_an_exhaustive_search_agrees_with_the_tablebase() -> None:
    decided = 0
    for position in sample():
        result = solved_result(GREC, position)
        for turns in range(1, 5):
            assert naive(position, turns) == (result.result if 0 < result.turns <= turns else 0)
        decided += 0 < result.turns < 5
    assert decided > 10


@pytest.mark.check
def test_the_verdict_of_a_position_follows_from_those_of_its_successors() -> None:
    for position in sample():
        after = solved_results(GREC, position)
        assert set(after) == set(GREC.moves(position))
        best = max(after.values(), key=lambda each: each.order)
        assert best == solved_result(GREC, position)


def test_the_start_is_a_draw_and_other_variants_have_no_tablebase() -> None:
    assert solved_result(GREC, GREC.start()) == SolvedResult(0, 0)
    assert solved_results(variant("halma-8"), variant("halma-8").start()) == {}


def test_an_arrangement_has_the_same_index_for_either_side_to_move() -> None:
    for number, cells in islice(enumerate(arrangements(GREC)), 0, 10_000, 997):
        assert table_index(GREC, cells, 0) == number
        swapped = bytes((0, 2, 1)[byte] for byte in reversed(cells))
        assert table_index(GREC, swapped, 1) == number


@pytest.mark.parametrize("seed", range(6))
def test_the_master_keeps_every_draw_and_wins_as_fast_as_possible(seed: int) -> None:
    rng = random.Random(seed)
    position, expected = GREC.start(), 0
    while not GREC.outcome(position):
        if position.turn == seed % 2:
            result = solved_result(GREC, position)
            assert result.result >= expected
            move = search.choose(GREC, position, MASTER, seed=seed)
            assert solved_results(GREC, position)[move] == result
            expected = result.result
        else:
            move = rng.choice(GREC.moves(position))
        position = GREC.apply(position, move)
    outcome = GREC.outcome(position)
    assert outcome is not None
    assert seed % 2 in outcome.ranking[0]


def test_two_masters_draw() -> None:
    record = search.self_play(GREC, random.Random(1), MASTER)
    assert record.result is not None
    assert record.result.ranking == ((0, 1),)


@pytest.mark.check
def test_a_lost_position_is_defended_for_as_long_as_possible() -> None:
    lost = next(
        p
        for p in sample()
        if solved_result(GREC, p).result < 0 and solved_result(GREC, p).turns > 2
    )
    move = search.choose(GREC, lost, MASTER)
    assert solved_results(GREC, lost)[move] == solved_result(GREC, lost)
    assert isinstance(move, Move)


def test_the_tablebase_is_a_small_file_in_the_package() -> None:
    file = Path(search.__file__).with_name(GREC.solved)
    assert file.stat().st_size < 20_000


def test_a_position_with_an_unusual_number_of_men_is_not_in_the_tablebase() -> None:
    fewer = placed(GREC, {0: "I,1", 1: "IV,4"})
    assert solved_results(GREC, fewer) == {}
    assert search.choose(GREC, fewer, MASTER, nodes=50) in GREC.moves(fewer)
