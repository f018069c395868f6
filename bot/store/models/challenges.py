"""Challenges, and the places at their tables."""

from dataclasses import dataclass
from typing import Literal

ChallengeStatus = Literal["open", "accepted", "declined", "cancelled", "expired"]


@dataclass(frozen=True, slots=True)
class ChallengeSeat:
    """A place at the table of a challenge."""

    player: int | None = None
    """Who is invited or has joined; None: open to anyone."""
    seat: int | None = None
    """The seat of the game that goes with this place; None: by lot at the start."""
    joined: bool = False
    """Whether this person has agreed (the challenger has from the start)."""
    team: int | None = None
    """The team (`Seat.team`) that goes with this place where the seat does not; None: by lot."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """An offer to play: to named people, or with places open to anyone."""

    id: int
    variant: str
    """The engine's key of the game that is played when every place is taken."""
    status: ChallengeStatus
    seats: tuple[ChallengeSeat, ...]
    """The first is the challenger's."""
    note: str
    """The challenger's words, harmless as to mentions; may be empty."""
    guild: int | None
    channel: int
    created: int
    expires_at: int
    post: int | None = None
    """The message that shows it, None until posted."""
    match: int | None = None
    """The match that came of it, once accepted."""
    answered_by: int | None = None
    """Who accepted, declined or cancelled; at a table of many, whose joining or word began it."""
    control: str = "untimed"
    """The time control, as `bot.service.clock.time_control.parse` reads it."""
    least: int | None = None
    """With how many people the challenger may begin it, where the game has a seating for them;
    None: only when every place is taken."""
    opening: tuple[str, ...] = ()
    """The moves after which the match begins, as printed: those of another game."""
    rated: bool | None = False
    """Whether the match shall be rated, if it can be; None: unless it is someone's first game."""

    @property
    def challenger(self) -> int:
        """The user id of who made it."""
        player = self.seats[0].player
        assert player is not None
        return player

    @property
    def opponent(self) -> int | None:
        """The user id of the second person, None while it is open to anyone."""
        return self.seats[1].player

    @property
    def joined(self) -> tuple[int, ...]:
        """Who has agreed, the challenger first."""
        return tuple(seat.player for seat in self.seats if seat.joined and seat.player is not None)

    @property
    def invited(self) -> tuple[int, ...]:
        """Who is asked by name and has not answered."""
        return tuple(
            seat.player for seat in self.seats if not seat.joined and seat.player is not None
        )

    @property
    def free(self) -> int:
        """How many places are open to anyone."""
        return sum(seat.player is None for seat in self.seats)

    @property
    def direct(self) -> bool:
        """Whether every place is named: made to somebody, not to anyone."""
        return all(seat.player is not None for seat in self.seats)
