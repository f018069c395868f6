"""The values that the service answers with: those of the store, and what it adds to them."""

from __future__ import annotations

from dataclasses import dataclass

from bot.store.values import (
    Challenge,
    ChallengeSeat,
    ChallengeStatus,
    Kind,
    Match,
    MatchStatus,
    MoveRow,
    OutboxRow,
    Player,
    Post,
    Side,
)
from engine import Move, Outcome, Position

__all__ = [
    "Challenge",
    "ChallengeSeat",
    "ChallengeStatus",
    "Kind",
    "Match",
    "MatchStatus",
    "MoveRow",
    "OutboxRow",
    "Played",
    "Player",
    "Post",
    "Side",
    "View",
]


@dataclass(frozen=True, slots=True)
class Played:
    """A move that stands."""

    match: Match
    """The match as it stands now."""
    move: Move
    position: Position
    """The position after the move."""
    outcome: Outcome | None
    """How the match ended, if this move ended it."""
    repeated: bool = False
    """The interaction came a second time: this is what it did the first time, nothing changed."""


@dataclass(frozen=True, slots=True)
class View:
    """A match after so many turns, as a board post shows it."""

    match: Match
    """The match as it stands now."""
    position: Position
    last: Move | None
    """The move that led to the position; None at the start."""
    ply: int
    """How many turns led to the position."""

    @property
    def newest(self) -> bool:
        """Whether nothing has been played since."""
        return self.ply == self.match.ply
