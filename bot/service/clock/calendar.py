"""A player's days: when their clock stands still, when they sleep, and what a span of allowed time is.

Times are UTC seconds, durations seconds, both whole. Whatever stops a clock (vacation, a pause, the
bot's own absence and, one day, two rest days of the week) is a frozen interval of the same kind, and
`add_time` is the only function that adds allowed time. Nothing is ever refilled: what is stopped is
skipped, so that the allowed time is conserved (`used(start, add_time(start, a)) == a`).
"""

import re
from bisect import bisect_left
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from functools import cache
from itertools import pairwise
from zoneinfo import ZoneInfo, available_timezones

HOUR = 3600
DAY = 24 * HOUR
LONGEST_NIGHT = 10 * HOUR
"""The longest quiet hours, by the clock on the wall; also how far a night may move a deadline."""
BREAKFAST = HOUR
"""How long after the quiet hours a deadline falls that would have fallen inside them."""

Span = tuple[int, int]
"""From the first second to the one after the last."""


class BadTime(ValueError):
    """A clock, a calendar or a vacation that cannot be had: `code` and facts.

    Facts are what the sentence may name: text (as typed), limit (seconds), have, wanted (seconds).
    """

    def __init__(self, code: str, **facts: object) -> None:
        self.code = code
        self.facts = facts
        super().__init__(f"{code} {facts}")


@dataclass(frozen=True, slots=True)
class Quiet:
    """Quiet hours, in minutes after local midnight, 0 to 1439; over midnight where end < start.

    From start to just before end. At most ten hours, and never none: who has no quiet hours has
    None in the place of this value. BadTime: quiet-too-long.
    """

    start: int
    end: int

    def __post_init__(self) -> None:
        if not (0 <= self.start < 1440 and 0 <= self.end < 1440 and self.start != self.end):
            raise ValueError(f"not quiet hours: {self.start}, {self.end}")
        if self.length > LONGEST_NIGHT:
            raise BadTime("quiet-too-long", limit=LONGEST_NIGHT, wanted=self.length)

    @property
    def length(self) -> int:
        """How long they are by the clock on the wall, in seconds."""
        return (self.end - self.start) % 1440 * 60

    @property
    def breakfast(self) -> int:
        """How long after them a moved deadline falls, in seconds.

        An hour, and less only where night and hour together would move a deadline by more than
        ten hours.
        """
        return min(BREAKFAST, LONGEST_NIGHT - self.length)

    def __str__(self) -> str:
        return "-".join(f"{at // 60:02}:{at % 60:02}" for at in (self.start, self.end))


@dataclass(frozen=True, slots=True)
class Calendar:
    """What a seat's time is reckoned by."""

    zone: str = "UTC"
    """An IANA name. A player's change of zone applies from their next turn on."""
    quiet: Quiet | None = None
    frozen: tuple[Span, ...] = ()
    """When the clock stands still: not empty, in order, apart. `freeze` adds one."""

    def __post_init__(self) -> None:
        bounds = [bound for span in self.frozen for bound in span]
        if any(later <= earlier for earlier, later in pairwise(bounds)):
            raise ValueError(f"frozen spans must be in order and apart: {self.frozen}")


_HOUR = re.compile(r"([0-9]{1,2})(?:[:.]([0-9]{2}))? ?(am|pm)?")


def read_hour(text: str) -> int | None:
    """A minute of the day, 0 to 1440, as written: 7, 07:30, 19.00, 10pm, noon; None if it is none."""
    typed = {"noon": "12", "midnight": "0"}.get(text.strip().casefold(), text.strip().casefold())
    found = _HOUR.fullmatch(typed)
    if found is None:
        return None
    hour, minute = int(found[1]), int(found[2] or 0)
    if found[3]:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if found[3] == "pm" else 0)
    at = hour * 60 + minute
    return at if minute < 60 and at <= 1440 else None


def parse_quiet(text: str) -> Quiet | None:
    """Quiet hours as written: 22:00-08:00, 22-8, 10pm-8am. Empty, or from and to the same: none.

    BadTime: unreadable-quiet, quiet-too-long (00:00-24:00 is the whole day, not none).
    """
    if not text.strip():
        return None
    typed, *rest = re.split(r" ?(?:-|–|to) ?", text.strip())
    start, end = (read_hour(part) for part in (typed, rest[0] if len(rest) == 1 else ""))
    if start is None or end is None:
        raise BadTime("unreadable-quiet", text=text)
    if abs(end - start) == 1440:
        raise BadTime("quiet-too-long", limit=LONGEST_NIGHT, wanted=DAY)
    return None if start == end else Quiet(start % 1440, end % 1440)


@cache
def zones() -> tuple[str, ...]:
    """Every zone that a player may choose, sorted: places and offsets, not this machine's own."""
    return tuple(sorted(available_timezones() - {"Factory", "localtime"}))


def find_zone(text: str) -> str:
    """The zone that is meant, however it is capitalised; `new york` is enough for America/New_York.

    BadTime: no-such-zone, also where the last part of a name is that of several zones.
    """
    wanted = "_".join(text.split()).lower()
    whole = [name for name in zones() if name.lower() == wanted]
    last = [name for name in zones() if name.lower().rpartition("/")[2] == wanted]
    found = whole or last
    if len(found) != 1:
        raise BadTime("no-such-zone", text=text)
    return found[0]


def freeze(calendar: Calendar, start: int, end: int) -> Calendar:
    """The calendar with the clock standing still in [start, end) as well; may overlap what does."""
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
    """When the allowed time is used up that begins to run at start: the deadline.

    Frozen intervals are skipped. A deadline inside the quiet hours moves to an hour after them; so
    does one inside that hour, else a second more would be an hour less. A calendar without quiet
    hours moves nothing. The answer is neither in a frozen interval nor in quiet hours, grows with
    `start` and with `allowed`, and the night adds at most ten hours (and what the clocks are
    changed by, if it is that night).
    """
    end = _add(start, allowed, calendar)
    while (later := _add(_breakfast(end, calendar), 0, calendar)) != end:
        end = later
    return end


def used(start: int, end: int, calendar: Calendar, *, allowed: int) -> int:
    """How much of the allowed time that began to run at start is used up at end.

    Frozen time is not, and what the night adds to a deadline is a gift: never more than allowed.
    """
    return min(allowed, running(start, end, calendar))


def running(start: int, end: int, calendar: Calendar) -> int:
    """How long the clock runs from start to end: all but the frozen time."""
    frozen = sum(max(0, min(end, last) - max(start, first)) for first, last in calendar.frozen)
    return max(0, end - start) - frozen


def back(end: int, seconds: int, calendar: Calendar) -> int:
    """The moment from which the clock runs so many seconds, at least one, until end."""
    for first, last in reversed(calendar.frozen):
        if first >= end:
            continue
        if last <= end - seconds:
            break
        # An end inside a frozen interval has no running time behind it down to its beginning.
        seconds -= max(0, end - last)
        end = first
    return end - seconds


def night(at: int, calendar: Calendar) -> Span | None:
    """The quiet hours that this moment falls in; None if the player may be spoken to.

    A boundary that the clocks show twice counts from its first time to its second, and one that
    they skip is the moment of the change: a night is one span, longer by a change at most.
    """
    return _night(at, calendar, 0)


def awake(at: int, calendar: Calendar) -> int:
    """The first moment from this one on in which the player may be spoken to: after the night."""
    now = night(at, calendar)
    return at if now is None else now[1]


def day(at: int, calendar: Calendar) -> date:
    """The player's date at this moment."""
    return datetime.fromtimestamp(at, _zone(calendar.zone)).date()


def next_at(now: int, minute: int, calendar: Calendar) -> int:
    """The next moment after now when the player's clock shows this minute of the day, 0 to 1439.

    Where the clocks skip it, when they do; where they show it twice, the first time.
    """
    zone = _zone(calendar.zone)
    today = datetime.fromtimestamp(now, zone).date()
    days = (today + timedelta(ahead) for ahead in range(3))
    return min(at for day in days if (at := _moments(day, minute, zone)[0]) > now)


def _add(start: int, allowed: int, calendar: Calendar) -> int:
    """The moment when the clock, begun at start, has run so long; never in a frozen interval."""
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


def _breakfast(at: int, calendar: Calendar) -> int:
    """The moment itself, or when it is in the night or the hour after it, the end of that hour."""
    rest = calendar.quiet.breakfast if calendar.quiet else 0
    now = _night(at, calendar, rest)
    return at if now is None else now[1] + rest


def _night(at: int, calendar: Calendar, after: int) -> Span | None:
    """The quiet hours in which this moment falls, or so many seconds after which it does."""
    if calendar.quiet is None:
        return None
    zone = _zone(calendar.zone)
    today = datetime.fromtimestamp(at, zone).date()
    found: Span | None = None
    for day in (today - timedelta(1), today, today + timedelta(1)):
        last_day = day if calendar.quiet.end > calendar.quiet.start else day + timedelta(1)
        first = _moments(day, calendar.quiet.start, zone)[0]
        last = _moments(last_day, calendar.quiet.end, zone)[1]
        # Where a whole day is left out of the calendar, its two nights are one.
        if found and first <= found[1]:
            found = found[0], max(found[1], last)
        elif found is None or found[1] + after <= at:
            found = first, last
    return found if found and found[0] <= at < found[1] + after else None


@cache
def _zone(name: str) -> ZoneInfo:
    return ZoneInfo(name)


def _moments(day: date, minute: int, zone: ZoneInfo) -> Span:
    """The first and the last moment when the clocks show this minute of a day; mostly they are one.

    If they skip it, the moment of that change.
    """
    wall = datetime.combine(day, time(minute // 60, minute % 60), zone)
    first, last = (int(wall.replace(fold=fold).timestamp()) for fold in (0, 1))
    if first <= last:
        return first, last
    # A time that is skipped means, by the offset before the change, a moment after it, and the
    # other way about.
    before = datetime.fromtimestamp(last, zone).utcoffset()
    changed = bisect_left(
        range(last, first),
        True,
        key=lambda at: datetime.fromtimestamp(at, zone).utcoffset() != before,
    )
    return last + changed, last + changed
