"""Visibility queries: who may see a match or a challenge.

Players with a seat or slot may see the match or challenge, and so may everyone in its guild.
"""

from sqlalchemy import Table, bindparam, select

from bot.store.statement import Statement
from bot.store.tables.challenges import challenge_seats, challenges
from bot.store.tables.games import match_seats, matches
from bot.store.tx import Tx


def _visible_row(table: Table, seats: Table, of: str) -> Statement:
    """Return a SELECT that finds a row by id if it is visible.

    A row is visible if the player has a seat in it, or if it belongs to the guild. If the guild is
    None, only the seat makes it visible.
    """
    in_guild = table.c.guild == bindparam("guild")
    sits = (
        select(seats.c[of])
        .where(seats.c[of] == bindparam("id"), seats.c.player == bindparam("player"))
        .exists()
    )
    return Statement(select(table.c.id).where(table.c.id == bindparam("id"), in_guild | sits))


_MATCH = _visible_row(matches, match_seats, "match")
_CHALLENGE = _visible_row(challenges, challenge_seats, "challenge")


def can_see_match(tx: Tx, match_id: int, player: int, guild: int | None) -> bool:
    """Return whether the match exists and this player may see it in this guild."""
    return tx.value(_MATCH, id=match_id, player=player, guild=guild) is not None


def can_see_challenge(tx: Tx, challenge_id: int, player: int, guild: int | None) -> bool:
    """Return whether the challenge exists and this player may see it in this guild.

    Its players are the challenger and all who are invited or have joined.
    """
    return tx.value(_CHALLENGE, id=challenge_id, player=player, guild=guild) is not None
