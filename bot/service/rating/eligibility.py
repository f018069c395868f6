"""Rating eligibility: whether a new match is rated, or the reason why not."""

from collections.abc import Collection, Sequence
from itertools import permutations
from typing import NamedTuple

from bot.service.clock import time_control
from bot.service.clock.calendar import InvalidTime
from bot.service.clock.snowflakes import created_at
from bot.service.clock.time_control import TimeControl
from bot.service.rating.rating_rules import unrated_code
from bot.service.rating.reliability import barred_until
from bot.store import Tx
from bot.store.guilds import guild_setting_rows
from bot.store.match import clocks
from bot.store.models import Challenge
from bot.store.rating import ratings
from engine import variant as get_variant

TOGETHER, TOGETHER_AMONG = 12, 20
"""Limits for inseparable accounts, which cannot share a rated game of three or more players.

Two accounts are inseparable if they share more than TOGETHER of their last TOGETHER_AMONG games.
"""


class RatingPreview(NamedTuple):
    """Facts about a game that are known before it begins."""

    newcomers: tuple[int, ...] = ()
    """The invited or joined players who have never played a game."""
    unrated: str | None = None
    """The reason why the game would be unrated, or None."""


def preview(tx: Tx, offer: Challenge, *, now: int) -> RatingPreview:
    """Return a preview of the game, as if it began now from this challenge."""
    people = [seat.player for seat in offer.seats if seat.player is not None]
    return RatingPreview(
        tuple(first_game_players(tx, people)),
        challenge_unrated_reason(tx, offer, now=now),
    )


def challenge_unrated_reason(tx: Tx, offer: Challenge, *, now: int) -> str | None:
    """Return why the game of this challenge would be unrated, or None."""
    people = [seat.player for seat in offer.seats if seat.player is not None]
    control = time_control.parse(offer.control)
    return unrated_reason(
        tx, variant=offer.variant, guild=offer.guild, people=people, control=control, now=now
    )


def first_game_players(tx: Tx, people: Collection[int]) -> list[int]:
    """Return the players who have never played a game."""
    return [person for person in people if not clocks.has_ever_played(tx, person)]


def unrated_reason(
    tx: Tx,
    *,
    variant: str,
    guild: int | None,
    people: Collection[int],
    control: TimeControl,
    event: bool = False,
    now: int,
) -> str | None:
    """Return why a match that begins now in this guild is unrated, or None.

    In an event, the same players may meet any number of times.
    """
    if guild is None:
        return "ratings-off"
    chosen = guild_setting_rows.chosen_settings(tx, guild)
    return unrated_code(
        players=people,
        created=list(map(created_at, people)),
        now=now,
        timed=control.is_timed,
        uneven=_is_uneven(variant),
        hasty=not _is_ratable_control(control),
        ratings_on=chosen.get("ratings", "on") == "on",
        barred=_has_aborted_often(tx, people, now),
        inseparable=not event and len(people) > 2 and _always_together(tx, people),
    )


def _is_uneven(key: str) -> bool:
    """Whether the seats have different tasks; False for an unknown variant."""
    try:
        return get_variant(key).uneven
    except KeyError:
        return False


def _is_ratable_control(control: TimeControl) -> bool:
    """Whether the time control is within the limits of rated games."""
    try:
        control.validate(rated=True)
    except InvalidTime:
        return False
    return True


def _has_aborted_often(tx: Tx, people: Collection[int], now: int) -> bool:
    """Whether one of these players has recently aborted too many matches."""
    for person in people:
        if barred_until([abort.at for abort in ratings.aborts_of(tx, person)], now) is not None:
            return True
    return False


def _always_together(tx: Tx, people: Collection[int]) -> bool:
    """Whether two of these players are always in the same games."""
    tables = {person: ratings.tablemates_of(tx, person, TOGETHER_AMONG) for person in people}
    return any(are_inseparable(tables[person], other) for person, other in permutations(people, 2))


def are_inseparable(tables: Sequence[Collection[int]], other: int) -> bool:
    """Whether two accounts play together too often to share a rated melee.

    `tables` has the players of each game of the first account, newest game last.
    """
    return sum(other in table for table in tables[-TOGETHER_AMONG:]) > TOGETHER
