"""What the message of a solitaire tells."""

import pytest

from bot.extensions.puzzles.views.puzzle_page import example
from engine import puzzles


@pytest.mark.parametrize("problem", puzzles.PROBLEMS.values(), ids=lambda problem: problem.key)
def test_the_turns_of_the_example_can_be_made(problem: puzzles.Problem) -> None:
    game = puzzles.begin(problem)
    if not problem.placing:
        assert len(puzzles.play(game, example(game)).moves) == 2
