"""The computer as a player: what it is called, and the moves that it owes.

It plays where it has a seat of its own, and for those who have left. A move of its is a row, computed
beside the bot and played in a transaction of its own (`bot.service.actions.computer_moves`), so that nobody who
moves or leaves waits for a search.
"""

from collections.abc import Iterable

from bot.store import Tx, computer_queue, player_rows
from bot.store.models import Match, OwedMove
from bot.store.models import level_of as level_of

PATIENCE = 4
"""Seconds after which a board says that the computer thinks."""


def plays(people: Iterable[int]) -> bool:
    """Whether the computer is among them."""
    return any(level_of(player) is not None for player in people)


async def seat(tx: Tx, people: Iterable[int], now: int) -> None:
    """Those of them that are the computer can sit down."""
    for player in sorted(set(people)):
        if (level := level_of(player)) is not None:
            await player_rows.ensure(tx, [player], now)
            await player_rows.rename(tx, player, f"Computer {level}", None, now)


async def owe(tx: Tx, match: Match, now: int, *, shown: bool = False) -> None:
    """The computer is to move, and will; `shown`: the board that says so is on its way."""
    assert match.level is not None
    show_at = None if shown else now + PATIENCE
    await computer_queue.put(tx, OwedMove(match.id, match.ply, match.level, now, now, show_at))
