"""Signs of rating farming, for an administrator to check.

The signs do not affect ratings. The rating rules counter farming themselves: repeated opponents
count less and less, and a player who has only played newcomers is not on the leaderboard.
"""

from collections import deque
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from bot.service.rating.ladder import LISTED_GAMES, RatingChange

THROWN, THROWN_AMONG, THROWN_MOVES = 3, 7, 10
"""Limits for "loses-early": number of losses, number of recent games, moves in a lost game."""
TOGETHER, TOGETHER_AMONG = 12, 20
"""Two accounts that share more than TOGETHER of their last TOGETHER_AMONG games are inseparable."""
SUSPICIOUS_SHARE = 0.5
"""A larger share than this of a player's gains from newcomers is suspicious."""


class FarmingSign(NamedTuple):
    """A suspicious pattern in a player's games. There may be a good reason for it."""

    player: int
    what: Literal["loses-early", "fed-by-newcomers"]


@dataclass(slots=True)
class FarmingTally:
    """Counters of one player's rated games, updated as they end."""

    lately: deque[bool] = field(default_factory=lambda: deque(maxlen=THROWN_AMONG))
    """Whether each of the most recent games was lost early, oldest first."""
    changes: int = 0
    """Number of games that have changed the rating."""
    won: int = 0
    """Points gained from opponents, in hundredths."""
    fed: int = 0
    """The part of `won` that was gained from provisional accounts."""

    def add_game(self, lost: bool, moves: int) -> None:
        """Record one more game with this number of moves."""
        self.lately.append(lost and moves < THROWN_MOVES)

    def add_rating_change(self, change: RatingChange) -> None:
        """Record the effect of a game on the rating."""
        self.changes += 1
        for term in change.terms:
            if term.points > 0:
                self.won += term.points
                self.fed += term.points if term.provisional else 0

    @property
    def loses_early(self) -> bool:
        """Whether the player loses early suspiciously often."""
        return sum(self.lately) >= THROWN

    @property
    def share_from_provisional(self) -> float:
        """The share of gains that came from provisional accounts, 0 to 1."""
        return self.fed / max(1, self.won)


def find_signs(tallies: Mapping[int, FarmingTally]) -> list[FarmingSign]:
    """Return the suspicious patterns in these players' games."""
    signs_of_loss = [
        FarmingSign(player, "loses-early") for player, tally in tallies.items() if tally.loses_early
    ]
    signs_of_loss += [
        FarmingSign(player, "fed-by-newcomers")
        for player, tally in tallies.items()
        if tally.changes >= LISTED_GAMES and tally.share_from_provisional > SUSPICIOUS_SHARE
    ]
    return sorted(signs_of_loss)


def always_together(tables: Sequence[Collection[int]], other: int) -> bool:
    """Whether two accounts play together too often to share a rated melee.

    `tables` contains the players of each game of the first account, newest game last.
    """
    return sum(other in table for table in tables[-TOGETHER_AMONG:]) > TOGETHER
