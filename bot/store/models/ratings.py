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


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A finished rated game. It never changes, but can be annulled."""

    number: int
    """Position in the sequence of rated games and annulments, in the order of counting."""
    match: int
    finished_at: int
    """Time of the system clock when the game was counted. It is never corrected."""
    kind: Kind
    guild: int | None
    """The guild; None if the game counts towards no guild's pool."""
    seats: tuple[RatedSeat, ...]
    worldwide: bool = False
    """Whether the guild and all players had opted in to the global pool at the end."""
    annulled: int | None = None
    """Position of its annulment or waiver in the same sequence; None if the game counts.

    0 if it was annulled by a version that removed annulled games from the ratings.
    """
    event: bool = False
    """Whether the game belongs to an event, so that the players did not choose each other."""


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
    refunded: int | None = None
    """What the annulment of the game added to the points; None if it counts.

    It is the opposite of the change, unless that would lead below the floor.
    """


@dataclass(frozen=True, slots=True)
class StoredOpponent:
    """An opponent of a player in a pool."""

    player: int
    kind: Kind
    opponent: int
    games: int
    """Number of games against this opponent that count for the player."""


class LadderRows(NamedTuple):
    """Rows of a ladder, in no particular order."""

    ratings: list[StoredRating]
    changes: list[StoredChange]
    opponents: list[StoredOpponent]


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    """A player on a leaderboard, or a player who does not qualify for it."""

    player: int
    points: int
    games: int
