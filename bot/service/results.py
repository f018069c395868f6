"""Return values of the service, in addition to the models of the store."""

from dataclasses import dataclass
from typing import NamedTuple

from bot.store.models import Challenge, Departure, Match, MoveSource
from engine import Move, Outcome, Position


class JoinResult(NamedTuple):
    """A challenge after a player has joined it or started its match."""

    challenge: Challenge
    match: Match | None
    """The match that the challenge has led to, or None if it has not started."""


@dataclass(frozen=True, slots=True)
class MoveEvent:
    """A turn, the ply of the match at that time, and the player who took it."""

    ply: int
    seat: int
    player: int | None
    """The player, or None for a computer move or a forced pass."""
    by: MoveSource
    move: Move
    hinted: bool = False
    """Whether the player used a hint, in a match between people."""


class TakebackEvent(NamedTuple):
    """A takeback, and the ply of the match when the player took back their last move."""

    ply: int
    seat: int
    turns: int
    """Number of turns that were taken back, including the player's own."""
    alone: bool = False
    """Whether the player undid the move at once, without asking the others."""


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move that was made."""

    match: Match
    """The current state of the match."""
    ply: int
    """The ply at which the move was made."""
    move: Move
    position: Position
    """The position after the move and after `replies`."""
    outcome: Outcome | None
    """The outcome of the match if this move ended it."""
    repeated: bool = False
    """Whether the interaction is a repeat. The first result is returned and nothing has changed."""
    replies: tuple[MoveEvent, ...] = ()
    """Automatic turns that followed: conditional moves and forced passes.

    If `repeated` is True, computer moves are included too.
    """
    waiting_elsewhere: tuple[Match, ...] = ()
    """The player's running games, if the caller has loaded them."""


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match as it was at `ply`, for rendering a board post."""

    match: Match
    """The current state of the match."""
    position: Position
    last: Move | None
    """The move that led to the position, or None at the start."""
    ply: int
    events: tuple[MoveEvent | Departure | TakebackEvent, ...] = ()
    """The last action of a player and the events after it, in order.

    The tuple is empty at the start. The action is a move, departure or takeback. Automatic turns,
    including conditional moves, may follow it.
    """
    earlier: tuple[MoveEvent | Departure, ...] = ()
    """Events between the last turn of the seat to move and `events`, in order.

    Always empty with two seats.
    """

    @property
    def unseen(self) -> list[MoveEvent]:
        """The moves of others since the last turn of the seat to move, latest last."""
        made = [event for event in (*self.earlier, *self.events) if isinstance(event, MoveEvent)]
        own = [at for at, event in enumerate(made, 1) if event.seat == self.position.turn]
        return made[max(own, default=0) :]

    @property
    def is_current(self) -> bool:
        """Whether this is the current position."""
        return self.ply == self.match.ply
