"""Which figures can be reached in nineteen turns: found, proven impossible, or given up."""

import random

import pytest

from engine import puzzles
from engine.puzzles import solver
from engine.variants.halma import BOARD


def figure(text: str) -> frozenset[int]:
    """The cells of a text."""
    return frozenset(puzzles.read_men(text))


def follow(turns: tuple[tuple[int, int], ...]) -> puzzles.Game:
    """The game of bringing out with these turns, each checked."""
    game = puzzles.begin(puzzles.PROBLEMS["bring-out-a"])
    for origin, end in turns:
        game = puzzles.play(game, f"{BOARD.names[origin]}-{BOARD.names[end]}")
    return game


@pytest.mark.parametrize("letter", "AB")
def test_the_printed_diagrams_are_found_from_scratch(letter: str) -> None:
    moves = puzzles.reach(puzzles.FIGURES[letter])
    assert moves is not None
    assert len(moves) == 19
    assert set(follow(moves).cells) == puzzles.FIGURES[letter]


def test_where_much_must_be_tried_the_search_begins_again_and_finds_a_way() -> None:
    cells = puzzles.figure(77)
    with pytest.raises(puzzles.GaveUp):
        puzzles.reach(cells, budget=100)
    moves = puzzles.reach(cells)
    assert moves is not None
    assert set(follow(moves).cells) == cells


def test_the_same_question_has_the_same_answer() -> None:
    assert puzzles.reach(puzzles.FIGURES["A"]) == puzzles.reach(puzzles.FIGURES["A"])


@pytest.mark.parametrize(
    "cells",
    [
        frozenset[int](),
        puzzles.YARD,
        puzzles.FIGURES["A"] - {BOARD.cell(4, 4)},
        puzzles.FIGURES["A"] | {BOARD.cell(9, 9)},
        puzzles.FIGURES["A"] - {BOARD.cell(4, 4)} | {BOARD.cell(3, 3)},
    ],
)
def test_what_is_no_figure_of_nineteen_men_outside_the_yard_is_impossible(
    cells: frozenset[int],
) -> None:
    assert puzzles.reach(cells) is None


@pytest.mark.parametrize(
    ("men", "why"),
    [
        (
            "IV: 4; VI: 6, 8, 10, 12; VIII: 6, 8, 10, 12; X: 6, 8, 10, 12; XII: 6, 8, 10, 12; "
            "XIV: 14; XVI: 16",
            "all are on even rows and places, and hops keep the parity of both",
        ),
        (
            "III: 5-8; IV: 5, 7; V: 3-7; VI: 3, 5, 6; VII: 3-5; VIII: 3; XVI: 16",
            "nobody is ever beside XVI,16 to be jumped over",
        ),
    ],
)
def test_a_figure_that_the_men_cannot_be_assigned_to_is_impossible(men: str, why: str) -> None:
    assert puzzles.brought_out(figure(men))
    assert puzzles.reach(figure(men), budget=0) is None, why


@pytest.mark.parametrize(
    "men",
    [
        "II: 6, 7; III: 6, 7; IV: 4, 6, 7; V: 5, 8; VI: 2, 3, 4, 6; VII: 2, 3, 4, 8; VIII: 5, 7",
        "III: 5, 6, 7, 8; IV: 4; V: 3, 5, 7; VI: 3, 6, 7; VII: 3, 5, 6, 8; VIII: 3, 7, 9; IX: 8",
    ],
)
def test_a_figure_is_impossible_when_everything_has_been_looked_at(men: str) -> None:
    assert puzzles.brought_out(figure(men))
    with pytest.raises(puzzles.GaveUp):
        puzzles.reach(figure(men), budget=0)
    assert puzzles.reach(figure(men)) is None


@pytest.mark.parametrize("budget", [0, 1, 50])
def test_a_search_without_budget_gives_up_and_says_how_far_it_came(budget: int) -> None:
    with pytest.raises(puzzles.GaveUp, match=f"after {budget} states") as raised:
        puzzles.reach(puzzles.FIGURES["D"], budget=budget)
    assert raised.value.looked == budget


def bent(seed: int) -> frozenset[int]:
    """A figure, mostly not symmetrical, that is reached by a printed key with some turns changed."""
    draw = random.Random(seed)
    problem = puzzles.PROBLEMS[draw.choice(["bring-out-a", "bring-out-b", "bring-out-d"])]
    rules = problem.variant
    while True:
        now = problem.start
        for turn in puzzles.best_known(problem):
            out = [
                move
                for move in rules.from_cell(now, turn.path[0])
                if move.path[-1] not in puzzles.YARD
            ]
            if not out:
                break
            as_printed = [move for move in out if move.path[-1] == turn.path[-1]]
            keep = as_printed and draw.random() < 0.8
            now = rules.apply(now, draw.choice(as_printed if keep else out))
        else:
            return frozenset(rules.standing(now, 0))


@pytest.mark.parametrize("seed", range(8))
def test_a_figure_that_was_reached_is_found_to_be_reachable(seed: int) -> None:
    cells = bent(seed)
    moves = puzzles.reach(cells)
    assert moves is not None
    assert set(follow(moves).cells) == cells


@pytest.mark.parametrize("letter", "ABCD")
def test_no_state_on_the_way_of_a_key_is_called_hopeless(letter: str) -> None:
    goal = sum(solver._BIT[cell] for cell in puzzles.FIGURES[letter])
    men, left = sum(solver._BIT[cell] for cell in puzzles.YARD), goal
    for move in puzzles.best_known(puzzles.PROBLEMS[f"bring-out-{letter.lower()}"]):
        pair = solver._BIT[move.path[0]], solver._BIT[move.path[-1]]
        assert pair in set(solver.pairs(men, left, men | goal ^ left))
        men, left = men ^ pair[0], left ^ pair[1]
        assert solver._hopeful((men, left), goal)


@pytest.mark.parametrize("seed", range(5))
def test_the_search_knows_the_same_turns_as_the_game(seed: int) -> None:
    game = puzzles.begin(puzzles.packing_problem(seed, 8))
    occupied = sum(solver._BIT[cell] for cell in game.cells)
    pairs = set(solver.pairs(occupied, solver._BOARD & ~occupied, occupied))
    assert pairs == {
        (solver._BIT[move.path[0]], solver._BIT[move.path[-1]]) for move in puzzles.moves(game)
    }
