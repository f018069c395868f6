"""Blocklist: a block keeps two players from meeting in new games.

It prevents challenging and joining; running games continue. Both players get the same error, so it
does not reveal who blocked whom.
"""

from collections.abc import Collection

from bot import extension_points
from bot.service.errors import NotTogether, SelfBlock
from bot.store import Tx
from bot.store.players import blocks, player_rows


def block(tx: Tx, player: int, other: int, name: str = "", *, now: int) -> None:
    """Block another player. Raises `SelfBlock`.

    `name` is the other player's, for the list of blocked players. It is stored if the bot has never
    met them.
    """
    if player == other:
        raise SelfBlock(player=player)
    player_rows.ensure_players(tx, [player, other], now, {other: name})
    blocks.add_block(tx, player, other, now)
    for extension in extension_points.installed():
        if extension.on_blocked is not None:
            extension.on_blocked(tx, player, other, now)


def must_not_be_blocked(tx: Tx, player: int, others: Collection[int]) -> None:
    """Raise `NotTogether` if a block exists between `player` and one of the others.

    A block applies in both directions. Facts: player (the other one).
    """
    blocked = blocks.blocked_among(tx, player, [other for other in others if other != player])
    if blocked is not None:
        raise NotTogether(player=blocked)
