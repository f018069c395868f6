"""Stored difficulties and the order of daily puzzles match the tool's output."""

import pytest

from engine import puzzles
from tools.difficulty import STEPS, difficulty, order


@pytest.mark.parametrize("number", [1, 10_647, 26_120, 51_178])
def test_the_stored_difficulty_is_reproducible(number: int) -> None:
    assert difficulty(number) == puzzles.expected_men_left(number) * STEPS


def test_the_stored_order_of_days_is_reproducible() -> None:
    numbers = range(1, puzzles.count() + 1)
    days = order([int(puzzles.expected_men_left(number) * STEPS) for number in numbers])
    assert days == [puzzles.problem_of_day(day) for day in range(puzzles.count())]
