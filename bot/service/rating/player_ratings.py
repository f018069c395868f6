"""Ratings as shown to players: leaderboards, histories, and changes by game.

`guild` is None for the global ratings. The rows are written by `bot.service.rating.settlement`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from bot.service.rating.farming_signs import SUSPICIOUS_SHARE, THROWN, FarmingSign, find_signs
from bot.service.rating.ladder import (
    LISTED_ESTABLISHED,
    LISTED_GAMES,
    LISTED_OPPONENTS,
    LISTED_SECONDS,
    PROVISIONAL,
    Rating,
    RatingChange,
)
from bot.service.rating.ladder_fold import LadderFold, to_rating
from bot.store import Tx, rating_queries
from bot.store.models.ratings import Kind, RankedPlayer, RatedGame


class RatingPoint(NamedTuple):
    """A player's rating after a game, for the rating graph."""

    at: int
    points: int
    """Hundredths of a point."""


@dataclass(frozen=True, slots=True)
class PlayerRatings:
    """A player's ratings by kind of game, without kinds that they have never played."""

    ratings: Mapping[Kind, Rating] = field(default_factory=dict)
    stale: bool = False
    """Whether the ratings are being recalculated."""


@dataclass(frozen=True, slots=True)
class RatingChanges:
    """Rating changes of a game by player. Empty if the game does not count."""

    changes: Mapping[int, RatingChange] = field(default_factory=dict)
    stale: bool = False
    """Whether the ratings are being recalculated."""


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """The best players of a pool."""

    listed: tuple[tuple[int, int, Rating], ...] = ()
    """The listed players as (rank, user, rating), best first.

    Equal points share a rank.
    """
    newcomers: tuple[tuple[int, Rating], ...] = ()
    """The best players who are not yet ranked, as (user, rating)."""
    stale: bool = False
    """Whether the ratings are being recalculated."""


def ratings_of(tx: Tx, guild: int | None, player: int) -> PlayerRatings:
    """Return a player's ratings."""
    rows, stale = rating_queries.ratings_of(tx, guild, (player,))
    ratings_by_kind = {row.kind: to_rating(row) for row in rows}
    return PlayerRatings(
        {kind: ratings_by_kind[kind] for kind in PROVISIONAL if kind in ratings_by_kind}, stale
    )


def history_of(tx: Tx, guild: int | None, player: int) -> dict[Kind, list[RatingPoint]]:
    """Return a player's rating history by kind, without kinds never played."""
    changes, _ = rating_queries.history_of(tx, guild, player)
    course: dict[Kind, list[RatingPoint]] = {kind: [] for kind in PROVISIONAL}
    for change in changes:
        course[change.kind].append(RatingPoint(change.finished_at, change.points))
    return {kind: steps for kind, steps in course.items() if steps}


def changes_of(tx: Tx, guild: int | None, match: int) -> RatingChanges:
    """Return the rating changes that a match has made."""
    rows, stale = rating_queries.changes_of(tx, guild, match)
    return RatingChanges(
        {
            row.player: RatingChange(
                Rating(row.points_before, row.games_before), Rating(row.points, row.games), ()
            )
            for row in rows
        },
        stale,
    )


def preview(tx: Tx, game: RatedGame) -> RatingChanges:
    """Preview the rating changes that one more game would make in its guild."""
    people = [seat.player for seat in game.seats]
    rows, stale = rating_queries.ratings_of(tx, game.guild, people)
    so_far = LadderFold(game.guild)
    so_far.load(rows, rating_queries.meetings_of(tx, game.guild, people))
    return RatingChanges(so_far.preview(game), stale)


def leaderboard(tx: Tx, guild: int | None, kind: Kind, *, most: int, now: int) -> Leaderboard:
    """Return up to `most` players: listed ones, then those not yet ranked."""
    rules = {
        "games": LISTED_GAMES,
        "opponents": LISTED_OPPONENTS - 1,
        "established": LISTED_ESTABLISHED - 1,
        "established_games": PROVISIONAL[kind],
    }
    since = now - LISTED_SECONDS
    listed, stale = rating_queries.listed(tx, guild, kind, since=since, most=most, **rules)
    others: list[RankedPlayer] = []
    if len(listed) < most:
        left = most - len(listed)
        others, others_stale = rating_queries.others(tx, guild, kind, most=left, **rules)
        stale = stale or others_stale
    first: dict[int, int] = {}
    for number, row in enumerate(listed, 1):
        first.setdefault(row.points, number)
    return Leaderboard(
        tuple((first[row.points], row.player, Rating(row.points, row.games)) for row in listed),
        tuple((row.player, Rating(row.points, row.games)) for row in others),
        stale,
    )


def farming_signs(tx: Tx, guild: int) -> tuple[list[FarmingSign], bool]:
    """Return the signs of rating farming in a guild, for an administrator.

    Also returns whether the ratings are being recalculated.
    """
    tallies, stale = rating_queries.tallies(
        tx, guild, early=THROWN, games=LISTED_GAMES, share=SUSPICIOUS_SHARE
    )
    return find_signs(tallies), stale
