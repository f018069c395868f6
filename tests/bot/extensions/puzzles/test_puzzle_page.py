"""The page of a puzzle game."""

import pytest

from bot.extensions.puzzles.dialogs.puzzle_board import man_letters
from bot.extensions.puzzles.models import Solitaire
from bot.extensions.puzzles.service.daily_results import DailyStanding
from bot.extensions.puzzles.views import daily_page
from bot.extensions.puzzles.views.puzzle_page import SolutionStats, example, result
from bot.i18n.translator import translator_for
from engine import puzzles

ADA, BRUNO = 11, 12
EN = translator_for("en")
A = puzzles.number_of(puzzles.FIGURES["A"]) or 0
SAME = "The rulebook has the same solution."
DIFFERENT = "“The discovery of a different way is in itself a new problem.”"


def solved(problem: str, text: str) -> tuple[puzzles.SolitaireGame, Solitaire]:
    """Return a puzzle after these moves, and Ada's stored row for it."""
    game = puzzles.play_text(puzzles.begin_game(puzzles.get_problem(problem)), text)
    row = Solitaire(1, ADA, problem, puzzles.dump_game(game), 0, 9, len(game.moves))
    return game, row


def stored_way(figure: int) -> str:
    rules = puzzles.figure_problem(figure).variant
    return "; ".join(map(rules.format, puzzles.figure_solution(figure)))


def page_result(problem: str, text: str, figure: int | None = None) -> str:
    """Return the result on the page of a solved puzzle."""
    return result(EN, *solved(problem, text), 19, SolutionStats(None, figure, 1))


def daily_result(problem: str, text: str, first: int | None) -> str:
    """Return the result on the page of a solved daily puzzle.

    `first` is the player who found the solution first.
    """
    game, row = solved(problem, text)
    standing = DailyStanding(1, 0, 1, 1, first)
    return "\n".join(daily_page._over(EN, row, game, standing))


def test_a_solved_printed_puzzle_says_whether_the_rulebook_has_the_same_solution() -> None:
    assert SAME in page_result("yard-a", puzzles.PROBLEMS["yard-a"].printed)
    assert SAME in page_result("bring-out-a", puzzles.PROBLEMS["bring-out-a"].printed, A)
    assert DIFFERENT in page_result("bring-out-a", stored_way(A), A)
    other = page_result("bring-out-a", stored_way(1), 1)
    assert SAME not in other
    assert DIFFERENT not in other


@pytest.mark.parametrize("problem", ["yard-a", "bring-out-a"])
def test_a_man_has_the_same_letter_before_and_after_the_turns_of_a_puzzle(problem: str) -> None:
    rules = puzzles.get_problem(problem).variant
    game = puzzles.begin_game(puzzles.get_problem(problem))
    letters = man_letters(game)
    assert sorted(letters.values()) == list("ABCDEFGHIJKLMNOPQRS")
    for move in puzzles.best_known_moves(game.problem):
        game = puzzles.play_text(game, rules.format(move))
        letters[move.path[-1]] = letters.pop(move.path[0])
        if not puzzles.is_solved(game):
            assert man_letters(game) == letters


def test_the_figure_of_a_solution_is_numbered_among_all_figures() -> None:
    shown = page_result("bring-out-a", stored_way(A), A)
    assert "This is figure 10,647 of 51,178; 1 person has found it." in shown
    assert "The rulebook expects more than two thousand; there are 51,178." in shown


def test_whoever_found_a_daily_solution_before_is_named_if_they_allow_it() -> None:
    own = stored_way(1)
    assert "<@12> found this solution before you" in daily_result("figure-1", own, BRUNO)
    assert "Someone found this solution before you" in daily_result("figure-1", own, 0)


@pytest.mark.check
def test_a_daily_solution_is_new_only_if_no_one_had_it_before() -> None:
    printed = puzzles.PROBLEMS["bring-out-a"].printed
    for first in (ADA, BRUNO, 0, None):
        text_of_result = daily_result(f"figure-{A}", printed, first)
        assert SAME in text_of_result
        assert "Your solution is new" not in text_of_result
        assert DIFFERENT in daily_result(f"figure-{A}", stored_way(A), first)
    own = stored_way(1)
    assert "first player to find the solution I know" in daily_result("figure-1", own, ADA)
    turns = [turn.split("-") for turn in own.split("; ")]
    turns[3][1], turns[4][1] = turns[4][1], turns[3][1]
    other = "; ".join(map("-".join, turns))
    assert "Your solution is new" in daily_result("figure-1", other, ADA)


@pytest.mark.parametrize("problem", puzzles.PROBLEMS.values(), ids=lambda problem: problem.key)
def test_the_moves_of_the_example_are_legal(problem: puzzles.Problem) -> None:
    game = puzzles.begin_game(problem)
    if not problem.placing:
        assert len(puzzles.play_text(game, example(game)).moves) == 2
