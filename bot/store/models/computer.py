"""The computer: the players that it is, and the moves that it owes."""

from dataclasses import dataclass

_FIRST = -(2**60)
"""Below the ids of all made-up people, who have negative ids too; Discord's are positive."""
TAKES_OVER = 2
"""The level that plays on for somebody who has left."""


def computer_at(level: int) -> int:
    """The id of the computer at this level, as a player."""
    return _FIRST - level


def level_of(player: int) -> int | None:
    """The level of the computer that has this id; None of a person."""
    return _FIRST - player if player < _FIRST else None


@dataclass(frozen=True, slots=True)
class OwedMove:
    """A move that the computer owes in a match that was at `ply`."""

    match: int
    ply: int
    level: int
    asked_at: int
    due_at: int
    """When it is asked for (again)."""
    notify_at: int | None
    """When the board says that the computer thinks; None: it has, or another board does."""
    claimed_at: int | None = None
    attempts: int = 0
