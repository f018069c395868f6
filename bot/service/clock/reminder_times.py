"""Reminder times of a turn: at half of its time, and near its end.

This module only computes times. The senders decide the text and the destination of a reminder. No
alarm falls within the player's quiet hours. It moves to their end if the player then still has an
hour to move, and otherwise to an hour before they start. The settings preview uses the same times.
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

LAST_REMINDER = HOUR
"""Seconds left when the last alarm is due.

A twentieth of the bank is used instead if it is more.
"""
GATHER_WITHIN = 6 * HOUR
"""A message includes the reminders of the player that would be due within these seconds."""
HALF_APART = DAY
"""Minimum seconds between a message and the next "half" reminder of any game.

Each message lists all games that are waiting for the player.
"""
TURNS_GATHERED = 300
"""Batching delay in seconds for turn notices by direct message."""
NUDGE_AFTER = DAY
"""Minimum seconds before each nudge.

For the first nudge of a turn, a quarter of the bank if that is less.
"""


class Alarm(NamedTuple):
    """One reminder of a turn."""

    kind: Literal["half", "last"]
    at: int


def alarms(control: TimeControl, start: int, bank: int, calendar: Calendar) -> tuple[Alarm, ...]:
    """Return the reminders of a turn that began at `start` with this bank, in order.

    They lie between the start and the deadline, outside quiet hours and within the time that the
    clock runs. No two coincide. The notice of the new turn is not included. Returns () for an
    untimed game.
    """
    if not control.is_timed:
        return ()
    end = deadline(control, start, bank, calendar)
    day = replace(calendar, quiet=None)
    wanted = [
        Alarm("last", start_for_elapsed(end, max(LAST_REMINDER, bank // 20), calendar)),
        Alarm("half", add_time(start, bank // 2, day)),
    ]
    # Latest first: if quiet hours move two alarms to the same time, the later one is kept.
    kept: list[Alarm] = []
    for kind, at in wanted:
        moved = _moved_to_day(at, end, calendar)
        if moved is not None and start < moved < (kept[-1].at if kept else end):
            kept.append(Alarm(kind, moved))
    return tuple(reversed(kept))


def awake_and_present(at: int, calendar: Calendar) -> int:
    """Return the first time at or after `at` outside quiet hours and frozen time."""
    day = replace(calendar, quiet=None)
    while (later := add_time(awake_at(at, calendar), 0, day)) != at:
        at = later
    return at


def gather_until(due: int, last_sent: int | None, calendar: Calendar) -> int:
    """Return when to send a batch of "half" alarms whose first one is due at `due`.

    It is at least `HALF_APART` seconds after the last message. If `last_sent` is more than a day
    later than `due`, it comes from a wrong system clock and is ignored.
    """
    if last_sent is None or last_sent > due + DAY:
        return awake_at(due, calendar)
    return awake_at(max(due, last_sent + HALF_APART), calendar)


def next_digest(now: int, minute: int, calendar: Calendar) -> int:
    """Return when the next daily digest is due.

    `minute` is the minute of the local day that the player has chosen for the digest.
    """
    return awake_at(next_local_time(now, minute, calendar), calendar)


def nudge_allowed_at(start: int, bank: int, nudged: int | None, calendar: Calendar) -> int:
    """Return the earliest time at which an opponent may nudge the player to move.

    `nudged` is the time of the last nudge. The calendar is that of the nudged player, who is
    notified at `awake_and_present(now)`.
    """
    first = add_time(start, min(NUDGE_AFTER, bank // 4), replace(calendar, quiet=None))
    return first if nudged is None else max(first, nudged + NUDGE_AFTER)


def _moved_to_day(at: int, end: int, calendar: Calendar) -> int | None:
    """Move an alarm out of quiet hours.

    Returns `at` if it is outside quiet hours. Otherwise returns their end if the player then still
    has an hour to move, or else an hour before their start. Returns None if the clock is stopped
    at that earlier time.
    """
    asleep = quiet_hours_at(at, calendar)
    if asleep is None:
        return at
    morning = awake_and_present(asleep[1], calendar)
    if running_time(morning, end, calendar) >= HOUR:
        return morning
    evening = asleep[0] - HOUR
    return evening if awake_and_present(evening, calendar) == evening else None
