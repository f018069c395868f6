"""Blocklist: a block keeps two players from meeting in new games.

It prevents challenges and joining, and running games continue. The error reads the same in both
directions, so players do not learn that they are blocked.
"""

from collections.abc import Collection

from bot.service.errors import NotTogether, SelfBlock
from bot.store import Tx, blocks, player_rows


async def block(tx: Tx, player: int, other: int, *, now: int) -> None:
    """Block another player. Raises `SelfBlock`."""
    if player == other:
        raise SelfBlock(player=player)
    await player_rows.ensure(tx, [player, other], now)
    await blocks.add(tx, player, other, now)


async def must_get_along(tx: Tx, player: int, others: Collection[int]) -> None:
    """Raise `NotTogether` if a block exists between `player` and one of the others.

    It counts in either direction. Facts: player (the other one).
    """
    found = await blocks.between(tx, player, [other for other in others if other != player])
    if found is not None:
        raise NotTogether(player=found)
