"""Hypothesis strategies for calendars and turns, often close to clock changes."""

from datetime import UTC, datetime
from functools import cache
from zoneinfo import ZoneInfo

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from bot.service.clock.calendar import DAY, HOUR, Calendar, QuietHours, with_frozen

ZONES = (
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "America/Havana",  # daylight saving changes at midnight
    "America/St_Johns",  # half-hour offset; clocks used to change at 00:01
    "Asia/Kathmandu",  # 45-minute offset
    "Pacific/Chatham",  # 45-minute offset, with daylight saving time
    "Australia/Lord_Howe",  # daylight saving time of 30 minutes
    "Antarctica/Troll",  # daylight saving time of two hours
    "Africa/Casablanca",  # clocks change for Ramadan
    "Pacific/Apia",  # skipped 30 December 2011
    "Pacific/Kiritimati",  # UTC+14
)
patient = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
"""Settings of property tests, without a deadline because the machine may be busy."""
FIRST, LAST = 1_104_537_600, 1_893_456_000
"""First and last timestamp of generated dates: the start of 2005 and of 2030, UTC."""


def at(text: str, zone: str = "UTC", fold: int = 0) -> int:
    """Return the timestamp of a local time, given as e.g. "2026-03-29 02:30"."""
    wall = datetime.strptime(text, "%Y-%m-%d %H:%M").replace(tzinfo=ZoneInfo(zone), fold=fold)
    return int(wall.astimezone(UTC).timestamp())


def clock(moment: int, zone: str) -> str:
    """Return the local time in this zone, to the minute."""
    return datetime.fromtimestamp(moment, ZoneInfo(zone)).strftime("%Y-%m-%d %H:%M")


def offset(moment: int, zone: str) -> int:
    """Return the UTC offset in seconds."""
    ahead = datetime.fromtimestamp(moment, ZoneInfo(zone)).utcoffset()
    assert ahead is not None
    return int(ahead.total_seconds())


@cache
def changes(zone: str) -> tuple[int, ...]:
    """Return a time less than 24 hours before each clock change.

    Returns (FIRST,) if the zone has none.
    """
    days = range(FIRST, LAST, DAY)
    return tuple(d for d in days if offset(d, zone) != offset(d + DAY, zone)) or (FIRST,)


def nights() -> st.SearchStrategy[QuietHours]:
    """Strategy for quiet hours at any time of day, from one minute to ten hours long."""
    lengths = st.one_of(st.integers(1, 600), st.sampled_from((1, 480, 540, 570, 600)))
    starts = st.one_of(st.integers(0, 1439), st.sampled_from((0, 60, 90, 120, 150, 1320, 1380)))
    return st.builds(
        lambda start, length: QuietHours(start, (start + length) % 1440), starts, lengths
    )


@st.composite
def starts(draw: st.DrawFn, zone: str) -> int:
    """Strategy for a time, often within a few days of a clock change."""
    if draw(st.booleans()):
        return draw(st.integers(FIRST, LAST))
    return draw(st.sampled_from(changes(zone))) + draw(st.integers(-3 * DAY, 2 * DAY))


@st.composite
def turns(draw: st.DrawFn, *, night: bool | None = None) -> tuple[int, Calendar]:
    """Strategy for the start of a turn and its calendar.

    The calendar has quiet hours if `night` is true, none if it is false, and either if it is None.
    """
    zone = draw(st.sampled_from(ZONES))
    start = draw(starts(zone))
    asleep = draw(nights()) if night or (night is None and draw(st.booleans())) else None
    calendar = Calendar(zone, asleep)
    for _ in range(draw(st.integers(0, 4))):
        first = start + draw(st.integers(-5 * DAY, 20 * DAY))
        calendar = with_frozen(calendar, first, first + draw(st.integers(1, 8 * DAY)))
    return start, calendar


def allowances() -> st.SearchStrategy[int]:
    """Strategy for allowed times in seconds, including zero, whole hours and a month."""
    hours = st.integers(0, 336).map(lambda hours: hours * HOUR)
    return st.one_of(st.integers(0, 30 * DAY), hours)
