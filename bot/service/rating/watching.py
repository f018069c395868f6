"""Signs that ratings are being made rather than played for, for whoever manages a server to look at.

They change nothing by themselves: a game can be struck out, and that is for people to decide.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from bot.service.rating.events import RatingEvent
from bot.service.rating.farming import share_from_provisional, throws
from bot.service.rating.ladder import LISTED_GAMES, Change, history
from bot.store import Tx
from bot.store import ratings as rows

ALARMING = 0.5
"""The share of somebody's gains that newcomers have paid, from which on it is worth a look."""


class Sign(NamedTuple):
    """Something about a person that is worth a look; there may be a good reason for it."""

    player: int
    what: Literal["loses-early", "fed-by-newcomers"]


async def moves_made(tx: Tx, guild: int) -> Mapping[tuple[int, int], int]:
    """How many moves each person has made himself in each rated game of a server, by (match, person)."""
    return await rows.moves_made(tx, guild)


def signs(events: Sequence[RatingEvent], made: Mapping[tuple[int, int], int]) -> list[Sign]:
    """The signs in the rated games of a server, with the `moves_made` in them."""
    games: dict[int, list[tuple[bool, int]]] = defaultdict(list)
    gains: dict[int, list[Change]] = defaultdict(list)
    for event, changes in history(events):
        best = min(seat.place for seat in event.seats)
        for seat in event.seats:
            lost = seat.place > best
            games[seat.user].append((lost, made.get((event.match, seat.user), 0)))
        for (user, pool), change in changes.items():
            if pool.guild is not None:
                gains[user].append(change)
    found = [Sign(user, "loses-early") for user in games if throws(games[user])]
    found += [
        Sign(user, "fed-by-newcomers")
        for user in gains
        if len(gains[user]) >= LISTED_GAMES and share_from_provisional(gains[user]) > ALARMING
    ]
    return sorted(found)
