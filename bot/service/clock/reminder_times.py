"""When a turn reminds its player: at half its time, at four fifths, and near the end; never at night.

Moments only; what is said, and where, belongs to those who send it. An alarm that would ring in the
player's quiet hours rings when they end if that leaves an hour to move in, otherwise an hour before
they begin. The same moments are the preview of a player's settings.
"""

from dataclasses import replace
from typing import Literal, NamedTuple

from bot.service.clock.calendar import (
    DAY,
    HOUR,
    Calendar,
    add_time,
    awake,
    back,
    next_at,
    night,
    running,
)
from bot.service.clock.time_control import TimeControl, deadline

HALF_FROM = DAY
"""The least bank of a turn that is reminded at half of it."""
LAST_CALL = HOUR
"""The last alarm rings when so much is left, or a twentieth of the bank if that is more."""
GATHERED = 6 * HOUR
"""At most one message in so long tells a player of halves and four fifths, over all their games."""
TURNS_GATHERED = 300
"""Turns told by direct message are gathered for so long."""
NUDGE_AFTER = DAY
"""An opponent may nudge after this, or a quarter of the bank if that is less; then once in so long."""


class Alarm(NamedTuple):
    """One reminder of a turn. `half` and `most` may be gathered with those of other games."""

    kind: Literal["turn", "half", "most", "last"]
    at: int


def alarms(control: TimeControl, start: int, bank: int, calendar: Calendar) -> tuple[Alarm, ...]:
    """The reminders of a turn that began at start with this bank, in order, the turn notice apart.

    All lie after the start and before the deadline, at different moments, outside the quiet hours
    and where the clock runs. None for an untimed game.
    """
    if not control.timed:
        return ()
    end = deadline(control, start, bank, calendar)
    day = replace(calendar, quiet=None)
    wanted = [
        Alarm("last", back(end, max(LAST_CALL, bank // 20), calendar)),
        Alarm("most", add_time(start, bank * 4 // 5, day)),
    ]
    if bank >= HALF_FROM:
        wanted.append(Alarm("half", add_time(start, bank // 2, day)))
    # From the last to the first, so that of two that a night brings together the later one stays.
    kept: list[Alarm] = []
    for kind, at in wanted:
        moved = _by_day(at, end, calendar)
        if moved is not None and start < moved < (kept[-1].at if kept else end):
            kept.append(Alarm(kind, moved))
    return tuple(reversed(kept))


def speakable(at: int, calendar: Calendar) -> int:
    """The first moment from this one on when the player is neither asleep nor away: for a nudge."""
    day = replace(calendar, quiet=None)
    while (later := add_time(awake(at, calendar), 0, day)) != at:
        at = later
    return at


def gathered(due: int, told: int | None, calendar: Calendar) -> int:
    """When to tell a player of alarms of which the first is due at `due`; told: when last told so."""
    return awake(due if told is None else max(due, told + GATHERED), calendar)


def digest(now: int, minute: int, calendar: Calendar) -> int:
    """When the next daily digest goes out that was asked for at this minute of the player's day."""
    return awake(next_at(now, minute, calendar), calendar)


def nudge_from(start: int, bank: int, nudged: int | None, calendar: Calendar) -> int:
    """From when an opponent may nudge the player of this turn; nudged: when one last did so.

    The calendar is that of the nudged, who is told at `speakable(now)`.
    """
    first = add_time(start, min(NUDGE_AFTER, bank // 4), replace(calendar, quiet=None))
    return first if nudged is None else max(first, nudged + NUDGE_AFTER)


def _by_day(at: int, end: int, calendar: Calendar) -> int | None:
    """The moment itself by day; at night, the morning if there is time then, else the evening.

    None if that evening is one on which the clock stands still.
    """
    asleep = night(at, calendar)
    if asleep is None:
        return at
    morning = speakable(asleep[1], calendar)
    if running(morning, end, calendar) >= HOUR:
        return morning
    evening = asleep[0] - HOUR
    return evening if speakable(evening, calendar) == evening else None
