"""Signs that ratings are being made rather than played for: for an administrator to look at.

None of them changes a rating. What does is in the fold: meeting the same people counts less and
less, and nobody is listed who has beaten only newcomers.
"""

from collections import deque
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from bot.service.rating.ladder import LISTED_GAMES, Change

THROWN, THROWN_AMONG, THROWN_MOVES = 3, 7, 10
"""So many losses among the last so many games, of fewer moves than this."""
TOGETHER, TOGETHER_AMONG = 12, 20
"""Two accounts that share more than so many of their last so many games."""
ALARMING = 0.5
"""The share of somebody's gains that newcomers have paid, from which on it is worth a look."""


class Sign(NamedTuple):
    """Something about a person that is worth a look; there may be a good reason for it."""

    player: int
    what: Literal["loses-early", "fed-by-newcomers"]


@dataclass(slots=True)
class Tally:
    """What is looked at of one person's rated games, counted as they end."""

    lately: deque[bool] = field(default_factory=lambda: deque(maxlen=THROWN_AMONG))
    """Of the last games: whether it was lost, and early."""
    changes: int = 0
    """How many games have changed their rating."""
    won: int = 0
    """Hundredths of points that they gained from opponents."""
    fed: int = 0
    """How many of these were paid by provisional accounts."""

    def played(self, lost: bool, moves: int) -> None:
        """One more game, in which they made so many moves."""
        self.lately.append(lost and moves < THROWN_MOVES)

    def gained(self, change: Change) -> None:
        """What a game did to their rating."""
        self.changes += 1
        for term in change.terms:
            if term.points > 0:
                self.won += term.points
                self.fed += term.points if term.provisional else 0

    @property
    def throws(self) -> bool:
        """Whether they lose on purpose and early."""
        return sum(self.lately) >= THROWN

    @property
    def share_from_provisional(self) -> float:
        """The part of their gains that provisional accounts paid, 0 to 1."""
        return self.fed / max(1, self.won)


def signs(tallies: Mapping[int, Tally]) -> list[Sign]:
    """The signs in these people's games."""
    found = [Sign(player, "loses-early") for player, tally in tallies.items() if tally.throws]
    found += [
        Sign(player, "fed-by-newcomers")
        for player, tally in tallies.items()
        if tally.changes >= LISTED_GAMES and tally.share_from_provisional > ALARMING
    ]
    return sorted(found)


def inseparable(tables: Sequence[Collection[int]], other: int) -> bool:
    """Whether two accounts play together so much that they may not sit in the same rated melee.

    tables: the people in each of the one's games, the newest last.
    """
    return sum(other in table for table in tables[-TOGETHER_AMONG:]) > TOGETHER
