"""Challenges: offers to play, to a named person or open to anyone.

Each function that changes something queues what must be told and is safe to repeat: the same interaction id, or the
same person doing the same again, changes nothing and gets the same answer.
"""

from __future__ import annotations

import random

from bot.service.values import Challenge, Match, Side
from bot.store import Tx

OPEN_AT_ONCE = 5
"""How many open challenges one person may have."""
DIRECT_LASTS = 7 * 86400
OPEN_LASTS = 14 * 86400
NOTE_LENGTH = 200


async def create(
    tx: Tx,
    *,
    challenger: int,
    opponent: int | None,
    variant: str,
    side: Side,
    note: str = "",
    guild: int | None,
    channel: int,
    interaction: int,
    now: int,
) -> Challenge:
    """Make a challenge; `opponent` None is open to anyone, `side` is the challenger's wish.

    Raises NotFound(what="variant"), SelfChallenge, LimitReached, NoteTooLong.
    """
    raise NotImplementedError


async def get(tx: Tx, challenge_id: int) -> Challenge:
    """This challenge. NotFound."""
    raise NotImplementedError


async def accept(
    tx: Tx, challenge_id: int, *, player: int, interaction: int, now: int, rng: random.Random
) -> Match:
    """Take the free place: the match begins, its first board is queued. `rng` draws lots for the seats.

    Raises NotFound, AlreadyAnswered, Expired, SelfChallenge (one's own), NotYours (another is asked).
    """
    raise NotImplementedError


async def decline(
    tx: Tx, challenge_id: int, *, player: int, interaction: int, now: int
) -> Challenge:
    """Refuse a challenge made to oneself. NotFound, NotYours, AlreadyAnswered, Expired."""
    raise NotImplementedError


async def cancel(
    tx: Tx, challenge_id: int, *, player: int, interaction: int, now: int
) -> Challenge:
    """Take back one's own challenge. NotFound, NotYours, AlreadyAnswered, Expired."""
    raise NotImplementedError


async def open_of(tx: Tx, player: int) -> list[Challenge]:
    """The open challenges that this person has made, oldest first."""
    raise NotImplementedError


async def asking(tx: Tx, player: int) -> list[Challenge]:
    """The open challenges that ask this person by name, oldest first."""
    raise NotImplementedError


async def by_post(tx: Tx, message: int) -> Challenge | None:
    """The challenge that this message shows."""
    raise NotImplementedError


async def expire(tx: Tx, *, now: int) -> list[Challenge]:
    """Close every challenge that has run out, and queue the change of its post."""
    raise NotImplementedError


async def next_expiry(tx: Tx) -> int | None:
    """When the next open challenge runs out."""
    raise NotImplementedError
