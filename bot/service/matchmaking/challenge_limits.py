"""How a challenge is made within the limits, is open, and is closed."""

import re
import unicodedata

from bot.service.errors import (
    AlreadyAnswered,
    Expired,
    LimitReached,
    NoteTooLong,
    TooManyChallenges,
    TooManyGames,
)
from bot.store import Tx, challenge_rows, outbox_rows
from bot.store.models import Challenge, ChallengeStatus
from bot.store.models.payloads import ChallengePost

OPEN_AT_ONCE = 5
"""How many open challenges one person may have."""
AN_HOUR, HOUR = 10, 3600
"""How many challenges one person may make within so many seconds, open or not."""
RUNNING_AT_ONCE = 20
"""How many running games one person may have, to begin or join another."""
DIRECT_LASTS = 7 * 86400
"""After how many seconds a challenge to named people runs out."""
OPEN_LASTS = 14 * 86400
"""After how many seconds a challenge with a place open to anyone runs out."""
NOTE_LENGTH = 200
"""How many characters a note may have."""


async def must_have_challenges_left(tx: Tx, player: int, now: int) -> None:
    """Raises TooManyChallenges, TooManyGames or LimitReached if this person may make none now."""
    lately = await challenge_rows.made_since(tx, player, now - HOUR)
    if len(lately) >= AN_HOUR:
        raise TooManyChallenges(limit=AN_HOUR, deadline=lately[AN_HOUR - 1] + HOUR)
    await must_have_room(tx, player)
    # What has run out and was not yet swept away takes no place.
    open_now = [
        other for other in await challenge_rows.open_by(tx, player) if other.expires_at > now
    ]
    if len(open_now) >= OPEN_AT_ONCE:
        raise LimitReached(limit=OPEN_AT_ONCE)


async def must_have_room(tx: Tx, player: int) -> None:
    """TooManyGames if this person plays as many games as one may."""
    if await challenge_rows.running_games(tx, player) >= RUNNING_AT_ONCE:
        raise TooManyGames(limit=RUNNING_AT_ONCE)


def tidy(note: str) -> str:
    """A note in one line without control characters, in which no mention is a mention. NoteTooLong.

    A zero-width space after each @ keeps "@everyone" and "<@1>" readable and without effect.
    """
    seen = "".join(
        " " if character.isspace() else character
        for character in note
        if character.isspace() or unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Co")
    )
    words = re.sub(" +", " ", seen).strip().replace("@", "@\u200b")
    if len(words) > NOTE_LENGTH:
        raise NoteTooLong(limit=NOTE_LENGTH, length=len(words))
    return words


def must_be_open(challenge: Challenge, now: int) -> None:
    """Raises AlreadyAnswered or Expired if nobody can join it any more."""
    # Its time is over at that second, whether or not it has been swept away yet.
    if challenge.status == "expired" or (
        challenge.status == "open" and challenge.expires_at <= now
    ):
        raise Expired(challenge)
    if challenge.status != "open":
        raise AlreadyAnswered(challenge, status=challenge.status, by=challenge.answered_by)


async def close(
    tx: Tx,
    challenge: Challenge,
    status: ChallengeStatus,
    *,
    by: int | None,
    match: int | None = None,
    now: int,
) -> None:
    """It is open no longer, and its post shall say so."""
    await challenge_rows.close(tx, challenge.id, status, by=by, match=match, now=now)
    await outbox_rows.queue(
        tx, "challenge-over", ChallengePost(challenge.id), channel=challenge.channel, now=now
    )
