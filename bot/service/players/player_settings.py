"""Player settings: time zone, quiet hours, digest and reminder preferences."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from bot.service.clock.calendar import (
    Calendar,
    InvalidTime,
    find_zone,
    local_date,
    parse_quiet,
    parse_time_of_day,
)
from bot.service.clock.reminder_times import Alarm, alarms
from bot.service.clock.reminder_times import next_digest as digest_from
from bot.service.clock.time_control import STANDARD
from bot.store import Tx, player_rows, player_setting_rows
from bot.store.models import PlayerSettings


def load_settings(tx: Tx, player: int) -> PlayerSettings:
    """Return this player's settings, or the defaults."""
    return player_setting_rows.get_settings(tx, player) or PlayerSettings(player)


def change_settings(tx: Tx, player: int, /, *, now: int, **given: Any) -> PlayerSettings:
    """Change the given settings and return all settings of the player.

    `given` contains fields of `PlayerSettings`. Those with the value None remain unchanged. Fields
    in `READERS` are passed as typed text. A new time zone and new quiet hours apply from the next
    turn. Raises `InvalidTime`.
    """
    changes = {
        field: READERS[field](value) if field in READERS else value
        for field, value in given.items()
        if value is not None
    }
    settings = replace(load_settings(tx, player), **changes)
    if changes.keys() & {"remind", "digest"}:
        settings = replace(settings, dm_blocked=False)
    if changes.keys() & {"zone", "quiet", "digest"}:
        settings = replace(settings, digest_at=next_digest(settings, now))
    player_rows.ensure_players(tx, [player], now)
    player_setting_rows.put_settings(tx, settings)
    return settings


def read_quiet_hours(text: str) -> str:
    """Parse quiet hours and return them in stored form, or "" for none.

    Raises `InvalidTime`.
    """
    hours = parse_quiet(text)
    return "" if hours is None else str(hours)


def parse_hour(text: str) -> int | None:
    """Parse a time of day and return its minute, 0 to 1439; None for "off".

    Accepts e.g. 7, 07:30, 7pm and noon. Raises `InvalidTime` (unreadable-hour).
    """
    if text.strip().casefold() == "off":
        return None
    minute = parse_time_of_day(text)
    if minute is None or minute == 1440:
        raise InvalidTime("unreadable-hour", text=text)
    return minute


READERS: Mapping[str, Callable[[str], Any]] = {
    "zone": find_zone,
    "quiet": read_quiet_hours,
    "digest": parse_hour,
}
"""Parser of each setting that is typed as text, by field. Other values are stored unchanged."""


def next_digest(settings: PlayerSettings, now: int) -> int | None:
    """Return when the player's next digest is due, or None if digests are off.

    It is after `now` and outside quiet hours. At most one digest is due per local day.
    """
    if settings.digest is None:
        return None
    days = Calendar(settings.zone, parse_quiet(settings.quiet))
    at = digest_from(now, settings.digest, days)
    if settings.digested is not None and local_date(at, days) == local_date(
        settings.digested, days
    ):
        at = digest_from(at, settings.digest, days)
    return at


def preview_reminders(settings: PlayerSettings, now: int) -> tuple[Alarm, ...]:
    """Return the reminders of a turn that begins now with the standard time control."""
    days = Calendar(settings.zone, parse_quiet(settings.quiet))
    return alarms(STANDARD, now, STANDARD.bank, days) if settings.remind != "none" else ()
