"""Reference leaderboards, computed from a whole ladder in memory."""

from itertools import islice
from typing import Literal

from bot.service.rating.ladder import (
    LISTED_ESTABLISHED,
    LISTED_GAMES,
    LISTED_OPPONENTS,
    LISTED_SECONDS,
    Ladder,
    Rating,
    RatingPool,
    get_rating,
    is_provisional,
)


def unlisted_reason(
    ladder: Ladder, user: int, pool: RatingPool, now: int
) -> Literal["games", "opponents", "inactive"] | None:
    """Return why a player is not on a pool's leaderboard; None if they are on it."""
    current = get_rating(ladder, user, pool)
    if current.last is None or current.games < LISTED_GAMES:
        return "games"
    opponents = [
        other
        for (own, player, other), games in ladder.opponents.items()
        if (own, player) == (pool, user) and games
    ]
    established = (
        other for other in opponents if not is_provisional(get_rating(ladder, other, pool), pool)
    )
    enough = len(list(islice(established, LISTED_ESTABLISHED))) == LISTED_ESTABLISHED
    if len(opponents) < LISTED_OPPONENTS or not enough:
        return "opponents"
    return "inactive" if now - current.last >= LISTED_SECONDS else None


def leaderboard(ladder: Ladder, pool: RatingPool, now: int) -> list[tuple[int, int, Rating]]:
    """Return (rank, user, rating) of all listed players, best first.

    Players with equal points share a rank.
    """
    listed = sorted(
        (-entry.points, user, entry)
        for (user, own), entry in ladder.ratings.items()
        if own == pool and unlisted_reason(ladder, user, pool, now) is None
    )
    first: dict[int, int] = {}
    for number, (points, _, _) in enumerate(listed, 1):
        first.setdefault(points, number)
    return [(first[points], user, entry) for points, user, entry in listed]


def newcomers(ladder: Ladder, pool: RatingPool, now: int) -> list[tuple[int, Rating]]:
    """Return (user, rating) of players who are not yet ranked, best first."""
    entries = [
        (user, rated)
        for (user, own), rated in ladder.ratings.items()
        if own == pool
        and rated.games
        and unlisted_reason(ladder, user, pool, now) in ("games", "opponents")
    ]
    return sorted(entries, key=lambda each: (-each[1].points, each[0]))
