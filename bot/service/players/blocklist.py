"""Whom one will not sit at a table with: no challenge, no joining; games that are running go on.

Nobody is told that they are blocked: the refusal reads the same in both directions.
"""

from collections.abc import Collection

from bot.service.errors import NotTogether, SelfBlock
from bot.store import Tx, blocks, player_rows


async def block(tx: Tx, player: int, other: int, *, now: int) -> None:
    """From now on these two do not sit down together. SelfBlock."""
    if player == other:
        raise SelfBlock(player=player)
    await player_rows.ensure(tx, [player, other], now)
    await blocks.add(tx, player, other, now)


async def must_get_along(tx: Tx, player: int, others: Collection[int]) -> None:
    """NotTogether (player: which of the others) if one has blocked the other, either way."""
    found = await blocks.between(tx, player, [other for other in others if other != player])
    if found is not None:
        raise NotTogether(player=found)
