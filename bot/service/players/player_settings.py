"""Player settings: time zone, quiet hours, digest and reminder preferences."""

from dataclasses import replace
from typing import Any

from bot.service.clock.calendar import BadTime, Calendar, day, find_zone, parse_quiet, read_hour
from bot.service.clock.reminder_times import Alarm, alarms
from bot.service.clock.reminder_times import digest as digest_from
from bot.service.clock.time_control import STANDARD
from bot.store import Tx, player_rows, player_setting_rows
from bot.store.models import Settings


async def of(tx: Tx, player: int) -> Settings:
    """Return this player's settings, or the defaults."""
    return await player_setting_rows.get(tx, player) or Settings(player)


async def change(
    tx: Tx,
    player: int,
    *,
    zone: str | None = None,
    quiet: str | None = None,
    digest: str | None = None,
    now: int,
    **plain: Any,
) -> Settings:
    """Change the given settings. Time zone and quiet hours apply from the next turn.

    Raises `BadTime`. `quiet` is parsed by `parse_quiet` (empty, or start equal to end: no quiet
    hours) and `digest` by `parse_hour`. `plain` are fields of `Settings` stored unchanged.
    """
    wishes = replace(await of(tx, player), **plain)
    if zone is not None:
        wishes = replace(wishes, zone=find_zone(zone))
    if quiet is not None:
        hours = parse_quiet(quiet)
        wishes = replace(wishes, quiet="" if hours is None else str(hours))
    if digest is not None:
        wishes = replace(wishes, digest=parse_hour(digest))
    if "remind" in plain or digest is not None:
        wishes = replace(wishes, dm_blocked=False)
    if (zone, quiet, digest) != (None, None, None):
        wishes = replace(wishes, digest_at=next_digest(wishes, now))
    await player_rows.ensure(tx, [player], now)
    await player_setting_rows.put(tx, wishes)
    return wishes


def parse_hour(text: str) -> int | None:
    """Parse a time of day as a minute from 0 to 1439, or None for "off".

    Accepts 7, 07:30, 7pm and noon. Raises `BadTime` (unreadable-hour).
    """
    if text.strip().casefold() == "off":
        return None
    minute = read_hour(text)
    if minute is None or minute == 1440:
        raise BadTime("unreadable-hour", text=text)
    return minute


def next_digest(wishes: Settings, now: int) -> int | None:
    """Return when the player's next digest is due, or None if they want none.

    It is after now, outside quiet hours, and at most once per local day.
    """
    if wishes.digest is None:
        return None
    days = Calendar(wishes.zone, parse_quiet(wishes.quiet))
    at = digest_from(now, wishes.digest, days)
    if wishes.digested is not None and day(at, days) == day(wishes.digested, days):
        at = digest_from(at, wishes.digest, days)
    return at


def preview(wishes: Settings, now: int) -> tuple[Alarm, ...]:
    """Return the reminders of a turn that began now under the standard clock."""
    days = Calendar(wishes.zone, parse_quiet(wishes.quiet))
    return alarms(STANDARD, now, STANDARD.bank, days) if wishes.remind != "none" else ()
