"""Outbox rows and posts."""

import zlib
from dataclasses import dataclass, field
from typing import Any


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
    """A message to post or edit."""

    id: int
    kind: str
    """Name of its kind (`bot.store.outbox.message_kinds`)."""
    channel: int | None
    user: int | None
    """The recipient of a direct message; used if `channel` is None."""
    match: int | None
    ply: int | None
    challenge: int | None
    payload: Any
    """Instance of the payload class of its kind; None if the kind is unknown."""
    created: int
    due_at: int
    attempts: int
    """Number of earlier attempts."""
    outdated: bool
    """Whether a newer row supersedes this one, so that it is looked up but not sent."""
    tried_at: int | None = None
    """Time of the first attempt that may have reached Discord, or None.

    The current attempt is not counted.
    """
    server: int = 0
    """The key for fair queueing.

    It is the guild of the row's match or challenge, or else its channel or user.
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

        Discord stores it without showing it to anyone. It is derived from the nonce, and is larger
        than any id that Discord assigns.
        """
        return 1 << 30 | zlib.crc32(self.nonce.encode()) >> 2
