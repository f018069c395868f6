"""The values that the service answers with: those of the store, and what a service function adds to them."""

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
    """A move that stands: the match after it, the move, the position after it, the outcome if it ended the match."""

    match: Match
    move: Move
    position: Position
    outcome: Outcome | None
    repeated: bool = False
    """The same interaction came a second time: nothing was changed, this is what it did the first time."""


@dataclass(frozen=True, slots=True)
class View:
    """A match's position after so many turns, as a board post shows it."""

    match: Match
    position: Position
    last: Move | None
    """The move that led to it; None at the start."""
    ply: int

    @property
    def newest(self) -> bool:
        """Whether nothing has been played since."""
        return self.ply == self.match.ply
