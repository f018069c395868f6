"""In-memory cache of the ladder of each guild, updated incrementally.

New rated games are only appended (`rated_games.number`), so they are counted on top of the cached
ladder. Anything that changes a counted game (an annulment, an erased player) bumps the revision of
the guild's ladder in the same transaction. The ladder is then recomputed, as after a restart: in
chunks, in a thread, and once for all waiting callers. The result always equals a fold of all games.
"""

from __future__ import annotations

import asyncio
from array import array
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeVar

from bot.service.rating.farming_signs import FarmingSign, FarmingTally, find_signs
from bot.service.rating.ladder import (
    PROVISIONAL,
    Ladder,
    Rating,
    RatingChange,
    RatingPool,
    add_game,
    get_rating,
    leaderboard,
    newcomers,
    rate,
)
from bot.store import Store, Tx, ratings
from bot.store.models.ratings import Kind, RatedGame

T = TypeVar("T")

CHUNK = 100
"""Number of games that are read and counted per batch."""


class RatingPoint(NamedTuple):
    """A player's rating after a game, for the rating graph."""

    at: int
    points: int
    """Hundredths of a point."""


@dataclass(slots=True)
class RatingHistory:
    """Rating history of a player in one pool."""

    begin: int
    """The points before the first game."""
    match: array[int] = field(default_factory=lambda: array("q"))
    at: array[int] = field(default_factory=lambda: array("q"))
    points: array[int] = field(default_factory=lambda: array("q"))
    games: array[int] = field(default_factory=lambda: array("q"))

    def append_game(self, game: RatedGame, after: Rating) -> None:
        """Append one game."""
        self.match.append(game.match)
        self.at.append(game.finished_at)
        self.points.append(after.points)
        self.games.append(after.games)

    def change_by(self, match: int) -> RatingChange | None:
        """Return the change made by this match, or None if it is not in the history.

        Recent matches are found fastest.
        """
        for index in range(len(self.match) - 1, -1, -1):
            if self.match[index] == match:
                before = (
                    Rating(self.points[index - 1], self.games[index - 1])
                    if index
                    else Rating(self.begin)
                )
                return RatingChange(before, Rating(self.points[index], self.games[index]), ())
        return None


class CachedLadder:
    """The cached ladder of one guild, or the global ladder if `guild` is None."""

    def __init__(self, guild: int | None) -> None:
        self.guild = guild
        self.lock = asyncio.Lock()
        self.reset(-1, 0)

    def reset(self, revision: int, newest: int) -> None:
        """Discard all ratings, so that they are computed again.

        The games numbered up to `newest` must be counted first, ordered by end time.
        """
        self.revision = revision
        self.newest = newest
        self.counted = False
        """Whether all of these games have been counted."""
        self.last_counted: tuple[int, int] | None = None
        """The position in history (`RatedGame.order`) of the last counted game."""
        self.ladder = Ladder()
        """The current ratings. Callers must not keep a reference, because they change."""
        self._histories: dict[tuple[int, Kind], RatingHistory] = {}
        self._tallies: dict[int, FarmingTally] = defaultdict(FarmingTally)

    def rating(self, player: int, kind: Kind) -> Rating:
        """Return a player's rating, or their initial rating if they have none."""
        return get_rating(self.ladder, player, RatingPool(kind, self.guild))

    def history_of(self, player: int) -> dict[Kind, list[RatingPoint]]:
        """Return a player's rating history by kind.

        Kinds that they have never played are left out.
        """
        return {
            kind: [RatingPoint(*step) for step in zip(course.at, course.points, strict=True)]
            for kind in PROVISIONAL
            if (course := self._histories.get((player, kind))) is not None
        }

    def effect_of(self, match: int, players: Iterable[int]) -> dict[int, RatingChange]:
        """Return the rating changes made by a match, by player.

        Empty if the match does not count.
        """
        return {
            player: change
            for player in players
            for kind in PROVISIONAL
            if (course := self._histories.get((player, kind))) is not None
            and (change := course.change_by(match)) is not None
        }

    def preview(self, game: RatedGame) -> dict[int, RatingChange]:
        """Preview the rating changes that one more game would make, by player."""
        return {
            player: change
            for (player, _), change in rate(self.ladder, self._in_this_ladder(game)).items()
        }

    def leaderboard(self, kind: Kind, now: int) -> list[tuple[int, int, Rating]]:
        """Return (rank, user, rating) of all listed players, best first."""
        return leaderboard(self.ladder, RatingPool(kind, self.guild), now)

    def newcomers(self, kind: Kind, now: int) -> list[tuple[int, Rating]]:
        """Return (user, rating) of players who are not yet ranked, best first."""
        return newcomers(self.ladder, RatingPool(kind, self.guild), now)

    def signs(self) -> list[FarmingSign]:
        """Return the signs of rating manipulation, for an administrator."""
        return find_signs(self._tallies)

    def count(self, games: Sequence[RatedGame]) -> bool:
        """Count these games, ordered by end time.

        Returns False, without counting any, if one of them precedes a game already counted.
        """
        ordered = sorted(games, key=lambda game: game.order)
        if self.last_counted is not None and ordered[0].order <= self.last_counted:
            return False
        for game in ordered:
            self.last_counted = game.order
            self.newest = max(self.newest, game.number)
            if not game.void:
                self._count(self._in_this_ladder(game))
        return True

    def _count(self, game: RatedGame) -> None:
        changed = add_game(self.ladder, game)
        best = min(seat.place for seat in game.seats)
        for seat in game.seats:
            self._tallies[seat.player].add_game(seat.place > best, seat.moves)
        for (player, _), change in changed.items():
            self._tallies[player].add_rating_change(change)
            course = self._histories.get((player, game.kind))
            if course is None:
                course = self._histories[player, game.kind] = RatingHistory(change.before.points)
            course.append_game(game, change.after)

    def _in_this_ladder(self, game: RatedGame) -> RatedGame:
        """Return the game as it counts here: in the guild's pool or in the global one."""
        if self.guild is None:
            return replace(game, guild=None)
        return replace(game, worldwide=False)


class LadderCache:
    """Cache of the ladders requested since startup: one per guild, and the global one."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._cached: dict[int | None, CachedLadder] = {}

    async def query(self, guild: int | None, question: Callable[[CachedLadder], T]) -> T:
        """Return the result of `question` on the up-to-date ladder of a guild.

        If `guild` is None, the global ladder is used. Concurrent callers wait while the ladder is
        being updated.
        """
        kept = self._cached.setdefault(guild, CachedLadder(guild))
        async with kept.lock:
            while games := await self._next_uncounted(kept):
                # Cancellation is deferred: no other task may use the ladder while the thread is
                # counting.
                if not await _finish(asyncio.to_thread(kept.count, games)):
                    kept.reset(-1, 0)
            return question(kept)

    async def _next_uncounted(self, cached: CachedLadder) -> list[RatedGame]:
        """Return the next games that have not been counted, or an empty list if all have."""
        return await self._store.read(_read_next, cached)


def _read_next(tx: Tx, cached: CachedLadder) -> list[RatedGame]:
    revision, newest = ratings.ladder_state(tx, cached.guild)
    if revision != cached.revision:
        cached.reset(revision, newest)
    if not cached.counted:
        games = ratings.games_after(
            tx, cached.guild, cached.last_counted, newest=cached.newest, limit=CHUNK
        )
        if games:
            return games
        cached.counted = True
    if newest <= cached.newest:
        return []
    return ratings.games_added_after(tx, cached.guild, cached.newest, CHUNK)


async def _finish(step: Awaitable[T]) -> T:
    """Wait for a step to finish, and only then raise a cancellation. Returns its result."""
    task = asyncio.ensure_future(step)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait({task})
        raise
