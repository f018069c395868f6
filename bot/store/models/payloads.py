"""Payloads of messages that the service queues: one dataclass for each kind.

Everything else about a kind is in its module in `bot/messages`, which the service must not import.
If only commands queue a kind, its payload is defined in that module as well.
"""

from dataclasses import dataclass
from typing import Literal

AbortReason = Literal["no-show", "abandoned"]
"""Why the bot aborts a match: a seat's first move is missing, or no one moves at all."""
ReminderTurn = tuple[int, int, str]
"""Match, ply and kind of a reminder."""


@dataclass(frozen=True, slots=True)
class BoardPost:
    """A message with the board at a ply."""

    match: int
    ply: int
    in_place: bool = False
    """Whether to edit the newest board if possible. An edit pings nobody."""


@dataclass(frozen=True, slots=True)
class ResultPost(BoardPost):
    """A message with the final board and the outcome."""

    aborted_by: AbortReason | None = None
    """Why the bot has aborted the match, or None if it has not."""
    seat: int = 0
    """The seat that should have moved, if the bot has aborted the match."""


@dataclass(frozen=True, slots=True)
class NoticeFacts:
    """Additional values that appear in some notices."""

    asked: tuple[int, ...] | None = None
    """The seats that must answer. If None, the notice is for all other active seats."""
    until: int | None = None
    partner: int | None = None
    """The seat of the partner, in a notice about a takeover."""
    games: int = 1
    """Number of this player's running matches in the guild."""
    move: str = ""
    turns: int = 1
    """Number of turns that would be taken back."""


NO_FACTS = NoticeFacts()


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice about a match (`bot.messages.notice.NOTICES`)."""

    match: int
    ply: int
    notice: str
    seat: int
    """The seat that acted, or whose turn it is."""
    player: int | None = None
    """The recipient, if it is a direct message."""
    facts: NoticeFacts = NO_FACTS


@dataclass(frozen=True, slots=True)
class TableNotice:
    """A notice about a player's action in a challenge with more than two slots."""

    challenge: int
    notice: str
    player: int


@dataclass(frozen=True, slots=True)
class PlayerTurns:
    """Turns of one player. Turns that are over at delivery are left out."""

    player: int
    turns: tuple[ReminderTurn, ...]


@dataclass(frozen=True, slots=True)
class Reminder(PlayerTurns):
    """Turns of which the player is reminded, by mention or direct message."""


@dataclass(frozen=True, slots=True)
class Digest(PlayerTurns):
    """All turns that await a player, and news, sent once a day by direct message only."""

    since: int = 0
    """The time from which on the extensions' lines are included."""
    until: int = 0
    """The time up to which they are included; 0 for no lines."""


@dataclass(frozen=True, slots=True)
class DowntimeCredit(PlayerTurns):
    """Turns that are credited with time for a downtime."""


@dataclass(frozen=True, slots=True)
class VacationNoticePost:
    """A new vacation notice, by its id."""

    player: int
    absence: int


@dataclass(frozen=True, slots=True)
class VacationNoticeUpdate(VacationNoticePost):
    """The continuation or end of a vacation, by the id of its notice."""


@dataclass(frozen=True, slots=True)
class EndedPlan:
    """Conditional moves that ended before they were played, and why."""

    match: int
    player: int
    seat: int
    ended: str


@dataclass(frozen=True, slots=True)
class ChallengePost:
    """A message that shows a challenge."""

    challenge: int


@dataclass(frozen=True, slots=True)
class ChallengeUpdate(ChallengePost):
    """A change in who has joined a challenge."""


@dataclass(frozen=True, slots=True)
class ChallengeEnd(ChallengePost):
    """The end of a challenge."""


@dataclass(frozen=True, slots=True)
class ButtonRemoval:
    """The removal of the buttons from an older board."""

    match: int
    ply: int | None
    message: int
    then: int | None = None
    """The message of the next board, or None."""


@dataclass(frozen=True, slots=True)
class BoardRefresh:
    """An edit of the newest board's text, e.g. because a player has left."""

    match: int
    ply: int


@dataclass(frozen=True, slots=True)
class ThreadOpening:
    """The opening of a match's thread on a message."""

    match: int
    ply: int | None
    message: int


@dataclass(frozen=True, slots=True)
class Welcome:
    """The greeting in a guild that the bot has joined."""

    guild: int
