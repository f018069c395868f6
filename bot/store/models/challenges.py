"""Challenges and their slots."""

from dataclasses import dataclass
from typing import Literal

ChallengeStatus = Literal["open", "accepted", "declined", "cancelled", "expired"]


@dataclass(frozen=True, slots=True)
class ChallengeSeat:
    """One slot of a challenge."""

    player: int | None = None
    """The player who is invited or has joined; None if open to anyone."""
    seat: int | None = None
    """The seat of the game for this slot; None if drawn at random at the start."""
    joined: bool = False
    """Whether this player has joined. The challenger joins immediately."""
    team: int | None = None
    """The team (`Seat.team`) of this slot if its seat is open; None if drawn at random."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge to named players, or one with slots open to anyone."""

    id: int
    variant: str
    """The engine's key of the game played when every slot is taken."""
    status: ChallengeStatus
    seats: tuple[ChallengeSeat, ...]
    """The slots, the challenger's first."""
    note: str
    """The challenger's note, with mentions made harmless; may be empty."""
    guild: int | None
    channel: int
    created: int
    expires_at: int
    post: int | None = None
    """The message that shows the challenge; None until posted."""
    match: int | None = None
    """The match that the challenge led to; None unless accepted."""
    answered_by: int | None = None
    """The player who accepted, declined or cancelled it; None if open or expired.

    With more than two slots, the player who joined last or started the match.
    """
    control: str = "untimed"
    """The time control, in the format of `bot.service.clock.time_control.parse`."""
    least: int | None = None
    """The number of players with which the challenger may start early.

    None if the match starts only when every slot is taken.
    """
    opening: tuple[str, ...] = ()
    """Opening moves in canonical notation, taken from another game."""
    rated: bool | None = False
    """Whether the match should be rated.

    None if it should be, unless it is a player's first match.
    """
    hints: bool = False
    """Whether the match has hints, to which everyone who joins agrees.

    Never true for a rated match.
    """

    @property
    def challenger(self) -> int:
        """The user id of the challenger."""
        player = self.seats[0].player
        assert player is not None
        return player

    @property
    def opponent(self) -> int | None:
        """The user id of the second player; None if open to anyone."""
        return self.seats[1].player

    @property
    def joined_players(self) -> tuple[int, ...]:
        """The players who have joined, the challenger first."""
        return tuple(seat.player for seat in self.seats if seat.joined and seat.player is not None)

    @property
    def invited_players(self) -> tuple[int, ...]:
        """The players who are invited by name and have not answered."""
        return tuple(
            seat.player for seat in self.seats if not seat.joined and seat.player is not None
        )

    @property
    def free_places(self) -> int:
        """The number of slots open to anyone."""
        return sum(seat.player is None for seat in self.seats)

    @property
    def is_direct(self) -> bool:
        """Whether every slot is for a named player."""
        return all(seat.player is not None for seat in self.seats)
