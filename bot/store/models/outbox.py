"""What must be told, and the messages that came of it, as values."""

import zlib
from dataclasses import dataclass, field
from typing import Any

from bot.store.models.payloads import Kind

EDITS: tuple[Kind, ...] = (
    "absence-changed",
    "challenge-changed",
    "challenge-over",
    "remove-buttons",
    "thread",
)
"""Those that change a message instead of making one."""


@dataclass(frozen=True, slots=True)
class Post:
    """A message in which a board (or a challenge) was shown, also an old one."""

    message: int
    channel: int
    match: int | None
    ply: int | None
    """The ply that this board showed."""
    challenge: int | None
    at: int = field(default=0, compare=False)
    """When it was made."""


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """Something that must be told: one message to make or to change.

    kind            what the bot does with it
    board           posts the board as it was at a ply, with buttons, mentioning the seat to move
    result          posts the last board and how it ended (the match is finished or aborted)
    notice          posts a sentence about a match, in its place or by direct message
    table-notice    posts a sentence about a table
    reminder        reminds one person of turns, by mention or by direct message
    downtime-credit  the same of turns that were given the time of the bot's absence; mentions nobody
    digest          the same once a day, of all turns that wait, by direct message only
    plan            says by direct message that a plan has ended
    absence         tells a channel that vacation is taken by itself for somebody
    absence-changed  changes that message as it goes on, and when it is over
    challenge       posts the challenge with its buttons, mentioning whom it asks
    challenge-changed  changes the challenge's post: who sits at the table now; where it has no post
                    there is nothing to do
    challenge-over  changes the challenge's post: no buttons, and what became of it (its status);
                    where it has no post there is nothing to do
    remove-buttons  takes the buttons off an older board; where that is gone there is nothing to do
    thread          opens the thread of a match under a message. The thread has the same id, so that
                    a second time opens no second one
    welcome         greets a server that the bot has come to
    daily           posts the problem of the day where a server wants it; late, not at all
    """

    id: int
    kind: Kind
    channel: int | None
    user: int | None
    """Whom to tell by direct message, where `channel` is None."""
    match: int | None
    ply: int | None
    challenge: int | None
    payload: Any
    """The value of its kind (`PAYLOADS`): what the message is about."""
    created: int
    due_at: int
    attempts: int
    """How often it was tried, this time not counted."""
    outdated: bool
    """Whether a newer row says what is true now: it is looked for, but not sent any more."""
    tried_at: int | None = None
    """Since when Discord may have it; None if it has it not. Before this attempt."""
    server: int = 0
    """Whose turn it takes: the server of its match or challenge, else its channel or person."""

    @property
    def nonce(self) -> str:
        """Discord's nonce: unique, the same at each attempt, at most 25 characters."""
        return f"{self.created:x}-{self.id:x}"

    @property
    def attempted_before(self) -> bool:
        """Whether Discord may have it already: look before sending again."""
        return self.tried_at is not None

    @property
    def mark(self) -> int:
        """A number for the id that Discord keeps of a component and shows to nobody.

        By it the message is known again. It is made of the nonce and larger than any that Discord gives.
        """
        return 1 << 30 | zlib.crc32(self.nonce.encode()) >> 2
