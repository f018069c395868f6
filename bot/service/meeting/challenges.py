"""Challenges: offers to play, to a named person or open to anyone. `tables` has those of many places.

What changes something queues what must be told and may be repeated: the same interaction, or the same
person doing the same again, changes nothing and gets the same answer.
"""

from __future__ import annotations

import random

from bot.service import idempotency
from bot.service.clock.time_control import STANDARD, TimeControl
from bot.service.errors import NotYours, SelfChallenge
from bot.service.match import state as match_state
from bot.service.meeting import limits, seating, tables
from bot.service.meeting.limits import (
    DIRECT_LASTS,
    NOTE_LENGTH,
    OPEN_AT_ONCE,
    OPEN_LASTS,
    get,
    tidy,
)
from bot.service.values import Challenge, ChallengeSeat, ChallengeStatus, Match, Side
from bot.store import Tx
from bot.store import challenges as rows

__all__ = [
    "DIRECT_LASTS",
    "NOTE_LENGTH",
    "OPEN_AT_ONCE",
    "OPEN_LASTS",
    "accept",
    "asking",
    "by_post",
    "cancel",
    "create",
    "decline",
    "expire",
    "get",
    "open_of",
    "tidy",
]

_SIDES: dict[Side, tuple[int | None, int | None]] = {
    "first": (0, 1),
    "second": (1, 0),
    "random": (None, None),
}


async def create(
    tx: Tx,
    *,
    challenger: int,
    opponent: int | None,
    variant: str,
    side: Side,
    note: str = "",
    rated: bool = False,
    control: TimeControl = STANDARD,
    guild: int | None,
    channel: int,
    parent: int | None = None,
    interaction: int,
    now: int,
) -> Challenge:
    """Challenge one person, None: anyone, to a game for two; `side` is what the challenger wishes.

    `parent`: of which channel `channel` is a thread. Raises NotFound (variant), WrongNumber,
    SelfChallenge, NotTogether, WrongChannel, NoteTooLong, LimitReached, BadTime.
    """
    if did := await idempotency.earlier(tx, interaction, "challenge"):
        assert did.challenge is not None
        return await get(tx, did.challenge)
    tables.must_seat(seating.rules(variant), 2)
    if opponent == challenger:
        raise SelfChallenge(player=challenger)
    mine, other = _SIDES[side]
    challenge_id = await limits.add(
        tx,
        (
            ChallengeSeat(challenger, mine, joined=True),
            ChallengeSeat(opponent, other, joined=False),
        ),
        variant=variant,
        side=side,
        least=None,
        control=control,
        note=note,
        guild=guild,
        channel=channel,
        parent=parent,
        rated=rated,
        now=now,
    )
    await idempotency.done(tx, interaction, "challenge", challenge=challenge_id, now=now)
    return await get(tx, challenge_id)


async def accept(
    tx: Tx, challenge_id: int, *, player: int, interaction: int, now: int, rng: random.Random
) -> Match:
    """Take the second place: the match begins and its first board is queued. `rng` draws the lots.

    Only for challenges of two; `tables.join` is for all. Raises NotFound, SelfChallenge (one's own),
    AlreadyAnswered, Expired, NotYours (another is asked), NotTogether.
    """
    if did := await idempotency.earlier(tx, interaction, "accept", challenge=challenge_id):
        assert did.match is not None
        return await match_state.get(tx, did.match)
    joined = await tables.take(tx, await get(tx, challenge_id), player=player, now=now, rng=rng)
    assert joined.match is not None
    await idempotency.done(
        tx, interaction, "accept", challenge=challenge_id, match=joined.match.id, now=now
    )
    return joined.match


async def decline(
    tx: Tx, challenge_id: int, *, player: int, interaction: int, now: int
) -> Challenge:
    """Refuse a challenge made to oneself by name; at a table of more than two the place is free then.

    Raises NotFound, NotYours, AlreadyAnswered, Expired.
    """
    challenge = await get(tx, challenge_id)
    if len(challenge.seats) > 2:
        return await tables.refuse(tx, challenge, player=player, interaction=interaction, now=now)
    may = challenge.opponent
    return await _end(
        tx, challenge, "declined", by=player, may=may, interaction=interaction, now=now
    )


async def cancel(
    tx: Tx, challenge_id: int, *, player: int, interaction: int, now: int
) -> Challenge:
    """Take back one's own challenge. Raises NotFound, NotYours, AlreadyAnswered, Expired."""
    challenge = await get(tx, challenge_id)
    may = challenge.challenger
    return await _end(
        tx, challenge, "cancelled", by=player, may=may, interaction=interaction, now=now
    )


async def open_of(tx: Tx, player: int) -> list[Challenge]:
    """The open challenges that this person has made, oldest first."""
    return await rows.open_by(tx, player)


async def asking(tx: Tx, player: int) -> list[Challenge]:
    """The open challenges that ask this person by name, oldest first."""
    return await rows.asking(tx, player)


async def by_post(tx: Tx, message: int) -> Challenge | None:
    """The challenge that this message shows."""
    return await rows.by_post(tx, message)


async def expire(tx: Tx, *, now: int, limit: int = 40) -> list[Challenge]:
    """Close so many of the challenges that have run out, and queue what their posts say."""
    over = await rows.run_out(tx, now, limit)
    for challenge in over:
        await limits.close(tx, challenge, "expired", by=None, now=now)
    return [await get(tx, challenge.id) for challenge in over]


async def _end(
    tx: Tx,
    challenge: Challenge,
    status: ChallengeStatus,
    *,
    by: int,
    may: int | None,
    interaction: int,
    now: int,
) -> Challenge:
    if await idempotency.earlier(tx, interaction, status, challenge=challenge.id):
        return challenge
    if by != may:
        raise NotYours(challenge)
    if (challenge.status, challenge.answered_by) == (status, by):
        return challenge
    limits.must_be_open(challenge, now)
    await limits.close(tx, challenge, status, by=by, now=now)
    await idempotency.done(tx, interaction, status, challenge=challenge.id, now=now)
    return await get(tx, challenge.id)
