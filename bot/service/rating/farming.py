"""Signs that ratings are being made rather than played for: for an administrator to look at.

None of them changes a rating. What does is in the fold: meeting the same people counts less and
less, and nobody is listed who has beaten only newcomers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from bot.service.rating.ladder import Change

THROWN, THROWN_AMONG, THROWN_MOVES = 3, 7, 10
"""So many losses among the last so many games, of fewer moves than this."""
TOGETHER, TOGETHER_AMONG = 12, 20
"""Two accounts that share more than so many of their last so many games."""


def throws(games: Sequence[tuple[bool, int]]) -> bool:
    """Whether somebody loses on purpose and early. games: (lost, own moves), the newest last."""
    lost_early = [lost and moves < THROWN_MOVES for lost, moves in games[-THROWN_AMONG:]]
    return sum(lost_early) >= THROWN


def inseparable(tables: Sequence[Collection[int]], other: int) -> bool:
    """Whether two accounts play together so much that they may not sit in the same rated melee.

    tables: the people in each of the one's games, the newest last.
    """
    return sum(other in table for table in tables[-TOGETHER_AMONG:]) > TOGETHER


def share_from_provisional(changes: Iterable[Change]) -> float:
    """The part of a person's gains that provisional accounts paid, 0 to 1; alarming above a half."""
    won = [term for change in changes for term in change.terms if term.points > 0]
    fed = sum(term.points for term in won if term.provisional)
    return fed / max(1, sum(term.points for term in won))
