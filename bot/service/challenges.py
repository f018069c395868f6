"""Challenges: offers to play, to a named person or open to anyone.

What changes something queues what must be told and may be repeated: the same interaction, or the same
person doing the same again, changes nothing and gets the same answer.
"""

from __future__ import annotations

import random
import re
import unicodedata

from bot.service import matches, once, outbox
from bot.service.errors import (
    AlreadyAnswered,
    Expired,
    LimitReached,
    NoteTooLong,
    NotFound,
    NotYours,
    SelfChallenge,
)
from bot.service.values import Challenge, ChallengeSeat, ChallengeStatus, Match, Side
from bot.store import Tx, players
from bot.store import challenges as rows
from engine import VARIANTS, Variant

OPEN_AT_ONCE = 5
"""How many open challenges one person may have."""
DIRECT_LASTS = 7 * 86400
"""After how many seconds a challenge to a named person runs out."""
OPEN_LASTS = 14 * 86400
"""After how many seconds a challenge to anyone runs out."""
NOTE_LENGTH = 200
"""How many characters a note may have."""

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
    guild: int | None,
    channel: int,
    interaction: int,
    now: int,
) -> Challenge:
    """Make a challenge; `opponent` None is open to anyone, `side` is what the challenger wishes.

    Raises NotFound (variant), SelfChallenge, NoteTooLong, LimitReached.
    """
    if did := await once.earlier(tx, interaction, "challenge"):
        assert did.challenge is not None
        return await get(tx, did.challenge)
    _rules(variant)
    if opponent == challenger:
        raise SelfChallenge(player=challenger)
    words = tidy(note)
    if len(words) > NOTE_LENGTH:
        raise NoteTooLong(limit=NOTE_LENGTH, length=len(words))
    # What has run out and was not yet swept away takes no place.
    open_now = [other for other in await rows.open_by(tx, challenger) if other.expires_at > now]
    if len(open_now) >= OPEN_AT_ONCE:
        raise LimitReached(limit=OPEN_AT_ONCE)
    await players.ensure(tx, {challenger, *(() if opponent is None else (opponent,))}, now)
    mine, other = _SIDES[side]
    challenge_id = await rows.insert_challenge(
        tx,
        variant=variant,
        side=side,
        note=words,
        seats=(
            ChallengeSeat(challenger, mine, joined=True),
            ChallengeSeat(opponent, other, joined=False),
        ),
        guild=guild,
        channel=channel,
        expires_at=now + (OPEN_LASTS if opponent is None else DIRECT_LASTS),
        now=now,
    )
    await outbox.queue(tx, "challenge", channel=channel, challenge=challenge_id, now=now)
    await once.done(tx, interaction, "challenge", challenge=challenge_id, now=now)
    return await get(tx, challenge_id)


async def get(tx: Tx, challenge_id: int) -> Challenge:
    """This challenge. NotFound."""
    found = await rows.get(tx, challenge_id)
    if found is None:
        raise NotFound(what="challenge", key=challenge_id)
    return found


async def accept(
    tx: Tx, challenge_id: int, *, player: int, interaction: int, now: int, rng: random.Random
) -> Match:
    """Take the free place: the match begins and its first board is queued. `rng` draws the lots.

    Raises NotFound, SelfChallenge (one's own), AlreadyAnswered, Expired, NotYours (another is
    asked).
    """
    if did := await once.earlier(tx, interaction, "accept", challenge=challenge_id):
        assert did.match is not None
        return await matches.get(tx, did.match)
    challenge = await get(tx, challenge_id)
    if player == challenge.challenger:
        raise SelfChallenge(player=player)
    if challenge.status == "accepted" and challenge.answered_by == player:
        assert challenge.match is not None
        return await matches.get(tx, challenge.match)
    _must_be_open(challenge, now)
    if challenge.opponent not in (None, player):
        raise NotYours(challenge)
    rules = _rules(challenge.variant)
    await players.ensure(tx, [player], now)
    place = next(n for n, seat in enumerate(challenge.seats) if not seat.joined)
    await rows.join(tx, challenge_id, place, player)
    people = [player if n == place else seat.player for n, seat in enumerate(challenge.seats)]
    match = await matches.begin(
        tx,
        rules,
        players=_seated(people, challenge.seats, rng),
        guild=challenge.guild,
        channel=challenge.channel,
        now=now,
    )
    await _close(tx, challenge, "accepted", by=player, match=match.id, now=now)
    await once.done(tx, interaction, "accept", challenge=challenge_id, match=match.id, now=now)
    return match


async def decline(
    tx: Tx, challenge_id: int, *, player: int, interaction: int, now: int
) -> Challenge:
    """Refuse a challenge made to oneself by name.

    Raises NotFound, NotYours, AlreadyAnswered, Expired.
    """
    challenge = await get(tx, challenge_id)
    return await _end(
        tx,
        challenge,
        "declined",
        by=player,
        may=challenge.opponent,
        interaction=interaction,
        now=now,
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


async def expire(tx: Tx, *, now: int) -> list[Challenge]:
    """Close every challenge that has run out, and queue the change of its post."""
    over = await rows.run_out(tx, now)
    for challenge in over:
        await _close(tx, challenge, "expired", by=None, now=now)
    return [await get(tx, challenge.id) for challenge in over]


async def next_expiry(tx: Tx) -> int | None:
    """When the next open challenge runs out."""
    return await rows.next_expiry(tx)


def tidy(note: str) -> str:
    """A note in one line without control characters, in which no mention is a mention.

    A zero-width space after each @ keeps "@everyone" and "<@1>" readable and without effect.
    """
    seen = "".join(
        " " if character.isspace() else character
        for character in note
        if character.isspace() or unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Co")
    )
    return re.sub(" +", " ", seen).strip().replace("@", "@\u200b")


def _rules(key: str) -> Variant:
    if key not in VARIANTS:
        raise NotFound(what="variant", key=key)
    return VARIANTS[key]


def _must_be_open(challenge: Challenge, now: int) -> None:
    # Its time is over at that second, whether or not it has been swept away yet.
    if challenge.status == "expired" or (
        challenge.status == "open" and challenge.expires_at <= now
    ):
        raise Expired(challenge)
    if challenge.status != "open":
        raise AlreadyAnswered(challenge, status=challenge.status, by=challenge.answered_by)


def _seated(
    people: list[int | None], seats: tuple[ChallengeSeat, ...], rng: random.Random
) -> tuple[int, ...]:
    """The people by seat: each on the seat that goes with his place, the others by lot."""
    free = [n for n in range(len(seats)) if n not in {seat.seat for seat in seats}]
    rng.shuffle(free)
    by_seat: dict[int, int] = {}
    for person, place in zip(people, seats, strict=True):
        assert person is not None
        by_seat[free.pop() if place.seat is None else place.seat] = person
    return tuple(by_seat[n] for n in range(len(seats)))


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
    if await once.earlier(tx, interaction, status, challenge=challenge.id):
        return challenge
    if by != may:
        raise NotYours(challenge)
    if (challenge.status, challenge.answered_by) == (status, by):
        return challenge
    _must_be_open(challenge, now)
    await _close(tx, challenge, status, by=by, now=now)
    await once.done(tx, interaction, status, challenge=challenge.id, now=now)
    return await get(tx, challenge.id)


async def _close(
    tx: Tx,
    challenge: Challenge,
    status: ChallengeStatus,
    *,
    by: int | None,
    match: int | None = None,
    now: int,
) -> None:
    await rows.close(tx, challenge.id, status, by=by, match=match, now=now)
    await outbox.queue(
        tx, "challenge-over", channel=challenge.channel, challenge=challenge.id, now=now
    )
