"""Le Grec is solved: the file agrees with an independent search, and the master plays by it."""

import random
from functools import cache
from pathlib import Path

import pytest

from engine import Move, Position, search, variant
from engine.search.tablebase import Verdict, arrangements, index, verdict, verdicts
from tests.engine.boards import placed

GREC = variant("le-grec")
MASTER = search.levels(GREC)[-1]


@cache
def naive(position: Position, turns: int) -> int:
    """1 if the seat to move can win within so many turns, -1 if it must lose within them, else 0: by
    trying everything by the rules."""
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
    """Positions of games at random, the late ones among them."""
    rng, found = random.Random(8), []
    for _ in range(60):
        position = GREC.start()
        while not GREC.outcome(position):
            found.append(Position(position.cells, position.turn, ply=1))
            position = GREC.apply(position, rng.choice(GREC.moves(position)))
    return rng.sample(found, 150)


def test_a_search_through_everything_finds_what_the_file_says() -> None:
    decided = 0
    for position in sample():
        said = verdict(GREC, position)
        for turns in range(1, 5):
            assert naive(position, turns) == (said.result if 0 < said.turns <= turns else 0)
        decided += 0 < said.turns < 5
    assert decided > 10


def test_what_the_file_says_of_a_position_follows_from_what_it_says_of_the_next() -> None:
    for position in sample():
        after = verdicts(GREC, position)
        assert set(after) == set(GREC.moves(position))
        best = max(after.values(), key=lambda each: each.order)
        assert best == verdict(GREC, position)


def test_the_game_is_drawn_at_the_start_and_some_moves_lose() -> None:
    assert verdict(GREC, GREC.start()) == Verdict(0, 0)
    assert verdicts(variant("halma-8"), variant("halma-8").start()) == {}


def test_each_arrangement_has_its_place_whoever_moves() -> None:
    stands = arrangements(GREC)
    for number in range(0, len(stands), 9973):
        cells = stands[number]
        assert index(GREC, cells, 0) == number
        swapped = bytes((0, 2, 1)[byte] for byte in reversed(cells))
        assert index(GREC, swapped, 1) == number


@pytest.mark.parametrize("seed", range(6))
def test_the_master_never_loses_what_can_be_held_and_wins_the_soonest(seed: int) -> None:
    rng = random.Random(seed)
    position, expected = GREC.start(), 0
    while not GREC.outcome(position):
        if position.turn == seed % 2:
            said = verdict(GREC, position)
            assert said.result >= expected
            move = search.choose(GREC, position, MASTER, seed=seed)
            assert verdicts(GREC, position)[move] == said
            expected = said.result
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


def test_a_lost_position_is_held_as_long_as_it_can_be() -> None:
    lost = next(p for p in sample() if verdict(GREC, p).result < 0 and verdict(GREC, p).turns > 2)
    move = search.choose(GREC, lost, MASTER)
    assert verdicts(GREC, lost)[move] == verdict(GREC, lost)
    assert isinstance(move, Move)


def test_the_file_is_small_and_lies_with_the_package() -> None:
    file = Path(search.__file__).with_name(GREC.solved)
    assert file.stat().st_size < 20_000


def test_a_position_with_other_men_than_those_of_the_game_is_not_in_the_file() -> None:
    fewer = placed(GREC, {0: "I,1", 1: "IV,4"})
    assert verdicts(GREC, fewer) == {}
    assert search.choose(GREC, fewer, MASTER, nodes=50) in GREC.moves(fewer)
