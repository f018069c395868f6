"""Fold of rated games and refunds into the rows of a ladder.

The same code settles a game that has just ended, refunds an annulled game and checks the stored
rows. Continuing a ladder only needs the rows of the players in the next game.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush

from bot.service.rating.ladder import (
    Ladder,
    Rating,
    RatingChange,
    RatingKey,
    RatingPool,
    add_game,
    add_meetings,
    count_opponents,
    forget_meetings,
    rate,
    refund,
)
from bot.store.models.ratings import (
    LadderRows,
    RatedGame,
    StoredChange,
    StoredOpponent,
    StoredRating,
)


@dataclass(slots=True)
class LadderFold:
    """Changes to the ladder of a guild, or to the global one if `guild` is None."""

    guild: int | None
    ladder: Ladder = field(default_factory=Ladder)
    _changes: dict[tuple[int, int], StoredChange] = field(default_factory=dict)
    """Rating changes by match and player."""
    _rated: set[RatingKey] = field(default_factory=set)

    def load(
        self,
        ratings: Iterable[StoredRating],
        earlier: Iterable[RatedGame] = (),
        changes: Iterable[StoredChange] = (),
    ) -> None:
        """Continue from these rows.

        `earlier` are counted games whose meetings may matter, and `changes` those of a game that is
        to be refunded.
        """
        self.ladder.ratings.update(
            ((row.player, RatingPool(row.kind, self.guild)), to_rating(row)) for row in ratings
        )
        for game in earlier:
            add_meetings(self.ladder, game, self.guild)
        self._changes.update(((row.match, row.player), row) for row in changes)

    def preview(self, game: RatedGame) -> dict[int, RatingChange]:
        """Preview the rating changes that one more game would make, by player."""
        changed = rate(self.ladder, self._in_this_ladder(game))
        return {player: change for (player, _), change in changed.items()}

    def count(self, game: RatedGame) -> None:
        """Count the next game."""
        changed = add_game(self.ladder, self._in_this_ladder(game))
        for (player, _), change in changed.items():
            self._changes[game.match, player] = _to_row(game, player, change)
        self._rated |= changed.keys()

    def refund(self, game: RatedGame) -> None:
        """Give the players of an annulled game back what it changed."""
        refunded = False
        for seat in game.seats:
            change = self._changes.get((game.match, seat.player))
            if change is None:
                continue
            key = seat.player, RatingPool(change.kind, self.guild)
            before = self.ladder.ratings[key]
            points = change.points - change.points_before
            after = refund(before, points, change.games - change.games_before)
            self.ladder.ratings[key] = after
            self._changes[game.match, seat.player] = replace(
                change, refunded=after.points - before.points
            )
            self._rated.add(key)
            refunded = True
        if refunded:
            forget_meetings(self.ladder, game, self.guild)
            count_opponents(self.ladder, game, RatingPool(game.kind, self.guild), -1)

    def rows(self) -> LadderRows:
        """Return the rows that have been added or changed.

        The opponents have the number of games that were added, negative after a refund.
        """
        rated = {key: self.ladder.ratings[key] for key in self._rated}
        return LadderRows(
            [_to_rating_row(player, pool, own) for (player, pool), own in rated.items()],
            list(self._changes.values()),
            [
                StoredOpponent(player, pool.kind, opponent, games)
                for (pool, player, opponent), games in self.ladder.opponents.items()
                if games
            ],
        )

    def _in_this_ladder(self, game: RatedGame) -> RatedGame:
        """Return the game restricted to this ladder's pool: the guild's or the global one."""
        if self.guild is None:
            return replace(game, guild=None)
        return replace(game, worldwide=False)


def fold(guild: int | None, games: Iterable[RatedGame]) -> LadderRows:
    """Return the rows of a ladder after these games and their refunds.

    The games are given in the order in which they were counted.
    """
    folded = LadderFold(guild)
    annulled: list[tuple[int, int, RatedGame]] = []
    for game in games:
        while annulled and annulled[0][0] < game.number:
            folded.refund(heappop(annulled)[-1])
        if game.annulled is None or game.annulled > game.number:
            folded.count(game)
        if game.annulled is not None and game.annulled > game.number:
            heappush(annulled, (game.annulled, game.number, game))
    while annulled:
        folded.refund(heappop(annulled)[-1])
    return folded.rows()


def to_rating(row: StoredRating) -> Rating:
    """Return the rating in a row."""
    return Rating(row.points, row.games, row.last_at, row.returning_games)


def _to_rating_row(player: int, pool: RatingPool, own: Rating) -> StoredRating:
    assert own.last is not None
    return StoredRating(player, pool.kind, own.points, own.games, own.last, own.returning_games)


def _to_row(game: RatedGame, player: int, change: RatingChange) -> StoredChange:
    before, after = change.before, change.after
    return StoredChange(
        game.match,
        player,
        game.kind,
        game.finished_at,
        before.points,
        after.points,
        before.games,
        after.games,
    )
