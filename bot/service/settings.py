"""How a person wants to be treated: his days, his nights, and how he is told of his turns."""

from __future__ import annotations

from dataclasses import replace

from bot.service.alarms import Alarm, alarms
from bot.service.calendar import Calendar, find_zone, parse_quiet
from bot.service.clocks import STANDARD
from bot.service.values import Remind, Settings
from bot.store import Tx, players
from bot.store import settings as rows


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
    now: int,
) -> Settings:
    """Change what is not None; it holds from the next turn on. BadTime (zone, quiet hours).

    Quiet hours as written, an empty text or equal ends for none.
    """
    wishes = await of(tx, player)
    if zone is not None:
        wishes = replace(wishes, zone=find_zone(zone))
    if quiet is not None:
        hours = parse_quiet(quiet)
        wishes = replace(wishes, quiet="" if hours is None else str(hours))
    if remind is not None:
        wishes = replace(wishes, remind=remind, refused=False)
    await players.ensure(tx, [player], now)
    await rows.put(tx, wishes)
    return wishes


def preview(wishes: Settings, now: int) -> tuple[Alarm, ...]:
    """When this person would be reminded of a turn that began now in a game of the standard clock."""
    days = Calendar(wishes.zone, parse_quiet(wishes.quiet))
    return alarms(STANDARD, now, STANDARD.bank, days) if wishes.remind != "none" else ()
