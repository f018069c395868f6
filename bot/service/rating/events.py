"""What a finished game says to the ratings, and which games say nothing.

An event is appended when a rated game ends and never changed, except to be struck out (`void`): by
an annulment, or by a winner who waives an undeserved win. Ratings are the fold of the events
(`bot.service.rating.ladder`), so a struck-out game is as if it had never been played.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from bot.service.clock.calendar import DAY, HOUR

Kind = Literal["duel", "melee", "partners"]
"""The pools: two players; three or more, each alone; sides of several."""

MOVES_TO_RATE = 5
"""A resignation or time-out is rated once every human seat has made so many moves."""
MOVES_AFTER_DROPS = 2
"""Where men are dropped first: so many after the drops."""
RUN = 72 * HOUR
"""Time-outs of one person within this of the first, without a move between, are one run."""
WAIVER = 48 * HOUR
"""How long a winner may waive their win, from the end of the game."""
OLD_ENOUGH = 14 * DAY
"""The least age of an account that plays rated games."""

REASONS = (
    "accounts-too-new",
    "barred",
    "computer",
    "custom-position",
    "hasty",
    "hints",
    "imported",
    "inseparable",
    "ratings-off",
    "same-person",
    "untimed",
)
"""Why a game is not rated, whatever its players wish: what `unrated_because` answers with."""


@dataclass(frozen=True, slots=True)
class SeatResult:
    """How one seat of a finished game came out."""

    user: int
    side: int
    """Partners have the same. In a game of singles each seat has its own."""
    place: int
    """0 is best; shared places are equal, and partners share theirs. A leaver has the place that
    was fixed when they left."""
    left: bool = False
    """The person resigned, timed out or went away, and did not play to the end."""
    rated: bool = True
    """False for who left before the threshold, and for a seat that the Runner played from before
    it: the game counts among the others only."""
    excused: frozenset[int] = frozenset()
    """Sides against which this seat's time-out is no result; see `excused`."""
    moves: int = 0
    """How many moves the person made themself, in the line that stands."""


@dataclass(frozen=True, slots=True)
class RatingEvent:
    """One rated game that is over. (match, finished_at) is its place in history."""

    match: int
    finished_at: int
    kind: Kind
    guild: int | None
    """None for a game outside any server: it has no local pool."""
    seats: tuple[SeatResult, ...]
    worldwide: bool = False
    """Whether the server and all its players had opted in to the global pool when it ended."""
    half: bool = False
    """At half weight: the players had it adjudicated."""
    void: bool = False
    """Struck out: annulled, or waived by the winner."""

    def __post_init__(self) -> None:
        sides: dict[int, int] = {}
        for seat in self.seats:
            if sides.setdefault(seat.side, seat.place) != seat.place:
                raise ValueError(f"the partners of side {seat.side} have different places")
        users = {seat.user for seat in self.seats}
        singles = len(sides) == len(self.seats)
        fits = {
            "duel": singles and len(sides) == 2,
            "melee": singles and len(sides) > 2,
            "partners": not singles and len(sides) > 1,
        }
        if not fits[self.kind] or len(users) != len(self.seats):
            raise ValueError(f"not a game of {self.kind}: {self.seats}")

    @property
    def order(self) -> tuple[int, int]:
        """The place in history: by the end of the game, then by its number."""
        return self.finished_at, self.match


def kind_of(teams: Sequence[int]) -> Kind:
    """The pool of a game, from the team of each seat."""
    if len(set(teams)) < len(teams):
        return "partners"
    return "duel" if len(teams) == 2 else "melee"


def standing(
    finished: Sequence[Collection[int]], left: Sequence[Collection[int]]
) -> tuple[tuple[int, ...], ...]:
    """The ranking of a game that some left: groups of seats, best first.

    finished: those who stayed, as the game ranks them, the last one staying being first. left: in
    the order of leaving, those who went in the same sweep together; the first to go is last.
    """
    return tuple(tuple(sorted(group)) for group in (*finished, *reversed(left)) if group)


def places(ranking: Sequence[Collection[int]]) -> dict[int, int]:
    """The place of each seat of a ranking: 0, 1, 1, 3."""
    found: dict[int, int] = {}
    for group in ranking:
        place = len(found)
        found.update(dict.fromkeys(group, place))
    return found


def past_threshold(moves: Sequence[int], drops: int = 0) -> bool:
    """Whether a game has gone on long enough for leaving it to be rated.

    moves: of each human seat, its drops among them. drops: how many men each drops first.
    """
    least = drops + MOVES_AFTER_DROPS if drops else MOVES_TO_RATE
    return all(made >= least for made in moves)


def in_run(timeouts: Sequence[int], last_move: int | None, now: int) -> bool:
    """Whether a time-out now is a second or later one of a run, and so perhaps no result.

    timeouts: when this person timed out before, in any game; last_move: when they last made a move
    in any game, None for never.
    """
    run = [at for at in timeouts if last_move is None or at > last_move]
    return bool(run) and now - min(run) <= RUN


def excused(side: int, distances: Mapping[int, int]) -> frozenset[int]:
    """The sides against which a time-out in a run is no result: those it was not behind.

    distances: the steps that each side had still to go at the time-out. A lost game stays lost, so
    that nobody escapes by letting their clock run out; an undeserved gift is not rated.
    """
    own = distances[side]
    return frozenset(other for other, way in distances.items() if other != side and own <= way)


def unrated_because(
    *,
    players: Sequence[int | None],
    created: Mapping[int, int],
    now: int,
    timed: bool,
    ratings_on: bool,
    hints: bool = False,
    custom: bool = False,
    imported: bool = False,
    hasty: bool = False,
    barred: bool = False,
    inseparable: bool = False,
) -> str | None:
    """Why a game with these players cannot be rated, of REASONS; None if it can.

    players: by seat, None for a computer from the start. created: when each account was made.
    hasty: the clock gives less, or more, time than rated games may have. barred: somebody broke off too
    many lately. inseparable: two of several are always at one table.
    Settled when the game begins, and not changed after.
    """
    people = [player for player in players if player is not None]
    found = {
        "ratings-off": not ratings_on,
        "computer": len(people) < len(players),
        "same-person": len(set(people)) < len(people),
        "untimed": not timed,
        "hasty": hasty,
        "imported": imported,
        "custom-position": custom,
        "hints": hints,
        "barred": barred,
        "inseparable": inseparable,
        "accounts-too-new": any(now - created[player] < OLD_ENOUGH for player in people),
    }
    return next((reason for reason, so in found.items() if so), None)
