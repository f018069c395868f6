"""Fold of rated games into the rows of a ladder.

The same code settles a game that has just ended, recalculates a ladder, checks the stored rows and
fills them in a migration. Continuing a ladder only needs the rows of the players in the next games.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from bot.service.rating.farming_signs import tally_game
from bot.service.rating.ladder import (
    Ladder,
    Rating,
    RatingChange,
    RatingKey,
    RatingPool,
    add_game,
    meetings,
    rate,
)
from bot.store.models.ratings import (
    LadderRows,
    RatedGame,
    StoredChange,
    StoredMeetings,
    StoredOpponent,
    StoredRating,
    StoredTally,
)


@dataclass(slots=True)
class LadderFold:
    """Changes to the ladder of a guild, or to the global one if `guild` is None."""

    guild: int | None
    ladder: Ladder = field(default_factory=Ladder)
    tallies: dict[int, StoredTally] = field(default_factory=dict)
    _changes: list[StoredChange] = field(default_factory=list)
    _rated: set[RatingKey] = field(default_factory=set)
    _met: set[tuple[int, int]] = field(default_factory=set)
    _tallied: set[int] = field(default_factory=set)

    def load(
        self,
        ratings: Iterable[StoredRating],
        met: Iterable[StoredMeetings],
        tallies: Iterable[StoredTally] = (),
    ) -> None:
        """Continue from these rows."""
        self.ladder.ratings.update(
            ((row.player, RatingPool(row.kind, self.guild)), to_rating(row)) for row in ratings
        )
        self.ladder.met.update(((self.guild, row.player, row.opponent), row.times) for row in met)
        self.tallies.update((row.player, row) for row in tallies)

    def preview(self, game: RatedGame) -> dict[int, RatingChange]:
        """Preview the rating changes that one more game would make, by player."""
        changed = rate(self.ladder, self._in_this_ladder(game))
        return {player: change for (player, _), change in changed.items()}

    def count(self, game: RatedGame) -> None:
        """Count the next game, unless it is void."""
        if game.void:
            return
        game = self._in_this_ladder(game)
        changed = add_game(self.ladder, game)
        changes = {player: change for (player, _), change in changed.items()}
        for seat in game.seats:
            change, old = changes.get(seat.player), self.tallies.get(seat.player)
            self.tallies[seat.player] = tally_game(old, game, seat, change)
        self._changes += (_to_row(game, player, change) for player, change in changes.items())
        self._rated |= changed.keys()
        self._met |= set(meetings(game))
        self._tallied |= {seat.player for seat in game.seats}

    def rows(self) -> LadderRows:
        """Return the rows that the counted games have added or changed.

        The opponents may include some that are already stored.
        """
        rated = {key: self.ladder.ratings[key] for key in self._rated}
        met = {pair: self.ladder.met[self.guild, *pair] for pair in self._met}
        return LadderRows(
            [_to_rating_row(player, pool, own) for (player, pool), own in rated.items()],
            self._changes,
            [
                StoredOpponent(player, pool.kind, opponent)
                for (player, pool), own in rated.items()
                for opponent in own.opponents
            ],
            [StoredMeetings(*pair, times[-1], times) for pair, times in met.items()],
            [self.tallies[player] for player in self._tallied],
        )

    def _in_this_ladder(self, game: RatedGame) -> RatedGame:
        """Return the game restricted to this ladder's pool: the guild's or the global one."""
        if self.guild is None:
            return replace(game, guild=None)
        return replace(game, worldwide=False)


def fold(guild: int | None, games: Iterable[RatedGame]) -> LadderRows:
    """Return the rows of a ladder after these games, given in historical order."""
    counted = LadderFold(guild)
    for game in games:
        counted.count(game)
    return counted.rows()


def to_rating(row: StoredRating) -> Rating:
    """Return a rating without its opponents."""
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
