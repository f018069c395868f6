"""Payloads of outbox rows: one dataclass for each kind (`PAYLOADS`).

Match, ply and challenge have their own columns; everything else is JSON in the column `payload`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Kind = Literal[
    "board",
    "result",
    "notice",
    "table-notice",
    "reminder",
    "downtime-credit",
    "absence",
    "absence-changed",
    "digest",
    "plan",
    "challenge",
    "challenge-changed",
    "challenge-over",
    "remove-buttons",
    "thread",
    "welcome",
    "daily",
]
ReminderTurn = tuple[int, int, str]
"""Match, ply, and the kind of reminder."""


@dataclass(frozen=True, slots=True)
class BoardPost:
    """The board at a ply, or the final board with the outcome."""

    match: int
    ply: int
    in_place: bool = False
    """Whether to edit the newest board instead of posting, if possible. Pings nobody."""


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
    """A notice about a match (`bot.messages.notices.NOTICES`)."""

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
    """A notice about what a player did in a challenge of several players."""

    challenge: int
    notice: str
    player: int


@dataclass(frozen=True, slots=True)
class Reminder:
    """Turns to remind one player of. Turns that are over on delivery are left out."""

    player: int
    turns: tuple[ReminderTurn, ...]


@dataclass(frozen=True, slots=True)
class VacationNoticePost:
    """A vacation notice, by its id."""

    player: int
    absence: int


@dataclass(frozen=True, slots=True)
class EndedPlan:
    """Conditional moves that ended before they were played, and why."""

    match: int
    player: int
    seat: int
    ended: str


@dataclass(frozen=True, slots=True)
class ChallengePost:
    """The challenge that a message shows."""

    challenge: int


@dataclass(frozen=True, slots=True)
class UnderMessage:
    """A match message whose buttons are removed, or on which a thread is opened."""

    match: int
    ply: int | None
    message: int
    then: int | None = None
    """The message of the next board, or None."""


@dataclass(frozen=True, slots=True)
class Welcome:
    """The greeting in a guild that the bot has joined."""

    guild: int


@dataclass(frozen=True, slots=True)
class DailyPost:
    """The puzzle of a day, in a guild."""

    guild: int
    day: int


Payload = (
    BoardPost
    | Notice
    | TableNotice
    | Reminder
    | VacationNoticePost
    | EndedPlan
    | ChallengePost
    | UnderMessage
    | Welcome
    | DailyPost
)
PAYLOADS: Mapping[Kind, type[Payload]] = {
    "board": BoardPost,
    "result": BoardPost,
    "notice": Notice,
    "table-notice": TableNotice,
    "reminder": Reminder,
    "downtime-credit": Reminder,
    "absence": VacationNoticePost,
    "absence-changed": VacationNoticePost,
    "digest": Reminder,
    "plan": EndedPlan,
    "challenge": ChallengePost,
    "challenge-changed": ChallengePost,
    "challenge-over": ChallengePost,
    "remove-buttons": UnderMessage,
    "thread": UnderMessage,
    "welcome": Welcome,
    "daily": DailyPost,
}
