"""What ratings and reliability are made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class RatedSeat:
    """A seat of a rated game, as `bot.service.rating.events.SeatResult` has it."""

    seat: int
    player: int
    side: int
    place: int
    left: bool
    rated: bool
    excused: tuple[int, ...]
    moves: int
    """How many the player made themself."""


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A rated game that is over."""

    number: int
    """They are counted as they are added."""
    match: int
    finished_at: int
    kind: str
    guild: int
    worldwide: bool
    half: bool
    void: bool
    seats: tuple[RatedSeat, ...]


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
    why: Literal["asked", "no-show"]
