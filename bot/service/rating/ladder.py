"""Ladder: ratings as a fold over rated games and refunds, in pools.

A game counts towards the guild's pool of its kind and, if the guild and all players have opted in,
towards the global pool of that kind. Ratings do not decay. Games between the same opponents count
less and less, except in events, where players do not choose their opponents. If a game is annulled,
its players get back what it changed, and later games stay as they are.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations, product
from types import MappingProxyType
from typing import NamedTuple

from bot.service.clock.calendar import DAY
from bot.service.rating.elo import (
    FLOOR,
    POINT,
    PairResult,
    RatedPlayer,
    RatedSide,
    rate_game,
    rating_after,
)
from bot.store.models.ratings import Kind, RatedGame

INITIAL_RATING = 1500 * POINT
K_FIRST, K_NEXT, K_LATER = 60, 40, 24
FIRST_GAMES, NEXT_GAMES = 6, 12
"""Limits of the K-factors, in games.

K is K_FIRST for FIRST_GAMES games, K_NEXT until NEXT_GAMES games, and then K_LATER.
"""
PROVISIONAL: Mapping[Kind, int] = MappingProxyType({"duel": 12, "melee": 12, "partners": 30})
"""Number of games below which a rating is provisional.

A provisional rating is shown with a question mark.
"""
RUSTY_AFTER, RUSTY_GAMES = 365 * DAY, 6
"""Rules for players who return after a break.

After RUSTY_AFTER seconds without a rated game in a pool, K is at least K_NEXT for RUSTY_GAMES
games.
"""
REPEAT_WEIGHTS = (1.0, 1.0, 1.0, 0.5, 0.25, 0.0)
"""Weights of a pair by its number of earlier meetings within `REPEAT_WINDOW`.

The entries are for 0 to 4, and for 5 or more meetings.
"""
REPEAT_WINDOW = 30 * DAY
LISTED_GAMES, LISTED_OPPONENTS, LISTED_ESTABLISHED = 12, 4, 2
LISTED_SECONDS = 120 * DAY
"""Requirements for the leaderboard: games, opponents, established opponents, recent activity."""


class RatingPool(NamedTuple):
    """A rating pool: a kind of game in a guild."""

    kind: Kind
    guild: int | None
    """The guild id, or None for the global pool."""


RatingKey = tuple[int, RatingPool]
"""A player in a pool."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating in a pool."""

    points: int = INITIAL_RATING
    """Hundredths of a point."""
    games: int = 0
    """Number of rated games with any weight."""
    last: int | None = None
    """Time at which the last rated game ended."""
    returning_games: int = 0
    """Number of games still to be played at K_NEXT after a long break."""


class RatingChange(NamedTuple):
    """The effect of a game on a player's rating."""

    before: Rating
    after: Rating
    terms: tuple[PairResult, ...]
    """The terms, one for each opposing side.

    Their sum differs from the change if the floor or a cap applied.
    """


@dataclass(frozen=True, slots=True)
class Ladder:
    """All ratings after a number of games, and the state needed to continue."""

    ratings: dict[RatingKey, Rating] = field(default_factory=dict)
    met: dict[tuple[int | None, int, int], tuple[tuple[int, int], ...]] = field(
        default_factory=dict
    )
    """Meetings as (match, time), by guild and pair of players.

    The guild is None for the global ladder, and the player with the smaller id comes first.
    """
    opponents: dict[tuple[RatingPool, int, int], int] = field(default_factory=dict)
    """How many games a player has rated against an opponent, by pool and both."""


def rate(ladder: Ladder, game: RatedGame) -> dict[RatingKey, RatingChange]:
    """Return the rating changes that one more game would make, without adding it."""
    all_changes: dict[RatingKey, RatingChange] = {}
    for pool in pools_of(game):
        all_changes.update(_rate_in_pool(ladder, game, pool))
    return all_changes


def add_game(ladder: Ladder, game: RatedGame) -> dict[RatingKey, RatingChange]:
    """Add the next game to a ladder and return the rating changes."""
    changed = rate(ladder, game)
    ladder.ratings.update((key, change.after) for key, change in changed.items())
    for pool in pools_of(game):
        add_meetings(ladder, game, pool.guild)
        if any(own == pool for _, own in changed):
            count_opponents(ladder, game, pool, 1)
    return changed


def add_meetings(ladder: Ladder, game: RatedGame, guild: int | None) -> None:
    """Add the meetings of a game to the ladder of a guild; None is the global one."""
    for pair in meetings(game):
        met = ladder.met.get((guild, *pair), ())
        ladder.met[guild, *pair] = (*met, (game.match, game.finished_at))


def count_opponents(ladder: Ladder, game: RatedGame, pool: RatingPool, games: int) -> None:
    """Add to the number of rated games of each player against each opponent.

    `games` is 1 for a game that is counted, and -1 for one that is annulled.
    """
    for seat, other in product(game.seats, repeat=2):
        if seat.rated and seat.side != other.side:
            both = (pool, seat.player, other.player)
            ladder.opponents[both] = ladder.opponents.get(both, 0) + games


def refund(rating: Rating, points: int, games: int) -> Rating:
    """Return a rating after the annulment of a game that changed it by these amounts.

    `points` are hundredths of a point. The rating cannot fall below the floor. The time of the last
    game stays, because the player did play then.
    """
    return replace(rating, points=max(FLOOR, rating.points - points), games=rating.games - games)


def forget_meetings(ladder: Ladder, game: RatedGame, guild: int | None) -> None:
    """Remove the meetings of an annulled game from a ladder; see `add_meetings`."""
    for pair in meetings(game):
        met = ladder.met.get((guild, *pair), ())
        ladder.met[guild, *pair] = tuple(each for each in met if each[0] != game.match)


def pools_of(game: RatedGame) -> tuple[RatingPool, ...]:
    """Return the pools towards which a game counts; may be empty."""
    local = () if game.guild is None else (RatingPool(game.kind, game.guild),)
    return (*local, RatingPool(game.kind, None)) if game.worldwide else local


def get_rating(ladder: Ladder, user: int, pool: RatingPool) -> Rating:
    """Return a player's rating in a pool, or their initial rating if they have none.

    A new rating starts halfway between `INITIAL_RATING` and the player's best established rating
    in the guild's other pools.
    """
    if (user, pool) in ladder.ratings:
        return ladder.ratings[user, pool]
    best = [
        seed.points
        for kind in PROVISIONAL
        if (seed := ladder.ratings.get((user, (other := RatingPool(kind, pool.guild)))))
        and not is_provisional(seed, other)
    ]
    return Rating(INITIAL_RATING + (max(best) - INITIAL_RATING) // 2) if best else Rating()


def is_provisional(rating: Rating, pool: RatingPool) -> bool:
    """Whether a rating is provisional and shown with a question mark."""
    return rating.games < PROVISIONAL[pool.kind]


def k_factor(rating: Rating) -> int:
    """Return the K-factor of the next game."""
    if rating.games < FIRST_GAMES:
        return K_FIRST
    return K_NEXT if rating.games < NEXT_GAMES or rating.returning_games else K_LATER


def _rate_in_pool(
    ladder: Ladder, game: RatedGame, pool: RatingPool
) -> dict[RatingKey, RatingChange]:
    """Return the rating changes of a game in one pool."""

    def enters(user: int) -> Rating:
        current = get_rating(ladder, user, pool)
        away = current.last is not None and game.finished_at - current.last >= RUSTY_AFTER
        return replace(current, returning_games=RUSTY_GAMES) if away else current

    def weigh(side: RatedSide, other: RatedSide) -> float:
        if game.event:
            return 1.0
        pairs = [_ordered_pair(a.seat.player, b.seat.player) for a, b in product(side, other)]
        met = (_recent_meetings(ladder, pool.guild, pair, game.finished_at) for pair in pairs)
        weights = [REPEAT_WEIGHTS[min(times, len(REPEAT_WEIGHTS) - 1)] for times in met]
        return sum(weights) / len(weights)

    sides: dict[int, RatedSide] = {}
    for seat in game.seats:
        own = enters(seat.player)
        entrant = RatedPlayer(seat, own.points, k_factor(own), is_provisional(own, pool))
        sides[seat.side] = (*sides.get(seat.side, ()), entrant)
    rated = [side for side in sides.values() if any(entrant.seat.rated for entrant in side)]
    changes_by_player: dict[RatingKey, RatingChange] = {}
    settled = rate_game(rated, weigh) if len(rated) > 1 else {}
    for entrant in (
        entrant for side in rated for entrant in side if settled and entrant.seat.rated
    ):
        user = entrant.seat.player
        own, terms = enters(user), settled[user]
        after = Rating(
            points=rating_after(entrant, terms, melee=game.kind == "melee"),
            games=own.games + bool(terms),
            last=game.finished_at,
            returning_games=max(0, own.returning_games - bool(terms)),
        )
        changes_by_player[user, pool] = RatingChange(get_rating(ladder, user, pool), after, terms)
    return changes_by_player


def meetings(game: RatedGame) -> Iterator[tuple[int, int]]:
    """Yield the pairs of opponents for whom a game counts as a meeting.

    Games of an event do not count, because the players did not choose each other.
    """
    if game.event:
        return
    rated = [seat for seat in game.seats if seat.rated]
    for seat, other in combinations(sorted(rated, key=lambda each: each.player), 2):
        excused = other.side in seat.excused or seat.side in other.excused
        if seat.side != other.side and not excused:
            yield seat.player, other.player


def _recent_meetings(ladder: Ladder, guild: int | None, pair: tuple[int, int], now: int) -> int:
    """Return how often two players have met within the last `REPEAT_WINDOW`.

    Meetings later than `now` were counted while the system clock was ahead, and are ignored.
    """
    return sum(0 <= now - at < REPEAT_WINDOW for _, at in ladder.met.get((guild, *pair), ()))


def _ordered_pair(player: int, other: int) -> tuple[int, int]:
    return min(player, other), max(player, other)
