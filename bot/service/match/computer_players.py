"""Computer players: their names, and the queue of moves that they have to make.

The computer plays its own seats and those of players who have left. Each pending move is a row. It
is computed outside the transaction and played in a separate one
(`bot.service.actions.computer_moves`), so that no player waits for a search.
"""

from collections.abc import Iterable

from bot.store import Tx, computer_queue, player_rows
from bot.store.models import Match, OwedMove
from bot.store.models import level_of as level_of

PATIENCE = 4
"""Seconds after which a board says that the computer is thinking."""


def plays(people: Iterable[int]) -> bool:
    """Whether one of these players is the computer."""
    return any(level_of(player) is not None for player in people)


async def seat(tx: Tx, people: Iterable[int], now: int) -> None:
    """Create or update the player records of the computer players among these."""
    for player in sorted(set(people)):
        if (level := level_of(player)) is not None:
            await player_rows.ensure(tx, [player], now)
            await player_rows.rename(tx, player, f"Computer {level}", None, now)


async def owe(tx: Tx, match: Match, now: int, *, shown: bool = False) -> None:
    """Queue the computer's move.

    `shown` means that the board posted now already says that the computer is thinking.
    """
    assert match.level is not None
    show_at = None if shown else now + PATIENCE
    await computer_queue.put(tx, OwedMove(match.id, match.ply, match.level, now, now, show_at))
