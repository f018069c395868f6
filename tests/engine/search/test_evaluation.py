"""The evaluator's shortcuts: they agree with the rules."""

from dataclasses import replace
from functools import cache

import pytest

from engine import VARIANTS, Move, Position, variant
from engine.record import read_record, replay_record
from engine.search.evaluation import WON, Evaluator
from tests.engine.boards import placed
from tests.engine.casefile import whole_game
from tests.engine.sample_games import sample

EIGHT = variant("halma-8")
KEYS = sorted(key for key, game in VARIANTS.items() if len(game.seats) == 2 or game.routes)


@cache
def ending(key: str) -> tuple[Position, ...]:
    """Return the last positions before the end of the game in the case file."""
    position, positions = replay_record(read_record(whole_game(key))), []
    while (before := position.before) and len(positions) < 3:
        positions.append(position := before)
    return tuple(positions)


@pytest.mark.check
@pytest.mark.parametrize("key", KEYS)
def test_a_candidate_leads_to_the_position_of_its_move(key: str) -> None:
    """The search makes most moves without `Variant.apply_unmarked`."""
    game = variant(key)
    for position in (*sample(key, 8), *ending(key)):
        judge = Evaluator(game, position.turn, position)
        sums = judge.material_sums(position)
        for option in judge.candidates(position, sums):
            move = option.pair if isinstance(option.pair, Move) else Move(option.pair)
            expected = game.apply_unmarked(position, move)
            after, now = judge.position_after(position, sums, option)
            assert (after, after.ply, after.gone) == (expected, expected.ply, expected.gone)
            assert now == judge.sums_of_move(position, sums, move, expected)
            assert now == judge.material_sums(expected)
            assert judge.decided_value(position, after) == judge.decided_value(position, expected)
            if judge.decided_value(position, after):
                assert judge.may_decide(position, option)


@pytest.mark.check
@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_a_move_that_changes_other_men_is_known_to(key: str) -> None:
    """`Variant.moves_others` may be true for other moves too, but not for all."""
    game = variant(key)
    for position in (*sample(key, 3), *ending(key)):
        for move in game.moves(position):
            after = game.apply_unmarked(position, move).cells
            changed = {cell for cell, byte in enumerate(after) if byte != position.cells[cell]}
            if not changed <= set(move.path):
                assert game.moves_others
                assert game.moves_others(game, position, move)


def test_without_attraction_all_moves_are_candidates() -> None:
    hexma = variant("hexma")
    position = hexma.start()
    for game, tried in ((hexma, 12), (replace(hexma, attraction=None), len(hexma.moves(position)))):
        judge = Evaluator(game, 0, position)
        assert len(judge.candidates(position, judge.material_sums(position))) == tried


def test_any_move_wins_if_the_rival_has_filled_the_goal() -> None:
    """On the star, a rival's man in the goal counts too."""
    game = variant("chinese-checkers")
    names = [game.board.names[cell] for cell in sorted(game.seats[0].goal)]
    middle = game.board.names[len(game.board.names) // 2]
    position = placed(game, {0: " ".join([*names[1:], middle]), 1: names[0]})
    judge = Evaluator(game, 0, position)
    sums = judge.material_sums(position)
    outside = [
        each for each in judge.candidates(position, sums) if not judge.may_decide(position, each)
    ]
    assert outside
    for option in outside:
        after, _ = judge.position_after(position, sums, option)
        assert after.done == (0,)


def test_a_man_left_in_its_yard_may_decide_the_game_after_the_deadline() -> None:
    """On 8×8, the yard must be empty after 30 turns."""
    for ply, men, decides in ((58, "I,4 V,5", False), (60, "I,4 V,5", True), (60, "V,5", False)):
        position = placed(EIGHT, {0: men, 1: "IV,1"}, ply=ply)
        judge = Evaluator(EIGHT, 0, position)
        sums = judge.material_sums(position)
        options = judge.candidates(position, sums)
        staying = next(option for option in options if option.pair[0] == EIGHT.board.cell(5, 5))
        assert judge.may_decide(position, staying) is decides
        after, _ = judge.position_after(position, sums, staying)
        assert judge.decided_value(position, after) == (-WON if decides else 0)


def test_any_other_way_to_lose_is_asked_after_each_turn() -> None:
    centre = EIGHT.board.cell(5, 5)
    game = replace(EIGHT, has_lost=lambda variant, position, seat: bool(position.cells[centre]))
    position = placed(game, {0: "V,4", 1: "IV,1"})
    judge = Evaluator(game, 0, position)
    sums = judge.material_sums(position)
    for option in judge.candidates(position, sums):
        assert judge.may_decide(position, option)
        after, _ = judge.position_after(position, sums, option)
        assert judge.decided_value(position, after) == (-WON if option.pair[1] == centre else 0)


def test_a_return_to_an_empty_yard_after_the_deadline_is_a_loss() -> None:
    position = placed(EIGHT, {0: "III,3 V,5", 1: "IV,1"}, ply=60)
    judge = Evaluator(EIGHT, 0, position)
    back = EIGHT.apply(position, EIGHT.parse(position, "III,3-II,3"))
    assert judge.decided_value(position, back) == -WON
