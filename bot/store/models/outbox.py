"""Outbox rows and posts."""

import zlib
from dataclasses import dataclass, field
from typing import Any

from bot.store.models.payloads import Kind

EDIT_KINDS: tuple[Kind, ...] = (
    "absence-changed",
    "challenge-changed",
    "challenge-over",
    "remove-buttons",
    "thread",
)
"""Kinds that edit a message, or open a thread on it, instead of posting one."""


@dataclass(frozen=True, slots=True)
class Post:
    """A message that shows, or used to show, a board or a challenge."""

    message: int
    channel: int
    match: int | None
    ply: int | None
    """The ply of the board in the message; None if it shows no board."""
    challenge: int | None
    at: int = field(default=0, compare=False)
    """When the message was posted."""


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """A message to post or edit.

    kind            what the bot does
    board           posts the board at a ply, with buttons, mentioning the player to move
    result          posts the final board and the outcome of a finished or aborted match
    notice          posts a notice about a match, in its channel or by direct message
    table-notice    posts a notice about a challenge of several players
    reminder        reminds a player of turns, by mention or by direct message
    downtime-credit  lists turns credited with time for a downtime; mentions nobody
    digest          lists all waiting turns once a day, by direct message only
    plan            says by direct message that conditional moves have ended
    absence         announces in a channel that a player is on automatic vacation
    absence-changed  edits that message when the vacation continues or ends
    challenge       posts the challenge with its buttons, mentioning the invited players
    challenge-changed  edits the challenge's post to show who has joined; no-op without a post
    challenge-over  edits the challenge's post: no buttons, and its final status; no-op
                    without a post
    remove-buttons  removes the buttons from an older board; no-op if it was deleted
    thread          opens the thread of a match on a message. Discord gives it the message's
                    id, so a repeated attempt opens no second thread
    welcome         greets a guild that the bot has joined
    daily           posts the daily puzzle in a guild that wants it, if the day is not over
    """

    id: int
    kind: Kind
    channel: int | None
    user: int | None
    """The recipient of a direct message, if `channel` is None."""
    match: int | None
    ply: int | None
    challenge: int | None
    payload: Any
    """Instance of the payload class for `kind` (`PAYLOADS`)."""
    created: int
    due_at: int
    attempts: int
    """Number of earlier attempts."""
    outdated: bool
    """Whether a newer row supersedes this one, which is then looked up but not sent."""
    tried_at: int | None = None
    """Since when Discord may have the message; None if it cannot have it.

    The current attempt is not counted.
    """
    server: int = 0
    """The bucket for fair queueing.

    The guild of its match or challenge, else its channel or user.
    """

    @property
    def nonce(self) -> str:
        """Discord's nonce: unique, the same for every attempt, at most 25 characters."""
        return f"{self.created:x}-{self.id:x}"

    @property
    def was_attempted(self) -> bool:
        """Whether Discord may already have the message, so a lookup must come first."""
        return self.tried_at is not None

    @property
    def marker(self) -> int:
        """Component id by which the message is recognized.

        Discord stores it without showing it to anyone. It is derived from the nonce, and larger
        than any id that Discord assigns.
        """
        return 1 << 30 | zlib.crc32(self.nonce.encode()) >> 2
