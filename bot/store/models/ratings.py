"""What ratings and reliability are made of."""

from dataclasses import dataclass
from typing import Literal

Kind = Literal["duel", "melee", "partners"]
"""The pools: two players; three or more, each alone; sides of several."""


@dataclass(frozen=True, slots=True)
class RatedSeat:
    """How one seat of a rated game came out."""

    seat: int
    player: int
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
    excused: tuple[int, ...] = ()
    """Sides against which this seat's time-out is no result; see `rating_rules.excused`."""
    moves: int = 0
    """How many moves the person made themself, in the line that stands."""


@dataclass(frozen=True, slots=True)
class RatedGame:
    """One rated game that is over: added when it ends, and never changed but to be struck out."""

    number: int
    """They are counted as they are added."""
    match: int
    finished_at: int
    kind: Kind
    guild: int | None
    """None for a game that has no local pool."""
    seats: tuple[RatedSeat, ...]
    worldwide: bool = False
    """Whether the server and all its players had opted in to the global pool when it ended."""
    void: bool = False
    """Struck out: annulled, or waived by the winner."""

    @property
    def order(self) -> tuple[int, int]:
        """The place in history: by the end of the game, then by its match."""
        return self.finished_at, self.match


@dataclass(frozen=True, slots=True)
class Played:
    """How a person's seat in one game ended: what reliability and head-to-head look at."""

    match: int
    guild: int | None
    at: int
    seat: int
    ranking: tuple[tuple[int, ...], ...]
    reason: str
    left: str | None
    """Why they left, if the game went on without them."""
    left_at: int | None


@dataclass(frozen=True, slots=True)
class Abort:
    """A match that ended before everybody had moved, by somebody's doing."""

    at: int
    why: Literal["requested", "no-show"]
