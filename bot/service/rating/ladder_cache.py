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
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeVar

from bot.service.rating.farming_signs import Sign, Tally
from bot.service.rating.farming_signs import signs as signs_of
from bot.service.rating.ladder import (
    PROVISIONAL,
    Change,
    Ladder,
    Pool,
    Rating,
    changes,
    count,
    leaderboard,
    newcomers,
    rating,
)
from bot.store import Store, ratings
from bot.store.models.ratings import Kind, RatedGame
from bot.store.tx import to_the_end

T = TypeVar("T")

CHUNK = 100
"""Number of games that are read and counted per batch."""


class Step(NamedTuple):
    """A rating after a game, for a graph."""

    at: int
    points: int
    """Hundredths of a point."""


@dataclass(slots=True)
class Course:
    """Rating history of a player in one pool."""

    begin: int
    """The points before the first game."""
    match: array[int] = field(default_factory=lambda: array("q"))
    at: array[int] = field(default_factory=lambda: array("q"))
    points: array[int] = field(default_factory=lambda: array("q"))
    games: array[int] = field(default_factory=lambda: array("q"))

    def add(self, game: RatedGame, after: Rating) -> None:
        """Append one game."""
        self.match.append(game.match)
        self.at.append(game.finished_at)
        self.points.append(after.points)
        self.games.append(after.games)

    def change(self, match: int) -> Change | None:
        """Return the change made by this match, or None. Recent matches are found fastest."""
        for index in range(len(self.match) - 1, -1, -1):
            if self.match[index] == match:
                before = (
                    Rating(self.points[index - 1], self.games[index - 1])
                    if index
                    else Rating(self.begin)
                )
                return Change(before, Rating(self.points[index], self.games[index]), ())
        return None


class KeptLadder:
    """The cached ladder of one guild, or the global ladder if `guild` is None."""

    def __init__(self, guild: int | None) -> None:
        self.guild = guild
        self.lock = asyncio.Lock()
        self.start(-1, 0)

    def start(self, revision: int, newest: int) -> None:
        """Reset the ladder.

        Games up to number `newest` are then counted in order of their end.
        """
        self.revision = revision
        self.newest = newest
        self.counted = False
        """Whether all of these games have been counted."""
        self.until: tuple[int, int] | None = None
        """The position in history (`RatedGame.order`) of the last counted game."""
        self.ladder = Ladder()
        """The current ratings. Callers must not keep a reference, because they change."""
        self._courses: dict[tuple[int, Kind], Course] = {}
        self._tallies: dict[int, Tally] = defaultdict(Tally)

    def rating(self, player: int, kind: Kind) -> Rating:
        """Return a player's rating, or the one with which they would begin."""
        return rating(self.ladder, player, Pool(kind, self.guild))

    def course(self, player: int) -> dict[Kind, list[Step]]:
        """Return a player's rating history by kind.

        Kinds that they have never played are left out.
        """
        return {
            kind: [Step(*step) for step in zip(course.at, course.points, strict=True)]
            for kind in PROVISIONAL
            if (course := self._courses.get((player, kind))) is not None
        }

    def effect(self, match: int, players: Iterable[int]) -> dict[int, Change]:
        """Return the rating changes made by a match, by player.

        Empty if it does not count.
        """
        return {
            player: change
            for player in players
            for kind in PROVISIONAL
            if (course := self._courses.get((player, kind))) is not None
            and (change := course.change(match)) is not None
        }

    def would(self, game: RatedGame) -> dict[int, Change]:
        """Preview the rating changes that one more game would make, by player."""
        return {
            player: change for (player, _), change in changes(self.ladder, self._own(game)).items()
        }

    def leaderboard(self, kind: Kind, now: int) -> list[tuple[int, int, Rating]]:
        """Return (rank, user, rating) of all listed players, best first."""
        return leaderboard(self.ladder, Pool(kind, self.guild), now)

    def newcomers(self, kind: Kind, now: int) -> list[tuple[int, Rating]]:
        """Return (user, rating) of players not yet eligible for the list, best first."""
        return newcomers(self.ladder, Pool(kind, self.guild), now)

    def signs(self) -> list[Sign]:
        """Return the signs of rating manipulation, for an administrator."""
        return signs_of(self._tallies)

    def count(self, games: Sequence[RatedGame]) -> bool:
        """Count these games in order of their end.

        Returns False, without counting any, if one of them precedes a game already counted.
        """
        ordered = sorted(games, key=lambda game: game.order)
        if self.until is not None and ordered[0].order <= self.until:
            return False
        for game in ordered:
            self.until = game.order
            self.newest = max(self.newest, game.number)
            if not game.void:
                self._count(self._own(game))
        return True

    def _count(self, game: RatedGame) -> None:
        changed = count(self.ladder, game)
        best = min(seat.place for seat in game.seats)
        for seat in game.seats:
            self._tallies[seat.player].played(seat.place > best, seat.moves)
        for (player, _), change in changed.items():
            self._tallies[player].gained(change)
            course = self._courses.get((player, game.kind))
            if course is None:
                course = self._courses[player, game.kind] = Course(change.before.points)
            course.add(game, change.after)

    def _own(self, game: RatedGame) -> RatedGame:
        """Return the game as it counts here: in the guild's pool or in the global one."""
        if self.guild is None:
            return replace(game, guild=None)
        return replace(game, worldwide=False)


class KeptLadders:
    """The cached ladders of all guilds requested since the start."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: dict[int | None, KeptLadder] = {}

    async def ask(self, guild: int | None, question: Callable[[KeptLadder], T]) -> T:
        """Evaluate `question` on the up-to-date ladder of a guild (None: the global one).

        Concurrent callers wait while the ladder is being updated, then continue from there.
        """
        kept = self._kept.setdefault(guild, KeptLadder(guild))
        async with kept.lock:
            while games := await self._uncounted(kept):
                # Cancellation is deferred: no other task may use the ladder while the thread is
                # counting.
                if not await to_the_end(asyncio.to_thread(kept.count, games)):
                    kept.start(-1, 0)
            return question(kept)

    async def _uncounted(self, kept: KeptLadder) -> list[RatedGame]:
        """Return the next games that have not been counted, or an empty list if all have."""
        async with self._store.read() as tx:
            revision, newest = await ratings.state(tx, kept.guild)
            if revision != kept.revision:
                kept.start(revision, newest)
            if not kept.counted:
                found = await ratings.history(
                    tx, kept.guild, kept.until, newest=kept.newest, limit=CHUNK
                )
                if found:
                    return found
                kept.counted = True
            if newest <= kept.newest:
                return []
            return await ratings.later(tx, kept.guild, kept.newest, CHUNK)
