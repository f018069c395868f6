"""Tables: challenges of two to six places, for named people, for anyone, or for both.

A table is a challenge (`challenges.get`, `cancel`, `expire`, `open_of`, `asking`, `by_post` are the
same), and a challenge of two is a table. It begins by itself when the last place is taken, or when its
host begins it with fewer. What changes something queues what must be told and may be repeated.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from bot.service.values import Challenge, Invited, Joined
from bot.store import Tx


async def open_table(
    tx: Tx,
    *,
    host: int,
    variant: str,
    places: Sequence[Invited],
    seat: int | None = None,
    team: int | None = None,
    least: int | None = None,
    note: str = "",
    guild: int | None,
    channel: int,
    interaction: int,
    now: int,
) -> Challenge:
    """Open a table; `places` are the others than the host's, `seat` and `team` what he wishes.

    `variant` is the key of the form for all the places: to open a *game*, take the largest of
    `seating.seatings(key)` and `least` = the smallest number; by `least` None it begins only when it
    is full. Raises NotFound (variant, seat), WrongNumber, SelfChallenge,
    InvitedTwice, SeatTaken,
    NoteTooLong, LimitReached.
    """
    raise NotImplementedError


async def join(
    tx: Tx,
    challenge_id: int,
    *,
    player: int,
    seat: int | None = None,
    team: int | None = None,
    interaction: int,
    now: int,
    rng: random.Random,
) -> Joined:
    """Take the place that is kept for this person, or else a free one; `rng` draws the lots.

    With a wish (`seat` or `team`, by number in the table's variant) it replaces what the host wished
    for him. Raises NotFound (challenge, seat), AlreadyAnswered, Expired, NotYours (no place but for
    others who are asked, none has ever been free), TableFull, SeatTaken.
    """
    raise NotImplementedError


async def leave(tx: Tx, challenge_id: int, *, player: int, interaction: int, now: int) -> Challenge:
    """Give up a place that one has joined: it is open to anyone then.

    Raises NotFound, AlreadyAnswered, Expired, NotAtTable.
    """
    raise NotImplementedError


async def start(
    tx: Tx, challenge_id: int, *, player: int, interaction: int, now: int, rng: random.Random
) -> Joined:
    """The host begins with those who have joined, by the form of the game for so many.

    Raises NotFound, NotYours, AlreadyAnswered, Expired, WrongNumber.
    """
    raise NotImplementedError


def sizes(challenge: Challenge) -> tuple[int, ...]:
    """With how many people it may begin, fewest first; the last is the number of its places."""
    raise NotImplementedError
