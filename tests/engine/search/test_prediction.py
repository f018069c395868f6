"""Search for more than two seats: predictions, discounts, partners and wins."""

import pytest

from engine import Position, Variant, search, variant
from engine.search.alpha_beta import RootMove
from engine.search.budget import SearchBudget
from engine.search.evaluation import WON, Evaluator
from engine.search.move_choice import score_moves
from engine.search.prediction import PredictionSearch
from tests.engine.boards import placed
from tests.engine.sample_games import sample

STAR = variant("super-chinese-checkers-4")
PARTNERS = variant("halma-4-opposite")


def searched(
    game: Variant, position: Position, depth: int, nodes: int = 10_000
) -> tuple[list[RootMove], int]:
    """Return the root moves and the number of positions searched."""
    budget = SearchBudget(nodes)
    moves = dict.fromkeys(game.moves(position), 0)
    firsts = PredictionSearch(game, position, budget).score_root_moves(moves, 1, depth)
    return firsts, budget.used


def goal(game: Variant, seat: int) -> list[str]:
    return [game.board.names[cell] for cell in sorted(game.seats[seat].goal)]


@pytest.mark.check
def test_a_later_gain_is_discounted_and_follows_the_predicted_turns() -> None:
    position = sample(STAR.key)[6]
    judge = Evaluator(STAR, position.turn, position)
    firsts, _ = searched(STAR, position, 2)
    for first in firsts[:5]:
        now, sums = first.after, first.sums
        while now.turn != position.turn:
            (expected,) = judge.best_candidates(now, sums, 1)
            now, sums = judge.position_after(now, sums, expected)
        (best,) = judge.best_candidates(now, sums, 1)
        _, sums = judge.position_after(now, sums, best)
        gain = judge.evaluate(sums) - judge.evaluate(first.sums)
        discount = STAR.search_parameters.discount
        assert first.value == judge.evaluate(first.sums) + round(discount * gain)
    assert [first.value for first in firsts] == sorted((f.value for f in firsts), reverse=True)


@pytest.mark.check
def test_all_values_are_those_of_the_last_depth_for_which_the_budget_sufficed() -> None:
    position = sample(STAR.key)[6]
    values = []
    for depth in (1, 2, 3):
        firsts, used = searched(STAR, position, depth)
        values.append({first.move: first.value for first in firsts})
        if depth > 1:
            short, _ = searched(STAR, position, depth, nodes=used - 3)
            assert {first.move: first.value for first in short} == values[-2]
    assert values[0] != values[1] != values[2]


@pytest.mark.check
def test_every_move_asked_for_gets_a_value() -> None:
    position = sample(STAR.key)[6]
    moves = STAR.moves(position)
    assert {each.move for each in score_moves(STAR, position, moves)} == {*moves}
    assert len(search.best_moves(STAR, position, 3)) == 3


@pytest.mark.parametrize(("steps", "value"), [("XII,14", WON), ("XI,14", WON - 1)])
def test_a_win_is_found_and_an_earlier_one_is_worth_more(steps: str, value: int) -> None:
    game = variant("halma-4")
    rest = " ".join(goal(game, 0)[1:])
    position = placed(game, {0: f"{rest} {steps}", 1: "VIII,8", 2: "VII,8", 3: "VIII,2"})
    firsts, _ = searched(game, position, 3)
    assert firsts[0].value == value


def test_a_rival_who_is_about_to_win_is_stopped() -> None:
    """West has one man outside the goal, next to the empty cell."""
    game = variant("halma-4")
    board, cells = game.board, game.seats[1].goal
    missing, outside = next(
        (cell, near)
        for cell in sorted(cells)
        for near in board.neighbours[cell]
        if near not in cells and near not in game.seats[1].home
    )
    men = " ".join(board.names[cell] for cell in cells - {missing} | {outside})
    position = placed(game, {0: "I,9 I,10", 1: men, 2: "VIII,8", 3: "VIII,12"})
    firsts, _ = searched(game, position, 3)
    assert firsts[0].move.path[-1] == missing
    assert [first.value for first in firsts[1:]] == [1 - WON] * (len(firsts) - 1)


def test_seats_that_cannot_move_pass() -> None:
    """The rivals have no men on the board."""
    game = variant("halma-4")
    position = placed(game, {0: "I,9"})
    firsts, _ = searched(game, position, 3)
    gains = [Evaluator(game, 0).evaluate(first.sums) for first in firsts]
    assert firsts[0].value > max(gains)


def test_the_search_goes_on_for_a_partner_when_the_seat_is_done() -> None:
    rest = " ".join(goal(PARTNERS, 0)[1:])
    position = placed(PARTNERS, {0: f"{rest} XII,14", 1: "VIII,8", 2: "VII,3", 3: "VIII,2"})
    home = next(m for m in PARTNERS.moves(position) if 0 in PARTNERS.apply(position, m).done)
    values = []
    for depth in (1, 2, 3):
        (first,) = PredictionSearch(PARTNERS, position, SearchBudget(500)).score_root_moves(
            {home: 0}, 1, depth
        )
        values.append(first.value)
    assert values[0] > 0
    assert len({*values}) == 3, "the turns of the others count"


def test_finished_seats_are_skipped() -> None:
    star = variant("chinese-checkers-3+places")
    two = Position(star.start().cells, 0, done=(1,), ply=9)
    firsts, used = searched(star, two, 2)
    assert firsts[0].move in star.moves(two)
    assert used == 2 * len(firsts), "one turn of the other, and one of the seat itself"
