"""Dates of seasons in different time zones."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from bot.extensions.tournaments.models import Period
from bot.extensions.tournaments.rules.season_dates import next_season


def at(*parts: int, zone: str = "UTC") -> int:
    """Return the seconds of a local time."""
    year, month, day, hour = parts
    return int(datetime(year, month, day, hour, tzinfo=ZoneInfo(zone)).timestamp())


@pytest.mark.parametrize(
    ("period", "first_day"),
    [
        ("month", date(2027, 2, 1)),
        ("quarter", date(2027, 4, 1)),
        ("half-year", date(2027, 7, 1)),
    ],
)
def test_a_season_begins_on_the_first_day_of_its_period(period: Period, first_day: date) -> None:
    assert next_season(period, at(2027, 1, 15, 8), "UTC").first_day == first_day


def test_sign_up_opens_ten_days_before_and_closes_at_nine_on_the_day_before() -> None:
    dates = next_season("quarter", at(2027, 1, 15, 8), "Europe/Berlin")
    assert dates.opens_at == at(2027, 3, 22, 9, zone="Europe/Berlin")
    assert dates.closes_at == at(2027, 3, 31, 9, zone="Europe/Berlin")
    # The clocks change between the two.
    assert dates.closes_at - dates.opens_at == 9 * 86400 - 3600


def test_the_season_after_the_close_is_the_next_one() -> None:
    closes_at = next_season("month", at(2027, 1, 15, 8), "UTC").closes_at
    assert closes_at == at(2027, 1, 31, 9)
    assert next_season("month", closes_at - 1, "UTC").first_day == date(2027, 2, 1)
    assert next_season("month", closes_at, "UTC").first_day == date(2027, 3, 1)


def test_seasons_of_a_year_follow_each_other() -> None:
    now, days = at(2026, 12, 31, 9), []
    while not days or days[-1].year < 2028:
        dates = next_season("quarter", now, "UTC")
        assert datetime.fromtimestamp(dates.opens_at, UTC).hour == 9
        days.append(dates.first_day)
        now = dates.closes_at
    assert days == [*(date(2027, month, 1) for month in (4, 7, 10)), date(2028, 1, 1)]
