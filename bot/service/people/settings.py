"""How a person wants to be treated: their days, their nights, and how they are told of their turns."""

from __future__ import annotations

from dataclasses import replace

from bot.service.clock.alarms import Alarm, alarms
from bot.service.clock.alarms import digest as digest_from
from bot.service.clock.calendar import BadTime, Calendar, day, find_zone, parse_quiet, read_hour
from bot.service.clock.time_control import STANDARD
from bot.store import Tx, players
from bot.store import settings as rows
from bot.store.values import Remind, Seen, Settings, Wished


async def of(tx: Tx, player: int) -> Settings:
    """What this person wishes."""
    return await rows.get(tx, player) or Settings(player)


async def change(
    tx: Tx,
    player: int,
    *,
    zone: str | None = None,
    quiet: str | None = None,
    remind: Remind | None = None,
    vacation: bool | None = None,
    digest: str | None = None,
    side: Seen | None = None,
    theme: Wished | None = None,
    confirm: bool | None = None,
    taps: bool | None = None,
    named: bool | None = None,
    lends: bool | None = None,
    now: int,
) -> Settings:
    """Change what is not None; zone and quiet hours hold from the next turn on. BadTime.

    Quiet hours as written, an empty text or equal ends for none. The hour of the digest as
    `parse_hour` reads it. `vacation`: whether it is taken by itself. `side`: from which boards are seen,
    and `theme`: how they look, where they are shown to this person alone. `confirm`: whether a typed
    move is shown before it is played; `taps`: whether a tapped one is. `named`: whether their name
    stands where it is told who has solved a problem, and `lends`: whether positions of their games that
    are over may become problems.
    """
    wishes = await of(tx, player)
    if zone is not None:
        wishes = replace(wishes, zone=find_zone(zone))
    if quiet is not None:
        hours = parse_quiet(quiet)
        wishes = replace(wishes, quiet="" if hours is None else str(hours))
    if remind is not None:
        wishes = replace(wishes, remind=remind, refused=False)
    if vacation is not None:
        wishes = replace(wishes, vacation=vacation)
    if side is not None:
        wishes = replace(wishes, side=side)
    if theme is not None:
        wishes = replace(wishes, theme=theme)
    if confirm is not None:
        wishes = replace(wishes, confirm=confirm)
    if taps is not None:
        wishes = replace(wishes, taps=taps)
    if named is not None:
        wishes = replace(wishes, named=named)
    if lends is not None:
        wishes = replace(wishes, lends=lends)
    if digest is not None:
        wishes = replace(wishes, digest=parse_hour(digest), refused=False)
    if (zone, quiet, digest) != (None, None, None):
        wishes = replace(wishes, digest_at=next_digest(wishes, now))
    await players.ensure(tx, [player], now)
    await rows.put(tx, wishes)
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
