"""Visibility of matches and challenges to a player.

Players can see their own games anywhere, and others can see them only in the guild of the game. For
everyone else the game does not exist: the error is the same as for an unknown match id. The same
applies to challenges and the players invited to them.
"""

from bot.service.errors import NotFound
from bot.store import Tx, visibility_query


def must_see_match(tx: Tx, match_id: int, *, player: int, guild: int | None) -> None:
    """Raise `NotFound` unless this player may see the match in this guild.

    `guild` is None in direct messages.
    """
    if not visibility_query.can_see_match(tx, match_id, player, guild):
        raise NotFound(what="match", key=match_id)


def must_see_challenge(tx: Tx, challenge_id: int, *, player: int, guild: int | None) -> None:
    """Raise `NotFound` unless this player may see the challenge in this guild.

    `guild` is None in direct messages.
    """
    if not visibility_query.can_see_challenge(tx, challenge_id, player, guild):
        raise NotFound(what="challenge", key=challenge_id)
