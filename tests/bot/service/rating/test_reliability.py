"""Reliability: the share of matches that a player plays to the end."""

from bot.service.clock.calendar import DAY
from bot.service.rating.reliability import SeatEnding, barred_until, reliability

NOW = 1_800_000_000


def ended(how: str, days_ago: int) -> SeatEnding:
    return SeatEnding(NOW - days_ago * DAY, how)  # type: ignore[arg-type]


def test_reliability_is_hidden_before_five_matches() -> None:
    assert reliability([ended("played", 1)] * 4, NOW) is None
    assert reliability([ended("played", 1)] * 5, NOW) == 100


def test_reliability_is_the_share_of_matches_without_a_timeout_or_no_show() -> None:
    games = [ended("played", 1)] * 8 + [ended("timeout", 2), ended("no-show", 3)]
    assert reliability(games, NOW) == 80


def test_one_timeout_in_thirty_matches_is_not_a_hundred_percent() -> None:
    assert reliability([ended("played", 1)] * 29 + [ended("timeout", 2)], NOW) == 96


def test_only_the_last_thirty_matches_count_in_whatever_order_they_are_read() -> None:
    games = [ended("played", 1)] * 30 + [ended("timeout", 2)] * 9
    assert reliability(games, NOW) == reliability(games[::-1], NOW) == 100


def test_a_timeout_expires_after_ninety_days() -> None:
    games = [ended("played", 100)] * 5
    assert reliability([*games, ended("timeout", 89)], NOW) == 83
    assert reliability([*games, ended("timeout", 90)], NOW) == 100
    assert reliability([*games[1:], ended("timeout", 90)], NOW) is None


def test_three_aborts_in_thirty_days_bar_from_rated_matches_for_a_week() -> None:
    third = NOW - 3 * DAY
    assert barred_until([third, third - 10 * DAY, third - 29 * DAY], NOW) == third + 7 * DAY
    assert barred_until([third, third - 10 * DAY, third - 30 * DAY], NOW) is None
    assert barred_until([NOW - 8 * DAY] * 3, NOW) is None
    assert barred_until([third, third], NOW) is None
    assert barred_until([NOW - 8 * DAY] * 3 + [third], NOW) == third + 7 * DAY
    assert barred_until([], NOW) is None
