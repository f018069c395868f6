"""What the message of a solitaire tells."""

import pytest

from bot.views.solitaire import example
from engine import solitaire


@pytest.mark.parametrize("problem", solitaire.PROBLEMS.values(), ids=lambda problem: problem.key)
def test_the_turns_of_the_example_can_be_made(problem: solitaire.Problem) -> None:
    game = solitaire.begin(problem)
    if not problem.placing:
        assert len(solitaire.play(game, example(game)).moves) == 2
