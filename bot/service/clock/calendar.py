"""Player calendars: frozen intervals, quiet hours and deadlines.

Times are UTC seconds and durations are seconds, both integers. Everything that stops a clock (a
vacation, a pause, bot downtime) is a frozen interval of the same kind, and `add_time` is the only
function that adds allowed time. Frozen time is skipped and a bank is never refilled, so allowed
time is conserved: `used(start, add_time(start, a)) == a`.
"""

import re
import unicodedata
from bisect import bisect_left
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta, timezone, tzinfo
from functools import cache
from itertools import pairwise
from zoneinfo import ZoneInfo

HOUR = 3600
DAY = 24 * HOUR
LONGEST_QUIET_HOURS = 10 * HOUR
"""Maximum length of quiet hours, and maximum extension of a deadline, in seconds."""
MORNING_GRACE = HOUR
"""Seconds between the end of quiet hours and a deadline postponed to after them."""

Span = tuple[int, int]
"""A half-open interval: the first second, and the second after the last."""


class InvalidTime(ValueError):
    """An invalid time control, calendar or vacation, with a `code` and facts.

    The facts are values for the error message: text (the user's input), and limit, have and wanted
    (in seconds).
    """

    def __init__(self, code: str, **facts: object) -> None:
        self.code = code
        self.facts = facts
        super().__init__(f"{code} {facts}")


@dataclass(frozen=True, slots=True)
class QuietHours:
    """Quiet hours in minutes after local midnight, 0 to 1439.

    They cross midnight if end < start. The start is included and the end is not. Quiet hours last
    at most ten hours and are never empty. A player without quiet hours has None instead. Raises
    `InvalidTime` (quiet-too-long).
    """

    start: int
    end: int

    def __post_init__(self) -> None:
        if not (0 <= self.start < 1440 and 0 <= self.end < 1440 and self.start != self.end):
            raise ValueError(f"not quiet hours: {self.start}, {self.end}")
        if self.length > LONGEST_QUIET_HOURS:
            raise InvalidTime("quiet-too-long", limit=LONGEST_QUIET_HOURS, wanted=self.length)

    @property
    def length(self) -> int:
        """Length in local time, in seconds."""
        return (self.end - self.start) % 1440 * 60

    @property
    def morning_grace(self) -> int:
        """Seconds between the end of these quiet hours and a postponed deadline.

        This is an hour, or less if a deadline would otherwise be extended by more than ten hours in
        total.
        """
        return min(MORNING_GRACE, LONGEST_QUIET_HOURS - self.length)

    def __str__(self) -> str:
        return "-".join(f"{at // 60:02}:{at % 60:02}" for at in (self.start, self.end))


@dataclass(frozen=True, slots=True)
class Calendar:
    """Time zone, quiet hours and frozen intervals of a seat."""

    zone: str = "UTC"
    """A name that `zone_info` knows. A change takes effect with the player's next turn."""
    quiet: QuietHours | None = None
    frozen: tuple[Span, ...] = ()
    """Intervals during which the clock is stopped: non-empty, sorted and separate.

    See `with_frozen`.
    """

    def __post_init__(self) -> None:
        bounds = [bound for span in self.frozen for bound in span]
        if any(later <= earlier for earlier, later in pairwise(bounds)):
            raise ValueError(f"frozen spans must be in order and apart: {self.frozen}")


_NOON = "noon mittag mediodía midi mezzogiorno middag meio-dia полдень опівдні"
_MIDNIGHT = (
    "midnight mitternacht medianoche minuit mezzanotte middernacht meia-noite midnatt полночь "
    "опівночі"
)
_NAMED_HOURS = dict.fromkeys(_NOON.split(), 720) | dict.fromkeys(_MIDNIGHT.split(), 0)
_HOUR = re.compile(r"([0-9]{1,2})(?:[:.h] ?([0-9]{2}))? ?(am|pm)?|([0-9]{2})([0-9]{2})")
_AROUND_HOUR = re.compile(
    r"^(?:(?:at|um|às?|as|las?|los|le|ore|alle|kl\.?|klockan|в|о) ?(?=[0-9]))+"
    r"|(?<=[0-9]) ?(?:h|hs|hrs?|hours?|o'clock|uhr|horas?|heures?|ore|uur|u|ч|час(?:а|ов)?|год"
    r"|годин[аи]?)\.?$"
)
"""Words before and after an hour, in all languages."""
_FROM = re.compile(
    r"^(?:from|between|von|vom|ab|zwischen|del?|des|desde|entre|dalle|dal|da|das|tra|fra|van|tussen|"
    r"från|mellan|с|от|между|з|від|між) "
)
_TO = re.compile(
    r" ?[-‐‑‒–—―−~〜→]+>? ?"
    r"| ?\b(?:to|until|till?|bis|a|à|al|alle|hasta|au|tot|às?|as|até|до|по)\b ?"
    r"| (?:and|und|y|et|e|en|och|и|і|та) "
)
"""What may stand between the first and the last quiet hour, in all languages."""


def _plain_time(text: str) -> str:
    """Return typed text in lower case, with plain digits, and am for "a.m."."""
    plain = " ".join(unicodedata.normalize("NFKC", text).casefold().replace("’", "'").split())
    return re.sub(r"\b([ap])\.? ?m\b\.?", r"\1m", plain)


def parse_time_of_day(text: str) -> int | None:
    """Parse a time of day and return its minute, 0 to 1440; None if it is invalid.

    Accepts e.g. 7, 07:30, 19.00, 1930, 10pm, 22h30, 7 Uhr, noon and midnight.
    """
    typed = _plain_time(text)
    if typed in _NAMED_HOURS:
        return _NAMED_HOURS[typed]
    parsed = _HOUR.fullmatch(_AROUND_HOUR.sub("", typed).strip())
    if parsed is None:
        return None
    hour, minute = int(parsed[1] or parsed[4]), int(parsed[2] or parsed[5] or 0)
    if parsed[3]:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if parsed[3] == "pm" else 0)
    at = hour * 60 + minute
    return at if minute < 60 and at <= 1440 else None


def parse_quiet(text: str) -> QuietHours | None:
    """Parse quiet hours, e.g. 22:00-08:00, 22-8, 10pm-8am or 22 Uhr bis 8 Uhr.

    Returns None if `text` is empty or if start and end are equal. Raises `InvalidTime`
    (unreadable-quiet, quiet-too-long). 00:00-24:00 is a whole day and therefore too long.
    """
    if not text.strip():
        return None
    typed, *rest = _TO.split(_FROM.sub("", _plain_time(text)))
    start, end = (parse_time_of_day(part) for part in (typed, rest[0] if len(rest) == 1 else ""))
    if start is None or end is None:
        raise InvalidTime("unreadable-quiet", text=text)
    if abs(end - start) == 1440:
        raise InvalidTime("quiet-too-long", limit=LONGEST_QUIET_HOURS, wanted=DAY)
    return None if start == end else QuietHours(start % 1440, end % 1440)


_OFFSET = re.compile(r"(?:utc|gmt)?([+-])([0-9]{1,2})(?:[:.]?([0-5][0-9]))?")
_OFFSETS = range(-12 * 60, 14 * 60 + 1)
"""The offsets from UTC that a player may choose, in minutes."""


def fixed_offset(text: str) -> str:
    """Return an offset from UTC as it is stored, e.g. "UTC+5:30"; "" for other text."""
    typed = re.sub(r"\s", "", text.casefold())
    parsed = _OFFSET.fullmatch(re.sub("[‐‑‒–—−]", "-", typed))
    if not parsed:
        return ""
    hours, minutes = int(parsed[2]), int(parsed[3] or 0)
    total = (hours * 60 + minutes) * (1 if parsed[1] == "+" else -1)
    if total not in _OFFSETS:
        return ""
    if not total:
        return "UTC"
    return f"UTC{parsed[1]}{hours}" + (f":{minutes:02}" if minutes else "")


@cache
def zone_info(name: str) -> tzinfo:
    """Return the time zone with a stored name: an IANA name, or e.g. "UTC+5:30"."""
    parsed = _OFFSET.fullmatch(name.casefold())
    if not parsed or not name.startswith("UTC"):
        return ZoneInfo(name)
    ahead = timedelta(hours=int(parsed[2]), minutes=int(parsed[3] or 0))
    return timezone(ahead if parsed[1] == "+" else -ahead)


def local_time(name: str, now: int) -> str:
    """Return the time of day in a stored time zone, e.g. "14:05"."""
    return f"{datetime.fromtimestamp(now, zone_info(name)):%H:%M}"


def with_frozen(calendar: Calendar, start: int, end: int) -> Calendar:
    """Return the calendar with [start, end) added to its frozen intervals.

    Overlapping intervals are merged.
    """
    if end <= start:
        return calendar
    apart = []
    for first, last in calendar.frozen:
        if last < start or end < first:
            apart.append((first, last))
        else:
            start, end = min(start, first), max(end, last)
    return replace(calendar, frozen=tuple(sorted([*apart, (start, end)])))


def add_time(start: int, allowed: int, calendar: Calendar) -> int:
    """Return the deadline: when the allowed time, counted from `start`, is used up.

    Frozen intervals are skipped. A deadline within quiet hours moves to the end of the grace period
    after them (`QuietHours.morning_grace`). So does a deadline within that period, because more
    allowed time must never lead to an earlier deadline. The result is never in a frozen interval or
    within quiet hours, and a later `start` or more allowed time never makes it earlier. Quiet hours
    add at most ten hours at a time, plus any clock change that falls within them.
    """
    end = _add_running(start, allowed, calendar)
    while (later := _add_running(_after_morning(end, calendar), 0, calendar)) != end:
        end = later
    return end


def time_used(start: int, end: int, calendar: Calendar, *, allowed: int) -> int:
    """Return how much of the allowed time, counted from `start`, is used up at `end`.

    Frozen time does not count. The time that quiet hours add to a deadline is free, so the result
    never exceeds `allowed`.
    """
    return min(allowed, running_time(start, end, calendar))


def running_time(start: int, end: int, calendar: Calendar) -> int:
    """Return the number of seconds that the clock runs between `start` and `end`.

    Frozen time is excluded.
    """
    frozen = sum(max(0, min(end, last) - max(start, first)) for first, last in calendar.frozen)
    return max(0, end - start) - frozen


def start_for_elapsed(end: int, seconds: int, calendar: Calendar) -> int:
    """Return the time from which the clock runs for `seconds` until `end`.

    `seconds` must be at least 1.
    """
    for first, last in reversed(calendar.frozen):
        if first >= end:
            continue
        if last <= end - seconds:
            break
        # If `end` is inside a frozen interval, the clock has not run since that interval began.
        seconds -= max(0, end - last)
        end = first
    return end - seconds


def quiet_hours_at(at: int, calendar: Calendar) -> Span | None:
    """Return the start and end of the quiet hours that contain the time `at`, or None.

    If a clock change repeats local time, quiet hours start at the first occurrence of their start
    time and end at the second occurrence of their end time. If it skips one of these times, the
    time of the change is used instead. Quiet hours are never split into two intervals.
    """
    return _quiet_hours_at(at, calendar, 0)


def awake_at(at: int, calendar: Calendar) -> int:
    """Return the first time at or after `at` that is outside quiet hours."""
    now = quiet_hours_at(at, calendar)
    return at if now is None else now[1]


def local_date(at: int, calendar: Calendar) -> date:
    """Return the player's local date at the time `at`."""
    return datetime.fromtimestamp(at, zone_info(calendar.zone)).date()


def next_local_time(now: int, minute: int, calendar: Calendar) -> int:
    """Return the next time after `now` at this minute of the player's local day.

    `minute` is 0 to 1439. If a clock change skips that minute, the time of the change is used. If
    the minute occurs twice, its first occurrence is used.
    """
    zone = zone_info(calendar.zone)
    today = datetime.fromtimestamp(now, zone).date()
    days = (today + timedelta(ahead) for ahead in range(3))
    return min(at for day in days if (at := _utc_times(day, minute, zone)[0]) > now)


def _add_running(start: int, allowed: int, calendar: Calendar) -> int:
    """Return when a clock started at `start` has run for `allowed` seconds.

    The result is never in a frozen interval.
    """
    at = start
    for first, last in calendar.frozen:
        if last <= at:
            continue
        run = max(0, first - at)
        if allowed < run:
            break
        allowed -= run
        at = last
    return at + allowed


def _after_morning(at: int, calendar: Calendar) -> int:
    """Move a deadline in quiet hours or the morning grace to the end of the grace."""
    rest = calendar.quiet.morning_grace if calendar.quiet else 0
    now = _quiet_hours_at(at, calendar, rest)
    return at if now is None else now[1] + rest


def _quiet_hours_at(at: int, calendar: Calendar, after: int) -> Span | None:
    """Return the quiet hours that contain `at`, extended by `after` seconds."""
    if calendar.quiet is None:
        return None
    zone = zone_info(calendar.zone)
    today = datetime.fromtimestamp(at, zone).date()
    interval: Span | None = None
    for day in (today - timedelta(1), today, today + timedelta(1)):
        last_day = day if calendar.quiet.end > calendar.quiet.start else day + timedelta(1)
        first = _utc_times(day, calendar.quiet.start, zone)[0]
        last = _utc_times(last_day, calendar.quiet.end, zone)[1]
        # Where a time zone skips a whole day, the quiet hours of two nights merge.
        if interval and first <= interval[1]:
            interval = interval[0], max(interval[1], last)
        elif interval is None or interval[1] + after <= at:
            interval = first, last
    return interval if interval and interval[0] <= at < interval[1] + after else None


def _utc_times(day: date, minute: int, zone: tzinfo) -> Span:
    """Return the first and last UTC time at this minute of a local day.

    They usually coincide. If a clock change skips the minute, both are the time of that change.
    """
    wall = datetime.combine(day, time(minute // 60, minute % 60), zone)
    first, last = (int(wall.replace(fold=fold).timestamp()) for fold in (0, 1))
    if first <= last:
        return first, last
    # In a gap, fold=0 uses the offset before the change, which gives a time after it; fold=1 does
    # the reverse.
    before = datetime.fromtimestamp(last, zone).utcoffset()
    changed = bisect_left(
        range(last, first),
        True,
        key=lambda at: datetime.fromtimestamp(at, zone).utcoffset() != before,
    )
    return last + changed, last + changed
