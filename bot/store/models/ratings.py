"""Rated games, and the results from which ratings and reliability are computed."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

Kind = Literal["duel", "melee", "partners"]
"""Kinds of rated games: two players, three or more single players, or teams."""


@dataclass(frozen=True, slots=True)
class RatedSeat:
    """The result of one seat of a rated game."""

    seat: int
    player: int
    side: int
    """Index of the side: shared by partners, otherwise different for each seat."""
    place: int
    """The rank: 0 is best, ties are possible, and partners share theirs.

    A player who left has the rank that was fixed when they left.
    """
    left: bool = False
    """Whether the player resigned, timed out or left before the end."""
    rated: bool = True
    """Whether the game counts for this seat.

    False if the player left before the game had lasted long enough
    (`rating_rules.long_enough_to_rate`). The game then counts for the other seats only.
    """
    excused: tuple[int, ...] = ()
    """Sides against which this seat's timeout does not count.

    See `rating_rules.excused_sides`.
    """
    moves: int = 0
    """Number of moves that the player made, including conditional moves.

    Moves that were taken back are not counted.
    """


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A finished rated game. It never changes, but can be annulled."""

    number: int
    """Sequence number of the rated game, in the order of insertion."""
    match: int
    finished_at: int
    kind: Kind
    guild: int | None
    """The guild; None if the game counts towards no guild's pool."""
    seats: tuple[RatedSeat, ...]
    worldwide: bool = False
    """Whether the guild and all players had opted in to the global pool at the end."""
    void: bool = False
    """Whether the result was annulled, or waived by the winner."""
    event: bool = False
    """Whether the game belongs to an event, so that the players did not choose each other."""

    @property
    def order(self) -> tuple[int, int]:
        """Sort key: by the end of the game, then by its match."""
        return self.finished_at, self.match


@dataclass(frozen=True, slots=True)
class PlayedSeat:
    """How a player's seat in a match ended, for reliability and head-to-head results."""

    match: int
    guild: int | None
    at: int
    seat: int
    ranking: tuple[tuple[int, ...], ...]
    reason: str
    left: str | None
    """Why the player left; None unless the match continued without them."""
    left_at: int | None


@dataclass(frozen=True, slots=True)
class Abort:
    """An abort caused by the player before every seat had moved."""

    at: int
    why: Literal["requested", "no-show"]


@dataclass(frozen=True, slots=True)
class StoredLadder:
    """A ladder of a guild: shown, being built, or discarded and being deleted."""

    id: int
    guild: int
    """The guild; 0 for the global ladder."""
    status: Literal["shown", "building", "discarded"]
    counted_at: int
    counted_match: int

    @property
    def counted_to(self) -> tuple[int, int]:
        """The position in history (`RatedGame.order`) up to which all games are counted."""
        return self.counted_at, self.counted_match


@dataclass(frozen=True, slots=True)
class StoredRating:
    """A player's rating in a pool."""

    player: int
    kind: Kind
    points: int
    """The rating in hundredths of a point."""
    games: int
    last_at: int
    """Time at which the last rated game ended."""
    returning_games: int


@dataclass(frozen=True, slots=True)
class StoredChange:
    """The effect of a rated game on a player's rating."""

    match: int
    player: int
    kind: Kind
    finished_at: int
    points_before: int
    points: int
    games_before: int
    games: int


@dataclass(frozen=True, slots=True)
class StoredOpponent:
    """An opponent of a player in a pool."""

    player: int
    kind: Kind
    opponent: int


@dataclass(frozen=True, slots=True)
class StoredMeetings:
    """The latest meetings between two opponents, in any pool of a ladder."""

    player: int
    opponent: int
    """The opponent, who has the greater id of the two."""
    last_at: int
    times: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class StoredTally:
    """Counters of a player's rated games, for signs of rating farming."""

    player: int
    last_at: int
    last_match: int
    lately: str = ""
    """One digit per recent game, oldest first: "1" if it was lost early, else "0"."""
    changes: int = 0
    """Number of games that have changed the rating."""
    won: int = 0
    """Points gained from opponents, in hundredths."""
    fed: int = 0
    """The part of `won` gained from provisional accounts."""

    @property
    def last_game(self) -> tuple[int, int]:
        """The position in history (`RatedGame.order`) of the player's last game."""
        return self.last_at, self.last_match


class LadderRows(NamedTuple):
    """Rows of a ladder, in no particular order."""

    ratings: list[StoredRating]
    changes: list[StoredChange]
    opponents: list[StoredOpponent]
    meetings: list[StoredMeetings]
    tallies: list[StoredTally]


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    """A player on a leaderboard, or a player who does not qualify for it."""

    player: int
    points: int
    games: int
