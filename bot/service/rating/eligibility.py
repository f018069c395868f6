"""Rating eligibility: whether a match that begins now is rated, and why not."""

from collections.abc import Collection
from itertools import permutations
from typing import NamedTuple

from bot.service.clock import time_control
from bot.service.clock.calendar import BadTime
from bot.service.clock.snowflakes import born
from bot.service.clock.time_control import TimeControl
from bot.service.rating.farming_signs import TOGETHER_AMONG, inseparable
from bot.service.rating.rating_rules import unrated_because
from bot.service.rating.reliability import barred_until
from bot.store import Tx, clocks, guild_setting_rows, ratings
from bot.store.models import Challenge


class Prospects(NamedTuple):
    """What is known about a game before it begins."""

    newcomers: tuple[int, ...] = ()
    """The invited or joined players who have never played a game."""
    unrated: str | None = None
    """Why the game would be unrated, or None."""


async def prospects(tx: Tx, offer: Challenge, *, now: int) -> Prospects:
    """Return what is known about the game of this challenge if it began now."""
    people = [seat.player for seat in offer.seats if seat.player is not None]
    return Prospects(tuple(await newcomers(tx, people)), await why_not(tx, offer, now=now))


async def why_not(tx: Tx, offer: Challenge, *, now: int) -> str | None:
    """Return why the game of this challenge would be unrated, or None."""
    people = [seat.player for seat in offer.seats if seat.player is not None]
    control = time_control.parse(offer.control)
    return await unrated(tx, guild=offer.guild, people=people, control=control, now=now)


async def newcomers(tx: Tx, people: Collection[int]) -> list[int]:
    """Return the players who have never played a game."""
    return [person for person in people if not await clocks.has_played(tx, person)]


async def unrated(
    tx: Tx, *, guild: int | None, people: Collection[int], control: TimeControl, now: int
) -> str | None:
    """Return why a match that begins now in this guild is unrated, or None."""
    if guild is None:
        return "ratings-off"
    chosen = await guild_setting_rows.chosen(tx, guild)
    return unrated_because(
        players=people,
        created=list(map(born, people)),
        now=now,
        timed=control.timed,
        hasty=not _long_enough(control),
        ratings_on=chosen.get("ratings", "on") == "on",
        barred=await _barred(tx, people, now),
        inseparable=len(people) > 2 and await _inseparable(tx, people),
    )


def _long_enough(control: TimeControl) -> bool:
    """Whether the time control is within the limits of rated games."""
    try:
        time_control.check(control, rated=True)
    except BadTime:
        return False
    return True


async def _barred(tx: Tx, people: Collection[int], now: int) -> bool:
    """Whether one of these players has recently aborted too many matches."""
    for person in people:
        if barred_until([one.at for one in await ratings.aborts_of(tx, person)], now) is not None:
            return True
    return False


async def _inseparable(tx: Tx, people: Collection[int]) -> bool:
    """Whether two of these players are always in the same games."""
    tables = {person: await ratings.tables_of(tx, person, TOGETHER_AMONG) for person in people}
    return any(inseparable(tables[one], other) for one, other in permutations(people, 2))
