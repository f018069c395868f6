"""Player settings: time zone, quiet hours, digest and reminder preferences."""

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


def change_settings(
    tx: Tx,
    player: int,
    *,
    zone: str | None = None,
    quiet: str | None = None,
    digest: str | None = None,
    now: int,
    **plain: Any,
) -> PlayerSettings:
    """Change the given settings and return all settings of the player.

    A new time zone and new quiet hours apply from the next turn. `quiet` is parsed by
    `parse_quiet` (empty text turns quiet hours off) and `digest` by `parse_hour`. `plain` are
    fields of `PlayerSettings` that are stored unchanged. Raises `InvalidTime`.
    """
    settings = replace(load_settings(tx, player), **plain)
    if zone is not None:
        settings = replace(settings, zone=find_zone(zone))
    if quiet is not None:
        hours = parse_quiet(quiet)
        settings = replace(settings, quiet="" if hours is None else str(hours))
    if digest is not None:
        settings = replace(settings, digest=parse_hour(digest))
    if "remind" in plain or digest is not None:
        settings = replace(settings, dm_blocked=False)
    if (zone, quiet, digest) != (None, None, None):
        settings = replace(settings, digest_at=next_digest(settings, now))
    player_rows.ensure_players(tx, [player], now)
    player_setting_rows.put_settings(tx, settings)
    return settings


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
