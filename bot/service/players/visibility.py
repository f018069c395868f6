"""Visibility of matches and challenges to a player.

Players can see their own games anywhere, and others can see them only in the guild of the game. All
others get the same error as for an unknown match id. The same applies to challenges and the players
invited to them.
"""

from bot.service.errors import NotFound
from bot.store import Tx
from bot.store.players import visibility_query
from bot.store.players.visibility_query import Subject


def must_see(tx: Tx, what: Subject, number: int, *, player: int, guild: int | None) -> None:
    """Raise `NotFound` unless this player may see the match or challenge.

    `guild` is the guild in which the player asks, or None in direct messages.
    """
    if not visibility_query.can_see(tx, what, number, player, guild):
        raise NotFound(what=what, key=number)
