"""The move that each computer level chooses, in every variant."""

from dataclasses import replace
from itertools import product

import pytest

from engine import VARIANTS, search, variant
from engine.position import repetition_hash
from engine.search import budget, move_choice
from engine.search.budget import SearchBudget
from engine.search.evaluation import Evaluator
from tests.engine.boards import placed, played
from tests.engine.casefile import all_cases
from tests.engine.sample_games import sample

HALMA = variant("halma-8")


@pytest.mark.each_kind
@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_every_level_chooses_a_legal_move_and_the_same_one_again(key: str) -> None:
    game = variant(key)
    for level, position in product(search.levels(game), (game.start(), sample(key)[-3])):
        move = search.choose(game, position, level, seed=3, nodes=20)
        assert move in game.moves(position), level.name
        again = search.choose(game, replace(position), level, seed=3, nodes=20)
        assert again == move, level.name


@pytest.mark.each_kind
@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_every_level_chooses_a_legal_move_in_all_case_file_positions(key: str) -> None:
    """The case files contain unusual positions, such as a lone man or a forced bonus."""
    game = variant(key)
    positions = {case.way: case.position for case in all_cases() if case.key == key and case.way}
    for position in positions.values():
        if game.outcome(position) is None:
            moves = game.moves(position)
            for level in search.levels(game):
                assert search.choose(game, position, level, nodes=4) in moves


def test_the_strongest_level_searches_more_positions_within_a_time_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    limits: list[int] = []

    class Limit(SearchBudget):
        def __init__(self, nodes: int, seconds: float | None = None) -> None:
            super().__init__(min(nodes, 20), seconds)
            limits.append(nodes)

    monkeypatch.setattr(move_choice, "SearchBudget", Limit)
    for level in search.levels(HALMA):
        search.choose(HALMA, HALMA.start(), level)
        search.choose(HALMA, HALMA.start(), level, seconds=9)
    assert limits == [100, 100, 200, 200, 400, 400, 6_000, 1_000_000]


def test_a_time_limit_ends_a_search_that_its_positions_do_not_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks = iter(range(1000))
    monkeypatch.setattr(budget, "clock", lambda: float(next(looks)))
    master = search.levels(HALMA)[-1]
    move = search.choose(HALMA, HALMA.start(), master, seconds=20.0)
    assert move in HALMA.moves(HALMA.start())
    assert 20 <= next(looks) < 40


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_the_predicted_gain_of_a_move_is_its_actual_gain(key: str) -> None:
    position = sample(key)[6]
    judge = Evaluator(variant(key), position.turn, position)
    sums = judge.material_sums(position)
    options = judge.candidates(position, sums)
    for option in options:
        after, then = judge.position_after(position, sums, option)
        assert then == judge.material_sums(after)
    for width in (1, 8):
        gains = [option.gain for option in judge.best_candidates(position, sums, width)]
        assert gains == sorted((option.gain for option in options), reverse=True)[:width]


@pytest.mark.each_kind
@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_the_best_moves_are_legal_and_sorted_by_value(key: str) -> None:
    game = variant(key)
    position = sample(key)[6]
    rated = search.best_moves(game, position, 3, nodes=20)
    assert 0 < len(rated) <= 3
    assert {each.move for each in rated} <= {*game.moves(position)}
    assert [each.value for each in rated] == sorted((each.value for each in rated), reverse=True)


@pytest.mark.parametrize("level", search.levels(HALMA), ids=lambda level: level.name)
def test_nothing_is_chosen_when_the_game_is_over(level: search.Level) -> None:
    over = placed(HALMA, {}, done=(0,))
    with pytest.raises(ValueError, match="over"):
        search.choose(HALMA, over, level)
    assert search.best_moves(HALMA, over, 3) == ()
    assert search.order_moves(HALMA, over) == []


@pytest.mark.check
@pytest.mark.parametrize("level", search.levels(HALMA), ids=lambda level: level.name)
def test_an_earlier_position_is_not_repeated(level: search.Level) -> None:
    position = placed(HALMA, {0: "VIII,8 VIII,7 VI,7", 1: "I,1 I,2 III,2"})
    after = played(HALMA, position, "VI,7-VI,6", "III,2-III,3")
    for seed in range(10):
        chosen = search.choose(HALMA, after, level, seed=seed, nodes=100)
        repeated = repetition_hash(HALMA.apply(after, chosen))
        forgotten = replace(after, before=None)
        choice = search.choose(HALMA, forgotten, level, seed=seed, nodes=100, before=[repeated])
        assert repetition_hash(HALMA.apply(after, choice)) != repeated
