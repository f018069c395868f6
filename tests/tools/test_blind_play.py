"""Blind play: the stored results and the order of the days are reproducible."""

import pytest

from engine import puzzles
from tools.blind_play import STEPS, men_left, order


@pytest.mark.check
@pytest.mark.parametrize("number", [1, 10_647, 26_120, 51_178])
def test_the_stored_number_of_men_left_is_reproducible(number: int) -> None:
    assert men_left(number) == puzzles.expected_men_left(number) * STEPS


@pytest.mark.check
def test_the_stored_order_of_days_is_reproducible() -> None:
    numbers = range(1, puzzles.count() + 1)
    days = order([int(puzzles.expected_men_left(number) * STEPS) for number in numbers])
    assert days == [puzzles.problem_of_day(day) for day in range(puzzles.count())]
