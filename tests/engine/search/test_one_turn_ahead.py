"""The computer player goes forward, finishes what can be finished, and never makes an illegal move."""

from __future__ import annotations

import random

import pytest

from engine import VARIANTS, Move, search, variant
from engine.search import one_turn_ahead
from engine.variants.hexma import gaps
from tests.engine.boards import placed, played
from tests.engine.courses import sample

HALMA = variant("halma-8")


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_it_chooses_a_legal_move_in_every_game(key: str) -> None:
    game, rng = variant(key), random.Random(key)
    for position in (game.start(), sample(key)[-3]):
        assert one_turn_ahead.choose(game, position, rng) in game.moves(position)
        assert sorted(search.rank(game, position)) == sorted(game.moves(position))


def test_the_longest_way_forward_ranks_first_and_the_longest_way_back_last() -> None:
    position = placed(HALMA, {0: "IV,4", 1: "V,5 VII,7 III,3"})
    ranked = [HALMA.format(move) for move in search.rank(HALMA, position)]
    assert (ranked[0], ranked[-1]) == ("IV,4-VIII,8", "IV,4-II,2")


def test_the_same_seed_chooses_the_same_moves() -> None:
    start = HALMA.start()
    chosen = {one_turn_ahead.choose(HALMA, start, random.Random(7)) for _ in range(5)}
    assert len(chosen) == 1


@pytest.mark.parametrize(
    "key", ["halma-8", "halma-4", "super-halma", "renpaarden", "carrera", "caesar"]
)
def test_it_brings_the_last_man_home_when_it_can(key: str) -> None:
    game = variant(key)
    names = game.board.names
    goal = sorted(game.seats[0].goal)
    for cell in goal:
        onto = [
            (here, move)
            for here in range(len(names))
            if here not in game.seats[0].goal
            for move in game.from_cell(placed(game, {0: names[here]}), here)
            if move.path[-1] == cell
        ]
        if onto:
            here, move = onto[0]
            men = " ".join(names[other] for other in goal if other != cell)
            position = placed(game, {0: f"{men} {names[here]}", 1: names[min(game.seats[0].home)]})
            if move in game.moves(position):
                assert game.outcome(
                    game.apply(position, one_turn_ahead.choose(game, position, random.Random(1)))
                )


def test_it_sees_a_win_while_most_of_its_men_are_on_their_way() -> None:
    game = variant("halma-parlett")
    goal = {game.board.names[cell] for cell in game.seats[0].goal}
    men = {0: "XI,15 I,1 I,2 I,3 II,1 II,2 II,3", 1: " ".join(goal - {"XII,15"})}
    position = placed(game, men)
    chosen = one_turn_ahead.choose(game, position, random.Random(1), beam=99)
    assert game.format(chosen) == "XI,15-XII,15"


def test_a_move_that_brings_an_earlier_position_back_is_a_last_resort() -> None:
    men = {0: "V,5 I,1", 1: "II,2"}
    position = placed(HALMA, men)
    back = HALMA.parse(played(HALMA, position, "V,5-V,4", "II,2-II,3"), "V,4-V,5")
    again = played(
        HALMA, position, "V,5-V,4", "II,2-II,3", "V,4-V,5", "II,3-II,2", "V,5-V,4", "II,2-II,3"
    )
    assert one_turn_ahead.choose(HALMA, again, random.Random(3)) != back


def test_nothing_is_chosen_when_the_game_is_over() -> None:
    over = placed(HALMA, {}, done=(0,))
    assert search.rank(HALMA, over) == []
    with pytest.raises(ValueError, match="empty"):
        one_turn_ahead.choose(HALMA, over, random.Random(1))


def test_a_pass_and_a_drop_are_chosen_where_there_is_nothing_else() -> None:
    game = variant("le-zug")
    stuck = placed(game, {0: "XVII,1", 1: "V,1"})
    assert one_turn_ahead.choose(game, stuck, random.Random(1)) == Move(())
    assert len(one_turn_ahead.choose(game, game.start(), random.Random(1)).path) == 1


def test_hexma_counts_what_a_chain_still_lacks() -> None:
    game = variant("hexma-hex")
    column = [f"{row},3" for row in ("I", "II", "III", "IV", "V", "VI")]
    assert gaps(game, placed(game, {}), 0) == 11
    assert gaps(game, placed(game, {0: " ".join(column)}), 0) == 5
    wall = " ".join(name for name in game.board.names if name.startswith("VI,"))
    assert gaps(game, placed(game, {1: wall}), 0) == 13, (
        "through a wall of enemies, at thrice the price"
    )
