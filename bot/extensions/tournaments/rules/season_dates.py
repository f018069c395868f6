"""Dates of seasons: when sign-up opens and closes."""

from datetime import date, datetime, time, timedelta, tzinfo
from typing import NamedTuple

from bot.extension_api.matches import zone_info
from bot.extensions.tournaments.models import Period

MONTHS: dict[Period, int] = {"month": 1, "quarter": 3, "half-year": 6}
"""Length of a period in months. The first begins on 1 January."""
_OPENS_BEFORE, _CLOSES_BEFORE = timedelta(days=10), timedelta(days=1)
_NINE = time(9)


class SeasonDates(NamedTuple):
    """A season's sign-up, and the first day of its period."""

    opens_at: int
    closes_at: int
    first_day: date


def next_season(period: Period, after: int, zone: str) -> SeasonDates:
    """Return the first season whose sign-up closes after this time.

    The sign-up opens at 09:00 local time ten days before the first day of the period, and closes at
    09:00 on the day before.
    """
    local = zone_info(zone)
    day = datetime.fromtimestamp(after, local).date().replace(day=1)
    while True:
        if (day.month - 1) % MONTHS[period] == 0:
            closes_at = _at_nine(day - _CLOSES_BEFORE, local)
            if closes_at > after:
                return SeasonDates(_at_nine(day - _OPENS_BEFORE, local), closes_at, day)
        day = (day + timedelta(days=31)).replace(day=1)


def _at_nine(day: date, zone: tzinfo) -> int:
    return int(datetime.combine(day, _NINE, zone).timestamp())
