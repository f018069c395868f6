"""Whether a match that begins now can be rated, and if not, why."""

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
    """What is known of a game before it begins."""

    newcomers: tuple[int, ...] = ()
    """Whose first game of all it is, of those who are named."""
    unrated: str | None = None
    """Why it could not be rated."""


async def prospects(tx: Tx, offer: Challenge, *, now: int) -> Prospects:
    """What is known of the game that is offered, if it began now."""
    people = [seat.player for seat in offer.seats if seat.player is not None]
    return Prospects(tuple(await newcomers(tx, people)), await why_not(tx, offer, now=now))


async def why_not(tx: Tx, offer: Challenge, *, now: int) -> str | None:
    """Why a game of those who are named in this offer, if it began now, were not rated."""
    people = [seat.player for seat in offer.seats if seat.player is not None]
    control = time_control.parse(offer.control)
    return await unrated(tx, guild=offer.guild, people=people, control=control, now=now)


async def newcomers(tx: Tx, people: Collection[int]) -> list[int]:
    """Those of these people who have never played a game."""
    return [person for person in people if not await clocks.has_played(tx, person)]


async def unrated(
    tx: Tx, *, guild: int | None, people: Collection[int], control: TimeControl, now: int
) -> str | None:
    """Why a match that begins now in this server is not rated."""
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
    """Whether a rated game may have this much time and no more."""
    try:
        time_control.check(control, rated=True)
    except BadTime:
        return False
    return True


async def _barred(tx: Tx, people: Collection[int], now: int) -> bool:
    """Whether somebody has broken off too many matches lately."""
    for person in people:
        if barred_until([one.at for one in await ratings.aborts_of(tx, person)], now) is not None:
            return True
    return False


async def _inseparable(tx: Tx, people: Collection[int]) -> bool:
    """Whether two of these people are always at one table."""
    tables = {person: await ratings.tables_of(tx, person, TOGETHER_AMONG) for person in people}
    return any(inseparable(tables[one], other) for one, other in permutations(people, 2))
