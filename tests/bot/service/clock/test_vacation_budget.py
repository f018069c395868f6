"""Vacation budget: earned over time, charged by the hour, limited in each match."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n.durations import TIMES
from bot.service.clock.calendar import DAY, HOUR, Calendar, InvalidTime, with_frozen
from bot.service.clock.time_control import STANDARD, deadline
from bot.service.clock.vacation_budget import (
    AUTOMATIC_BLOCK,
    MAX_BUDGET,
    MAX_IN_A_ROW,
    MAX_PER_GAME,
    VacationBudget,
    accrue,
    allowed_part,
    automatic_block,
    cost,
    initial_budget,
    refund,
    spend,
)
from tests.bot.service.days import patient

NOW = 1_800_000_000


def test_a_budget_starts_with_a_week_and_earns_a_day_in_fifteen_up_to_two_weeks() -> None:
    budget = initial_budget(NOW)
    assert budget.left == 7 * DAY
    assert accrue(budget, NOW + 15 * DAY).left == 8 * DAY
    assert accrue(budget, NOW + 105 * DAY) == VacationBudget(14 * DAY, NOW + 105 * DAY)
    assert accrue(budget, NOW + 999 * DAY).left == 14 * DAY


@pytest.mark.check
@patient
@given(st.integers(0, MAX_BUDGET), st.lists(st.integers(0, 20 * DAY), max_size=9))
def test_reading_a_budget_often_earns_neither_more_nor_less(left: int, steps: list[int]) -> None:
    budget, now = VacationBudget(left, NOW), NOW
    for step in steps:
        now += step
        budget = accrue(budget, now)
    assert budget.left == accrue(VacationBudget(left, NOW), now).left <= MAX_BUDGET


def test_a_clock_set_back_takes_nothing_from_the_budget() -> None:
    assert accrue(VacationBudget(DAY, NOW), NOW - HOUR) == VacationBudget(DAY, NOW)
    assert accrue(VacationBudget(MAX_BUDGET, NOW), NOW - HOUR) == VacationBudget(MAX_BUDGET, NOW)


def test_a_vacation_costs_every_hour_it_has_started() -> None:
    assert [cost((0, seconds)) for seconds in (0, 1, HOUR, HOUR + 1)] == [0, HOUR, HOUR, 2 * HOUR]
    assert spend(initial_budget(NOW), (NOW, NOW + 2 * DAY - 5), NOW).left == 5 * DAY


@pytest.mark.parametrize(
    ("length", "code"),
    [
        (23 * HOUR, "vacation-too-short"),
        (MAX_IN_A_ROW + 1, "vacation-too-long"),
        (3 * DAY, "vacation-used-up"),
    ],
)
def test_a_vacation_of_invalid_length_is_refused(length: int, code: str) -> None:
    with pytest.raises(InvalidTime) as refused:
        spend(VacationBudget(2 * DAY, NOW), (NOW, NOW + length), NOW)
    assert refused.value.code == code
    assert code in TIMES


def test_a_vacation_that_ends_early_returns_the_hours_not_started() -> None:
    span = (NOW, NOW + 3 * DAY)
    booked = spend(initial_budget(NOW), span, NOW)
    back = refund(booked, span, NOW + DAY - 1, NOW + DAY - 1)
    assert back.left == 6 * DAY + (DAY - 1) // 15
    assert refund(booked, span, NOW - 5, NOW).left == 7 * DAY
    assert refund(booked, span, NOW + 9 * DAY, NOW).left == 4 * DAY
    assert refund(VacationBudget(MAX_BUDGET, NOW), span, NOW, NOW).left == MAX_BUDGET


def test_automatic_vacation_saves_a_rated_turn_twelve_hours_at_a_time() -> None:
    budget, calendar, taken = VacationBudget(20 * HOUR, NOW), Calendar(), []
    ends = [deadline(STANDARD, NOW, DAY, calendar)]
    while saved := automatic_block(budget, taken, ends[-1]):
        budget, span = saved
        taken.append(span)
        calendar = with_frozen(calendar, *span)
        ends.append(deadline(STANDARD, NOW, DAY, calendar))
    # Twenty hours, plus three hours earned in two days.
    assert [(end - NOW) // HOUR for end in ends] == [24, 36, 46, 47]
    assert budget.left < HOUR


def test_vacation_stops_a_seat_for_at_most_a_week_in_a_row_and_two_weeks_in_all() -> None:
    assert allowed_part([], (0, 30 * DAY)) == (0, MAX_IN_A_ROW)
    week = (0, 7 * DAY)
    assert allowed_part([week], (7 * DAY, 9 * DAY)) is None
    assert allowed_part([week], (7 * DAY + HOUR, 9 * DAY)) is None
    assert allowed_part([week], (8 * DAY, 19 * DAY)) == (8 * DAY, 15 * DAY)
    assert allowed_part([week, (8 * DAY, 12 * DAY)], (20 * DAY, 29 * DAY)) == (20 * DAY, 23 * DAY)
    assert allowed_part([week, (8 * DAY, 15 * DAY)], (20 * DAY, 21 * DAY)) is None


def test_the_limits_of_a_match_also_apply_to_automatic_vacation() -> None:
    budget = VacationBudget(MAX_BUDGET, NOW)
    taken = [(NOW - MAX_IN_A_ROW + 5 * HOUR + 60, NOW)]
    assert automatic_block(budget, taken, NOW) == (
        VacationBudget(MAX_BUDGET - 5 * HOUR, NOW),
        (NOW, NOW + 5 * HOUR),
    )
    assert automatic_block(budget, [(NOW - MAX_IN_A_ROW + 60, NOW)], NOW) is None
    assert automatic_block(budget, [(NOW - MAX_IN_A_ROW, NOW)], NOW) is None
    assert automatic_block(VacationBudget(HOUR - 1, NOW), [], NOW) is None


@pytest.mark.check
@patient
@given(st.lists(st.tuples(st.integers(0, 40), st.integers(1, 300)), max_size=30))
def test_no_sequence_of_vacations_stops_a_seat_longer_than_allowed(
    requests: list[tuple[int, int]],
) -> None:
    taken: list[tuple[int, int]] = []
    at = NOW
    for gap, length in requests:
        at += gap * HOUR
        granted = allowed_part(taken, (at, at + length * HOUR))
        if granted:
            taken.append(granted)
            at = granted[1]
    assert sum(last - first for first, last in taken) <= MAX_PER_GAME
    runs = [0]
    for index, (first, last) in enumerate(taken):
        if index and first - taken[index - 1][1] >= DAY:
            runs.append(0)
        runs[-1] += last - first
    assert max(runs) <= MAX_IN_A_ROW


def test_an_automatic_vacation_block_is_half_a_day() -> None:
    assert automatic_block(initial_budget(NOW), [], NOW) == (
        VacationBudget(7 * DAY - AUTOMATIC_BLOCK, NOW),
        (NOW, NOW + AUTOMATIC_BLOCK),
    )
