"""How a person wants to be treated: their days, their nights, and how they are told of their turns."""

from dataclasses import replace
from typing import Any

from bot.service.clock.calendar import BadTime, Calendar, day, find_zone, parse_quiet, read_hour
from bot.service.clock.reminder_times import Alarm, alarms
from bot.service.clock.reminder_times import digest as digest_from
from bot.service.clock.time_control import STANDARD
from bot.store import Tx, player_rows, player_setting_rows
from bot.store.models import Settings


async def of(tx: Tx, player: int) -> Settings:
    """What this person wishes."""
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
    """Change what is named; zone and quiet hours hold from the next turn on. BadTime.

    Quiet hours as written, an empty text or equal ends for none. The hour of the digest as
    `parse_hour` reads it. `plain`: fields of `Settings` that are kept as they are given.
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
        wishes = replace(wishes, refused=False)
    if (zone, quiet, digest) != (None, None, None):
        wishes = replace(wishes, digest_at=next_digest(wishes, now))
    await player_rows.ensure(tx, [player], now)
    await player_setting_rows.put(tx, wishes)
    return wishes


def parse_hour(text: str) -> int | None:
    """A minute of the day, 0 to 1439, as written: 7, 07:30, 7pm, noon; None for "off".

    BadTime: unreadable-hour.
    """
    if text.strip().casefold() == "off":
        return None
    minute = read_hour(text)
    if minute is None or minute == 1440:
        raise BadTime("unreadable-hour", text=text)
    return minute


def next_digest(wishes: Settings, now: int) -> int | None:
    """When this person's next digest is due: after now, by day, once on each of their days at most."""
    if wishes.digest is None:
        return None
    days = Calendar(wishes.zone, parse_quiet(wishes.quiet))
    at = digest_from(now, wishes.digest, days)
    if wishes.digested is not None and day(at, days) == day(wishes.digested, days):
        at = digest_from(at, wishes.digest, days)
    return at


def preview(wishes: Settings, now: int) -> tuple[Alarm, ...]:
    """When this person would be reminded of a turn that began now in a game of the standard clock."""
    days = Calendar(wishes.zone, parse_quiet(wishes.quiet))
    return alarms(STANDARD, now, STANDARD.bank, days) if wishes.remind != "none" else ()
