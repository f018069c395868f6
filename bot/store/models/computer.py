"""Computer players, and their queued moves."""

from dataclasses import dataclass

_FIRST = -(2**60)
"""The first id of computer players.

It is below the negative ids of pseudonymous players. Discord ids are positive.
"""
TAKEOVER_LEVEL = 2
"""The level of the computer that plays for a player who has left."""


def computer_at(level: int) -> int:
    """Return the player id of the computer at this level."""
    return _FIRST - level


def level_of(player: int) -> int | None:
    """Return the level of this computer player; None for a human player."""
    return _FIRST - player if player < _FIRST else None


@dataclass(frozen=True, slots=True)
class ComputerMoveRequest:
    """A queued computer move for a match that is at `ply`."""

    match: int
    ply: int
    level: int
    asked_at: int
    due_at: int
    """When the next attempt is due."""
    notify_at: int | None
    """When the board announces that the computer is thinking; None if it already does."""
    claimed_at: int | None = None
    attempts: int = 0
