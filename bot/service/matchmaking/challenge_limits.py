"""Challenge limits, and closing challenges."""

import re
import unicodedata

from bot.i18n.escaping import is_joining
from bot.service.errors import (
    AlreadyAnswered,
    Expired,
    LimitReached,
    NoteTooLong,
    TooManyChallenges,
    TooManyGames,
)
from bot.store import Tx
from bot.store.challenges import challenge_rows
from bot.store.models import Challenge, ChallengeStatus
from bot.store.models.payloads import ChallengeEnd
from bot.store.outbox import outbox_rows

MAX_OPEN = 5
"""Maximum number of open challenges per player."""
AN_HOUR, HOUR = 10, 3600
"""Rate limit: each player may make `AN_HOUR` challenges in `HOUR` seconds.

Closed challenges count too.
"""
MAX_RUNNING = 20
"""Number of running games at which a player may not start or join another.

Games of events do not count.
"""
DIRECT_LIFETIME = 7 * 86400
"""Seconds after which a challenge to named players expires."""
OPEN_LIFETIME = 14 * 86400
"""Seconds after which a challenge with a seat open to anyone expires."""
NOTE_LENGTH = 200
"""Maximum length of a note in characters."""


def must_have_challenges_left(tx: Tx, player: int, now: int) -> None:
    """Check that this player may create another challenge now.

    Raises `TooManyChallenges`, `TooManyGames`, `LimitReached`.
    """
    lately = challenge_rows.created_since(tx, player, now - HOUR)
    if len(lately) >= AN_HOUR:
        raise TooManyChallenges(limit=AN_HOUR, deadline=lately[AN_HOUR - 1] + HOUR)
    must_have_room(tx, player)
    # Expired challenges that have not been swept yet do not count.
    open_now = [
        other for other in challenge_rows.open_challenges_by(tx, player) if other.expires_at > now
    ]
    if len(open_now) >= MAX_OPEN:
        raise LimitReached(limit=MAX_OPEN)


def must_have_room(tx: Tx, player: int) -> None:
    """Raise `TooManyGames` if this player has the maximum number of running games."""
    if challenge_rows.count_running_games(tx, player) >= MAX_RUNNING:
        raise TooManyGames(limit=MAX_RUNNING)


def clean_note(note: str, limit: int = NOTE_LENGTH) -> str:
    """Return the note as one line without control characters or active mentions.

    A zero-width space after each @ leaves "@everyone" and "<@1>" readable but inactive. Raises
    `NoteTooLong`.
    """
    seen = "".join(
        " " if character.isspace() else character
        for at, character in enumerate(note)
        if character.isspace()
        or unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Co")
        or is_joining(note, at)
    )
    words = re.sub(" +", " ", seen).strip().replace("@", "@\u200b")
    if len(words) > limit:
        raise NoteTooLong(limit=NOTE_LENGTH, length=len(words))
    return words


def must_be_open(challenge: Challenge, now: int) -> None:
    """Raise `AlreadyAnswered` or `Expired` if the challenge can no longer be joined."""
    # A challenge expires at `expires_at`, even if the sweep has not closed it yet.
    if challenge.status == "expired" or (
        challenge.status == "open" and challenge.expires_at <= now
    ):
        raise Expired(challenge)
    if challenge.status != "open":
        raise AlreadyAnswered(challenge, status=challenge.status, by=challenge.answered_by)


def close_challenge(
    tx: Tx,
    challenge: Challenge,
    status: ChallengeStatus,
    *,
    by: int | None,
    match: int | None = None,
    now: int,
) -> None:
    """Close a challenge and queue the update of its post."""
    challenge_rows.close_challenge(tx, challenge.id, status, by=by, match=match, now=now)
    outbox_rows.queue(tx, ChallengeEnd(challenge.id), channel=challenge.channel, now=now)
