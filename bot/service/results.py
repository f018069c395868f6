"""The values that the service answers with besides those of the store."""

from dataclasses import dataclass

from bot.store.models import By, Challenge, Departure, Match
from engine import Move, Outcome, Position


@dataclass(frozen=True, slots=True)
class Joined:
    """A table after somebody joined or started it."""

    challenge: Challenge
    match: Match | None
    """The match, if this began it."""


@dataclass(frozen=True, slots=True)
class Made:
    """A turn that was made when the match was at `ply`, and by whom."""

    ply: int
    seat: int
    player: int | None
    """None where nobody made it: by the runner, or a forced pass."""
    by: By
    move: Move


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A player took their last move back when the match was at `ply`."""

    ply: int
    seat: int
    turns: int
    """How many turns went with it, their own among them."""
    alone: bool = False
    """Whether it was undone at once, and nobody was asked."""


@dataclass(frozen=True, slots=True)
class Played:
    """A move that stands."""

    match: Match
    """The match as it stands now."""
    move: Move
    position: Position
    """The position after the move and after `replies`."""
    outcome: Outcome | None
    """How the match ended, if this move ended it."""
    repeated: bool = False
    """The interaction came a second time: this is what it did the first time, nothing changed."""
    replies: tuple[Made, ...] = ()
    """What was played at once after it: for those who left, by plans, and forced passes."""
    going: tuple[Match, ...] = ()
    """The running games of who made it, where they were looked for."""


@dataclass(frozen=True, slots=True)
class View:
    """A match as it was at `ply`, as a board post shows it."""

    match: Match
    """The match as it stands now."""
    position: Position
    last: Move | None
    """The move that led to the position; None at the start."""
    ply: int
    events: tuple[Made | Departure | TakenBack, ...] = ()
    """What happened since a person last saw the board, in order: their move (or leaving, or takeback),
    and what the bot played after it, also by plans; empty at the start."""

    @property
    def newest(self) -> bool:
        """Whether nothing has been played since."""
        return self.ply == self.match.ply
