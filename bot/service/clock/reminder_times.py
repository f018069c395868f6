"""Reminder times of a turn: half of its time, four fifths, and near the end.

This module only computes moments. The senders decide what a reminder says and where it goes. No
alarm falls within the player's quiet hours: it moves to their end if an hour is left to move after
that, and otherwise to an hour before they start. The preview of a player's settings uses the same
moments.
"""

from dataclasses import replace
from typing import Literal, NamedTuple

from bot.service.clock.calendar import (
    DAY,
    HOUR,
    Calendar,
    add_time,
    awake_at,
    next_local_time,
    quiet_hours_at,
    running_time,
    start_for_elapsed,
)
from bot.service.clock.time_control import TimeControl, deadline

HALF_REMINDER_FROM = DAY
"""The minimum bank for a reminder at half of the time."""
LAST_REMINDER = HOUR
"""The last alarm is due when this much time is left, or a twentieth of the bank if that is more."""
GATHER_WITHIN = 6 * HOUR
"""Interval between messages with "half" and "most" reminders, which are batched over all games."""
TURNS_GATHERED = 300
"""Turn notices by direct message are batched for this long."""
NUDGE_AFTER = DAY
"""An opponent may nudge after this long, or a quarter of the bank if less, and then this often."""


class Alarm(NamedTuple):
    """One reminder of a turn.

    "half" and "most" may be batched with those of other games.
    """

    kind: Literal["turn", "half", "most", "last"]
    at: int


def alarms(control: TimeControl, start: int, bank: int, calendar: Calendar) -> tuple[Alarm, ...]:
    """Return the reminders of a turn that began at `start` with this bank, in order.

    The notice of the new turn is not among them. All lie between the start and the deadline, at
    different moments, outside quiet hours and while the clock runs. Empty for an untimed game.
    """
    if not control.is_timed:
        return ()
    end = deadline(control, start, bank, calendar)
    day = replace(calendar, quiet=None)
    wanted = [
        Alarm("last", start_for_elapsed(end, max(LAST_REMINDER, bank // 20), calendar)),
        Alarm("most", add_time(start, bank * 4 // 5, day)),
    ]
    if bank >= HALF_REMINDER_FROM:
        wanted.append(Alarm("half", add_time(start, bank // 2, day)))
    # Iterate backwards, so that when a night moves two alarms to one moment the later one is kept.
    kept: list[Alarm] = []
    for kind, at in wanted:
        moved = _moved_to_day(at, end, calendar)
        if moved is not None and start < moved < (kept[-1].at if kept else end):
            kept.append(Alarm(kind, moved))
    return tuple(reversed(kept))


def awake_and_present(at: int, calendar: Calendar) -> int:
    """Return the next moment outside the player's quiet hours and frozen time."""
    day = replace(calendar, quiet=None)
    while (later := add_time(awake_at(at, calendar), 0, day)) != at:
        at = later
    return at


def gather_until(due: int, last_sent: int | None, calendar: Calendar) -> int:
    """Return when to send batched alarms of which the first is due at `due`.

    Batches are at least `GATHER_WITHIN` seconds apart.
    """
    return awake_at(due if last_sent is None else max(due, last_sent + GATHER_WITHIN), calendar)


def next_digest(now: int, minute: int, calendar: Calendar) -> int:
    """Return when the next daily digest is due.

    `minute` is the minute of the player's day for which they requested it.
    """
    return awake_at(next_local_time(now, minute, calendar), calendar)


def nudge_allowed_at(start: int, bank: int, nudged: int | None, calendar: Calendar) -> int:
    """Return from when an opponent may nudge the player of this turn.

    `nudged` is the time of the last nudge. The calendar is that of the nudged player, who is
    notified at `awake_and_present(now)`.
    """
    first = add_time(start, min(NUDGE_AFTER, bank // 4), replace(calendar, quiet=None))
    return first if nudged is None else max(first, nudged + NUDGE_AFTER)


def _moved_to_day(at: int, end: int, calendar: Calendar) -> int | None:
    """Move an alarm out of quiet hours.

    It moves to the end of quiet hours if an hour is left to move then, and otherwise to an hour
    before they start. None if the clock is stopped at that earlier moment.
    """
    asleep = quiet_hours_at(at, calendar)
    if asleep is None:
        return at
    morning = awake_and_present(asleep[1], calendar)
    if running_time(morning, end, calendar) >= HOUR:
        return morning
    evening = asleep[0] - HOUR
    return evening if awake_and_present(evening, calendar) == evening else None
