"""Calendars of all sorts for the property tests, and moments at which clocks are changed."""

from datetime import UTC, datetime
from functools import cache
from zoneinfo import ZoneInfo

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from bot.service.clock.calendar import DAY, HOUR, Calendar, Quiet, freeze

ZONES = (
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "America/Havana",  # changes at midnight
    "America/St_Johns",  # half an hour off, once changed at one minute past midnight
    "Asia/Kathmandu",  # three quarters of an hour off
    "Pacific/Chatham",  # the same, with summer time
    "Australia/Lord_Howe",  # summer time of half an hour
    "Antarctica/Troll",  # summer time of two hours
    "Africa/Casablanca",  # changes for Ramadan
    "Pacific/Apia",  # had no 30 December 2011
    "Pacific/Kiritimati",  # fourteen hours ahead
)
patient = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
"""How property tests run: a busy machine is no failure."""
FIRST, LAST = 1_104_537_600, 1_893_456_000
"""From 2005 to 2030."""


def at(text: str, zone: str = "UTC", fold: int = 0) -> int:
    """The moment that a clock in this zone shows as 2026-03-29 02:30."""
    wall = datetime.strptime(text, "%Y-%m-%d %H:%M").replace(tzinfo=ZoneInfo(zone), fold=fold)
    return int(wall.astimezone(UTC).timestamp())


def clock(moment: int, zone: str) -> str:
    """What a clock in this zone shows, to the minute."""
    return datetime.fromtimestamp(moment, ZoneInfo(zone)).strftime("%Y-%m-%d %H:%M")


def offset(moment: int, zone: str) -> int:
    """Seconds ahead of UTC."""
    ahead = datetime.fromtimestamp(moment, ZoneInfo(zone)).utcoffset()
    assert ahead is not None
    return int(ahead.total_seconds())


@cache
def changes(zone: str) -> tuple[int, ...]:
    """The days, as moments less than a day before, on which the clocks of a zone are changed."""
    days = range(FIRST, LAST, DAY)
    return tuple(d for d in days if offset(d, zone) != offset(d + DAY, zone)) or (FIRST,)


def nights() -> st.SearchStrategy[Quiet]:
    """Quiet hours of every kind: over midnight, by day, of a minute, of ten hours."""
    lengths = st.one_of(st.integers(1, 600), st.sampled_from((1, 480, 540, 570, 600)))
    starts = st.one_of(st.integers(0, 1439), st.sampled_from((0, 60, 90, 120, 150, 1320, 1380)))
    return st.builds(lambda start, length: Quiet(start, (start + length) % 1440), starts, lengths)


@st.composite
def starts(draw: st.DrawFn, zone: str) -> int:
    """A moment, often a few days before or after the clocks are changed."""
    if draw(st.booleans()):
        return draw(st.integers(FIRST, LAST))
    return draw(st.sampled_from(changes(zone))) + draw(st.integers(-3 * DAY, 2 * DAY))


@st.composite
def turns(draw: st.DrawFn, *, night: bool | None = None) -> tuple[int, Calendar]:
    """The start of a turn and a calendar; night: whether with quiet hours, None for either."""
    zone = draw(st.sampled_from(ZONES))
    start = draw(starts(zone))
    asleep = draw(nights()) if night or (night is None and draw(st.booleans())) else None
    calendar = Calendar(zone, asleep)
    for _ in range(draw(st.integers(0, 4))):
        first = start + draw(st.integers(-5 * DAY, 20 * DAY))
        calendar = freeze(calendar, first, first + draw(st.integers(1, 8 * DAY)))
    return start, calendar


def allowances() -> st.SearchStrategy[int]:
    """Allowed times, in seconds: also none, whole hours, and a month."""
    hours = st.integers(0, 336).map(lambda hours: hours * HOUR)
    return st.one_of(st.integers(0, 30 * DAY), hours)
