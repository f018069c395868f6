"""What the messages that must be told are about: one value for each kind (`PAYLOADS`).

Its match, ply and challenge stand in columns of their own, all else as JSON in the column `payload`.
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
Turn = tuple[int, int, str]
"""Match, ply, and the kind of alarm."""


@dataclass(frozen=True, slots=True)
class BoardPost:
    """The board as it was at a ply, or the last one and how the match ended."""

    match: int
    ply: int
    in_place: bool = False
    """Whether it takes the place of the newest board, where that can be changed: it calls nobody."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What some notices name besides."""

    asked: tuple[int, ...] | None = None
    """The seats that are to answer; None: all others."""
    until: int | None = None
    partner: int | None = None
    """The seat that plays on."""
    games: int = 1
    """How many games of this person are in the server."""
    move: str = ""
    turns: int = 1
    """How many turns would be taken back."""


NONE = Facts()


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence about a match (`bot.messages.notices.NOTICES`)."""

    match: int
    ply: int
    notice: str
    seat: int
    """Whose doing it was, or whose turn it is."""
    player: int | None = None
    """Who is told it by direct message."""
    facts: Facts = NONE


@dataclass(frozen=True, slots=True)
class TableNotice:
    """A sentence about what somebody did at a table."""

    challenge: int
    notice: str
    player: int


@dataclass(frozen=True, slots=True)
class Reminder:
    """Turns of one person; of those that are over meanwhile nothing is said."""

    player: int
    turns: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class AbsencePost:
    """The vacation that is taken by itself for somebody, by its number."""

    player: int
    absence: int


@dataclass(frozen=True, slots=True)
class EndedPlan:
    """A plan that ended before it was played, and why."""

    match: int
    player: int
    seat: int
    ended: str


@dataclass(frozen=True, slots=True)
class ChallengePost:
    """A challenge, or a table."""

    challenge: int


@dataclass(frozen=True, slots=True)
class UnderMessage:
    """A message of a match that loses its buttons, or under which a thread is opened."""

    match: int
    ply: int | None
    message: int
    then: int | None = None
    """The message of the board that came next."""


@dataclass(frozen=True, slots=True)
class Welcome:
    """What a server is told when the bot has come there."""

    guild: int


@dataclass(frozen=True, slots=True)
class DailyPost:
    """The problem of a day, for a server."""

    guild: int
    day: int


Payload = (
    BoardPost
    | Notice
    | TableNotice
    | Reminder
    | AbsencePost
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
    "absence": AbsencePost,
    "absence-changed": AbsencePost,
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
