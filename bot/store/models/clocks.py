"""The turn that runs: its clock, what is planned for it, whether its board can be seen."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

Stopped = Literal["vacation", "pause", "gift", "unreachable_channel"]
"""Why a clock is stopped: a vacation, an agreed pause, extra time that was given, or a channel
in which the board cannot be posted."""
Ended = Literal["unforeseen", "touched", "impossible", "takeback"]
"""Why a plan has ended before it was played: nothing in it fits what was played, a reply has touched the
path of its move, that move cannot be played, or a move was taken back."""


class Stop(NamedTuple):
    """A time in which the clock of a seat stands still."""

    seat: int
    started: int
    until: int
    why: Stopped


ENDLESS = 2**40
"""The deadline of a turn in which the computer is to move: no clock runs."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The turn of a running match."""

    match: int
    ply: int
    seat: int
    started: int
    bank: int
    """Seconds that the seat had when it began."""
    zone: str
    quiet: str
    """The quiet hours of the player when it began, as `calendar.parse_quiet` reads them."""
    deadline: int
    control: str
    """That of the match."""
    alarm: str | None = None
    """What the player is reminded of next: "turn", "half", "most", "last" or "nudge"."""
    alarm_at: int | None = None
    nudged: int | None = None
    """When an opponent last nudged the player of this turn."""
    muted: bool = False
    """Whether the player wants no more reminders of this turn."""
    overdue: int | None = None
    """When its time ran out, where that loses nothing until an opponent claims it."""
    applied_downtime_id: int = 0
    """The number of the last outage that deadline and alarm are worked out with."""
    undo_state: str = ""
    """How the turn before it stood, while its move can be undone, as JSON of `Before`; else empty."""

    @property
    def endless(self) -> bool:
        """Whether it is the computer's turn, for which nobody pays."""
        return self.deadline >= ENDLESS


@dataclass(frozen=True, slots=True)
class Before:
    """A turn just before its move, so that the move can be undone."""

    clock: Clock
    player: int
    """Who moved."""
    ply: int
    """The number of the move."""
    at: int
    """When it was sent."""
    moved_at: int
    quick_replies: int
    """Of the match, as that is."""
    stops: tuple[tuple[int, int, Stopped], ...] = ()
    """When its clock would have stood still from then on, and why."""
    ended: tuple[int, ...] = ()
    """The seats whose plans have ended by the move."""


@dataclass(frozen=True, slots=True)
class Outage:
    """A time in which the bot was away, longer than a restart takes: no clock ran."""

    id: int
    started: int
    until: int


@dataclass(frozen=True, slots=True)
class Absence:
    """A time in which vacation is taken by itself for somebody, as one channel is told of it."""

    id: int
    player: int
    guild: int | None
    channel: int
    message: int | None
    """The message that tells it; None until it is posted."""
    started: int
    until: int | None
    """When it was over; None while it lasts."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a player will answer."""

    match: int
    seat: int
    player: int
    ply: int
    """How many turns had been made when it was left, or has come so far."""
    text: str
    """What is still to be played, as `plan_language` reads it."""
    left_at: int
    ended: Ended | None = None
    """None while it stands."""
    tell_at: int | None = None
    """When its player is to be told by direct message that it has ended."""


@dataclass(frozen=True, slots=True)
class Unposted:
    """A running match whose newest board is not where it should be."""

    match: int
    since: int
    notified_ply: int | None = None
    """The ply of which the player to move was last told by direct message; None: nobody was told."""
    retry_at: int | None = None
    """When to try again; None: not until something changes."""
