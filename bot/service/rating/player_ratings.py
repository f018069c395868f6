"""Ratings as shown to players: leaderboards, histories, and changes by game.

`guild` is None for the global ratings. The rows are written by `bot.service.rating.settlement`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from bot.service.rating.ladder import (
    LISTED_ESTABLISHED,
    LISTED_GAMES,
    LISTED_OPPONENTS,
    LISTED_SECONDS,
    PROVISIONAL,
    Rating,
    RatingChange,
)
from bot.service.rating.ladder_fold import to_rating
from bot.service.rating.settlement import ladder_before
from bot.store import Tx
from bot.store.models.ratings import Kind, RankedPlayer, RatedGame
from bot.store.rating import rating_queries


class RatingPoint(NamedTuple):
    """A player's rating after a game, for the rating graph."""

    at: int
    points: int
    """Hundredths of a point."""


@dataclass(frozen=True, slots=True)
class RatingHistory:
    """The course of a player's ratings, without the games that were annulled."""

    courses: Mapping[Kind, Sequence[RatingPoint]] = field(default_factory=dict)
    """The points by kind of game, without kinds in which no game counts.

    The last one is the present rating. A refund also lowers or raises the points between the
    annulled game and the refund, so that neither is visible, and the highest point is none that an
    annulled game has given.
    """
    annulled: int = 0
    """Number of annulled games, which are left out."""


@dataclass(frozen=True, slots=True)
class RatingChanges:
    """Rating changes of a game by player. Empty if the game does not count."""

    changes: Mapping[int, RatingChange] = field(default_factory=dict)
    annulled: bool = False
    """Whether the game has been annulled, and the changes have been taken back."""


class Leaderboard(NamedTuple):
    """The best players of a pool."""

    listed: tuple[tuple[int, int, Rating], ...] = ()
    """The listed players as (rank, user, rating), best first.

    Equal points share a rank.
    """
    newcomers: tuple[tuple[int, Rating], ...] = ()
    """The best players who are not yet ranked, as (user, rating)."""


def ratings_of(tx: Tx, guild: int | None, player: int) -> dict[Kind, Rating]:
    """Return a player's ratings by kind, without kinds in which no game counts."""
    rows = rating_queries.ratings_of(tx, guild, (player,))
    ratings_by_kind = {row.kind: to_rating(row) for row in rows if row.games}
    return {kind: ratings_by_kind[kind] for kind in PROVISIONAL if kind in ratings_by_kind}


def history_of(tx: Tx, guild: int | None, player: int) -> RatingHistory:
    """Return a player's rating history, computed backwards from the present ratings."""
    rows = rating_queries.ratings_of(tx, guild, (player,))
    points = {row.kind: row.points for row in rows}
    changes = sorted(
        rating_queries.history_of(tx, guild, player), key=lambda each: (each[0], each[1].match)
    )
    courses: dict[Kind, list[RatingPoint]] = {kind: [] for kind in PROVISIONAL}
    for at, change in reversed(changes):
        if change.refunded is None:
            courses[change.kind].append(RatingPoint(at, points[change.kind]))
        points[change.kind] -= change.points - change.points_before + (change.refunded or 0)
    return RatingHistory(
        {kind: steps[::-1] for kind, steps in courses.items() if steps},
        sum(change.refunded is not None for _, change in changes),
    )


def changes_of(tx: Tx, guild: int | None, match: int) -> RatingChanges:
    """Return the rating changes that a match has made."""
    rows = rating_queries.changes_of(tx, guild, match)
    changes = {
        row.player: RatingChange(
            Rating(row.points_before, row.games_before), Rating(row.points, row.games), ()
        )
        for row in rows
    }
    return RatingChanges(changes, any(row.refunded is not None for row in rows))


def preview(tx: Tx, game: RatedGame) -> RatingChanges:
    """Preview the rating changes that one more game would make in its guild."""
    return RatingChanges(ladder_before(tx, game.guild, game).preview(game))


def leaderboard(tx: Tx, guild: int | None, kind: Kind, *, most: int, now: int) -> Leaderboard:
    """Return up to `most` players: listed ones, then those not yet ranked."""
    rules = {
        "games": LISTED_GAMES,
        "opponents": LISTED_OPPONENTS - 1,
        "established": LISTED_ESTABLISHED - 1,
        "established_games": PROVISIONAL[kind],
    }
    since = now - LISTED_SECONDS
    listed = rating_queries.listed(tx, guild, kind, since=since, most=most, **rules)
    others: list[RankedPlayer] = []
    if len(listed) < most:
        left = most - len(listed)
        others = rating_queries.others(tx, guild, kind, most=left, **rules)
    first: dict[int, int] = {}
    for number, row in enumerate(listed, 1):
        first.setdefault(row.points, number)
    return Leaderboard(
        tuple((first[row.points], row.player, Rating(row.points, row.games)) for row in listed),
        tuple((row.player, Rating(row.points, row.games)) for row in others),
    )
