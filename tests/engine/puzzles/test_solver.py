"""Puzzle solver: figures that are possible in 19 moves, impossible, or undecided."""

import random

import pytest

from engine import puzzles
from engine.puzzles import solver
from engine.variants.halma import BOARD


def figure(text: str) -> frozenset[int]:
    """Return the cells of a placement."""
    return frozenset(puzzles.read_men(text))


def follow(turns: tuple[tuple[int, int], ...]) -> puzzles.SolitaireGame:
    """Play these moves in the first puzzle, checking each one, and return the game."""
    game = puzzles.begin_game(puzzles.PROBLEMS["bring-out-a"])
    for origin, end in turns:
        game = puzzles.play_text(game, f"{BOARD.names[origin]}-{BOARD.names[end]}")
    return game


@pytest.mark.parametrize("letter", "AB")
def test_the_printed_diagrams_are_solved_from_scratch(letter: str) -> None:
    moves = puzzles.find_solution(puzzles.FIGURES[letter])
    assert moves is not None
    assert len(moves) == 19
    assert set(follow(moves).cells) == puzzles.FIGURES[letter]


@pytest.mark.check
@pytest.mark.measured
def test_a_hard_search_restarts_and_finds_a_solution() -> None:
    cells = puzzles.figure(77)
    with pytest.raises(puzzles.BudgetExhausted):
        puzzles.find_solution(cells, budget=100)
    moves = puzzles.find_solution(cells)
    assert moves is not None
    assert set(follow(moves).cells) == cells


def test_the_solver_is_deterministic() -> None:
    assert puzzles.find_solution(puzzles.FIGURES["A"]) == puzzles.find_solution(
        puzzles.FIGURES["A"]
    )


def test_the_men_able_to_move_are_those_of_the_possible_turns() -> None:
    places = sum(1 << cell for cell in puzzles.FIGURES["A"])
    men = sum(1 << cell for cell in puzzles.YARD)
    turns = {man for man, _ in solver.possible_pairs(men, places, men)}
    assert 0 < sum(turns) == solver.able_men(men, places, men)


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
def test_cells_that_are_not_nineteen_men_outside_the_yard_are_impossible(
    cells: frozenset[int],
) -> None:
    assert puzzles.find_solution(cells) is None


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
def test_a_figure_is_impossible_if_no_assignment_of_men_exists(men: str, why: str) -> None:
    assert puzzles.is_brought_out(figure(men))
    assert puzzles.find_solution(figure(men), budget=0) is None, why


@pytest.mark.parametrize(
    "men",
    [
        "II: 6, 7; III: 6, 7; IV: 4, 6, 7; V: 5, 8; VI: 2, 3, 4, 6; VII: 2, 3, 4, 8; VIII: 5, 7",
        "III: 5, 6, 7, 8; IV: 4; V: 3, 5, 7; VI: 3, 6, 7; VII: 3, 5, 6, 8; VIII: 3, 7, 9; IX: 8",
    ],
)
def test_a_figure_is_impossible_after_an_exhaustive_search(men: str) -> None:
    assert puzzles.is_brought_out(figure(men))
    with pytest.raises(puzzles.BudgetExhausted):
        puzzles.find_solution(figure(men), budget=0)
    assert puzzles.find_solution(figure(men)) is None


@pytest.mark.check
@pytest.mark.parametrize("budget", [0, 1, 50])
def test_a_search_without_budget_gives_up_and_reports_its_progress(budget: int) -> None:
    with pytest.raises(puzzles.BudgetExhausted, match=f"after {budget} states") as raised:
        puzzles.find_solution(puzzles.FIGURES["D"], budget=budget)
    assert raised.value.looked == budget


def bent(seed: int) -> frozenset[int]:
    """Return a possible figure, made by changing some moves of a printed solution.

    Most such figures are not symmetrical.
    """
    draw = random.Random(seed)
    problem = puzzles.PROBLEMS[draw.choice(["bring-out-a", "bring-out-b", "bring-out-d"])]
    rules = problem.variant
    while True:
        now = problem.start
        for turn in puzzles.best_known_moves(problem):
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


@pytest.mark.check
@pytest.mark.parametrize("seed", range(8))
def test_a_figure_that_was_reached_is_found_reachable(seed: int) -> None:
    cells = bent(seed)
    moves = puzzles.find_solution(cells)
    assert moves is not None
    assert set(follow(moves).cells) == cells


@pytest.mark.parametrize("letter", "ABCD")
def test_no_state_of_a_printed_solution_is_pruned(letter: str) -> None:
    goal = sum(solver._BIT[cell] for cell in puzzles.FIGURES[letter])
    men, left = sum(solver._BIT[cell] for cell in puzzles.YARD), goal
    for move in puzzles.best_known_moves(puzzles.PROBLEMS[f"bring-out-{letter.lower()}"]):
        pair = solver._BIT[move.path[0]], solver._BIT[move.path[-1]]
        assert pair in set(solver.possible_pairs(men, left, men | goal ^ left))
        men, left = men ^ pair[0], left ^ pair[1]
        assert solver._can_match_all((men, left), goal)


@pytest.mark.parametrize("seed", range(5))
def test_the_solver_generates_the_same_moves_as_the_game(seed: int) -> None:
    game = puzzles.begin_game(puzzles.packing_problem(seed, 8))
    occupied = sum(solver._BIT[cell] for cell in game.cells)
    pairs = set(solver.possible_pairs(occupied, solver._BOARD & ~occupied, occupied))
    assert pairs == {
        (solver._BIT[move.path[0]], solver._BIT[move.path[-1]])
        for move in puzzles.legal_turns(game)
    }
