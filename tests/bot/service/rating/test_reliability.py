"""Reliability: whether one plays one's games to the end."""

from bot.service.clock.calendar import DAY
from bot.service.rating.reliability import Ending, barred_until, reliability

NOW = 1_800_000_000


def ended(how: str, days_ago: int) -> Ending:
    return Ending(NOW - days_ago * DAY, how)  # type: ignore[arg-type]


def test_it_is_not_shown_before_five_games() -> None:
    assert reliability([ended("played", 1)] * 4, NOW) is None
    assert reliability([ended("played", 1)] * 5, NOW) == 100


def test_it_is_the_share_of_games_not_lost_on_time_or_never_begun() -> None:
    games = [ended("played", 1)] * 8 + [ended("timeout", 2), ended("no-show", 3)]
    assert reliability(games, NOW) == 80


def test_one_time_out_of_thirty_games_is_not_a_hundred_per_cent() -> None:
    assert reliability([ended("played", 1)] * 29 + [ended("timeout", 2)], NOW) == 96


def test_only_the_last_thirty_games_count_in_whatever_order_they_are_read() -> None:
    games = [ended("played", 1)] * 30 + [ended("timeout", 2)] * 9
    assert reliability(games, NOW) == reliability(games[::-1], NOW) == 100


def test_a_time_out_fades_after_ninety_days() -> None:
    games = [ended("played", 100)] * 5
    assert reliability([*games, ended("timeout", 89)], NOW) == 83
    assert reliability([*games, ended("timeout", 90)], NOW) == 100
    assert reliability([*games[1:], ended("timeout", 90)], NOW) is None


def test_three_aborts_in_thirty_days_bar_from_rated_games_for_a_week() -> None:
    third = NOW - 3 * DAY
    assert barred_until([third, third - 10 * DAY, third - 29 * DAY], NOW) == third + 7 * DAY
    assert barred_until([third, third - 10 * DAY, third - 30 * DAY], NOW) is None
    assert barred_until([NOW - 8 * DAY] * 3, NOW) is None
    assert barred_until([third, third], NOW) is None
    assert barred_until([NOW - 8 * DAY] * 3 + [third], NOW) == third + 7 * DAY
    assert barred_until([], NOW) is None
