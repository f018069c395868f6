"""The page of a puzzle game."""

import pytest

from bot.extensions.puzzles.views.puzzle_page import example
from engine import puzzles


@pytest.mark.parametrize("problem", puzzles.PROBLEMS.values(), ids=lambda problem: problem.key)
def test_the_moves_of_the_example_are_legal(problem: puzzles.Problem) -> None:
    game = puzzles.begin_game(problem)
    if not problem.placing:
        assert len(puzzles.play_text(game, example(game)).moves) == 2
