"""Signs of rating farming, for an administrator to check.

The signs do not affect ratings. The rating rules themselves counter farming: repeated opponents
count less and less, and a player who has only played newcomers is not on the leaderboard.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from bot.service.rating.ladder import LISTED_GAMES, RatingChange
from bot.store.models.ratings import RatedGame, RatedSeat, StoredTally

THROWN, THROWN_AMONG, THROWN_MOVES = 3, 7, 10
"""Limits of the sign "loses-early".

They are the number of losses, the number of recent games, and the moves in a lost game.
"""
TOGETHER, TOGETHER_AMONG = 12, 20
"""Limits of the sign for inseparable accounts.

Two accounts are inseparable if they share more than TOGETHER of their last TOGETHER_AMONG games.
"""
SUSPICIOUS_SHARE = 0.5
"""Share of gains from newcomers above which a player's gains are suspicious."""


class FarmingSign(NamedTuple):
    """A suspicious pattern in a player's games, for which there may be a good reason."""

    player: int
    what: Literal["loses-early", "fed-by-newcomers"]


def tally_game(
    tally: StoredTally | None, game: RatedGame, seat: RatedSeat, change: RatingChange | None
) -> StoredTally:
    """Return a player's tally after a game. `tally` is None for their first game.

    `change` is the effect of the game on their rating, or None if it does not count for them.
    Points gained in an event are not counted, because the event chooses the opponents.
    """
    last_at, last_match = game.order
    if tally is None:
        tally = StoredTally(seat.player, last_at, last_match)
    early = seat.place > min(each.place for each in game.seats) and seat.moves < THROWN_MOVES
    counted = change if not game.event else None
    gains = [term for term in counted.terms if term.points > 0] if counted is not None else []
    last_at, last_match = max(tally.last_game, game.order)
    return replace(
        tally,
        last_at=last_at,
        last_match=last_match,
        lately=(tally.lately + str(int(early)))[-THROWN_AMONG:],
        changes=tally.changes + (counted is not None),
        won=tally.won + sum(term.points for term in gains),
        fed=tally.fed + sum(term.points for term in gains if term.provisional),
    )


def find_signs(tallies: Iterable[StoredTally]) -> list[FarmingSign]:
    """Return the suspicious patterns in these players' games."""
    signs: list[FarmingSign] = []
    for tally in tallies:
        if tally.lately.count("1") >= THROWN:
            signs.append(FarmingSign(tally.player, "loses-early"))
        if tally.changes >= LISTED_GAMES and tally.fed > SUSPICIOUS_SHARE * tally.won:
            signs.append(FarmingSign(tally.player, "fed-by-newcomers"))
    return sorted(signs)


def always_together(tables: Sequence[Collection[int]], other: int) -> bool:
    """Whether two accounts play together too often to share a rated melee.

    `tables` has the players of each game of the first account, newest game last.
    """
    return sum(other in table for table in tables[-TOGETHER_AMONG:]) > TOGETHER
