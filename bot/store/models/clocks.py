"""The current turn: its clock, stops, conditional moves and undelivered board."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

StopReason = Literal["vacation", "pause", "gift", "unreachable_channel"]
"""Why a clock is stopped.

The reason is vacation, an agreed pause, extra time from an opponent, or a channel in which the
board cannot be posted.
"""
CancelReason = Literal["unforeseen", "touched", "impossible", "takeback"]
"""Why conditional moves ended before they were played.

Either no line matches the move played, a reply touched the path of the planned move, the planned
move is illegal, or a move was taken back.
"""


class ClockStop(NamedTuple):
    """An interval in which the clock of a seat is stopped."""

    seat: int
    started: int
    until: int
    why: StopReason


NO_DEADLINE = 2**40
"""The deadline of a computer player's turn, during which no clock runs."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of the current turn of a running match."""

    match: int
    ply: int
    seat: int
    started: int
    bank: int
    """Seconds that the seat had when the turn started."""
    zone: str
    quiet: str
    """The player's quiet hours when the turn started.

    The format is that of `calendar.parse_quiet`.
    """
    deadline: int
    control: str
    """The time control of the match."""
    alarm: str | None = None
    """Kind of the next reminder: "turn", "half", "last", "table" or "nudge"."""
    alarm_at: int | None = None
    nudged: int | None = None
    """When an opponent last nudged the player whose turn it is, or None."""
    muted: bool = False
    """Whether the player has muted reminders for this turn."""
    overdue: int | None = None
    """When time ran out, if an opponent may now claim the turn; otherwise None."""
    applied_downtime_id: int = 0
    """The id of the last downtime included in the deadline and the alarm."""
    undo_state: str = ""
    """JSON of `UndoState`, to restore the previous turn; empty if it cannot be undone."""

    @property
    def is_endless(self) -> bool:
        """Whether a computer player is to move, so that no clock runs."""
        return self.deadline >= NO_DEADLINE


@dataclass(frozen=True, slots=True)
class UndoState:
    """The state of the turn before the last move, restored when the move is undone."""

    clock: Clock
    player: int
    """The player who moved."""
    ply: int
    """The ply of the move."""
    at: int
    """When the move was sent."""
    moved_at: int
    quick_replies: int
    """The match's count of quick replies before the move."""
    stops: tuple[tuple[int, int, StopReason], ...] = ()
    """Clock stops from the time of the move on, as (start, end, reason)."""
    ended: tuple[int, ...] = ()
    """The seats whose conditional moves ended because of the move."""


@dataclass(frozen=True, slots=True)
class Downtime:
    """A downtime of the bot, longer than a restart, during which no clock runs."""

    id: int
    started: int
    until: int


@dataclass(frozen=True, slots=True)
class VacationNotice:
    """A vacation notice: the announcement of an automatic vacation in one channel."""

    id: int
    player: int
    guild: int | None
    channel: int
    message: int | None
    """The message that shows the notice; None until posted."""
    started: int
    until: int | None
    """When the vacation ended; None while it lasts."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Conditional moves of a player."""

    match: int
    seat: int
    player: int
    ply: int
    """`Match.turn_count` when the conditional moves were stored or last advanced."""
    text: str
    """The moves still to be played, as JSON (`plan_lines`)."""
    left_at: int
    ended: CancelReason | None = None
    """Why the conditional moves ended; None while they are active."""
    tell_at: int | None = None
    """When to notify the player, by direct message, that the conditional moves ended.

    None if they are not to be notified, or if the message has been queued.
    """


@dataclass(frozen=True, slots=True)
class UndeliveredBoard:
    """A running match whose newest board could not be posted."""

    match: int
    since: int
    notified_ply: int | None = None
    """The ply of the last turn that was announced by direct message, or None."""
    retry_at: int | None = None
    """When to retry; None if a retry is pointless until something changes."""
