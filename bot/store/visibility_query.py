"""Visibility queries: who may see a match or a challenge.

Players with a seat or slot may see it, and everyone in its guild.
"""

from sqlalchemy import Table, bindparam, select

from bot.store.statement import Statement
from bot.store.tables.challenges import challenge_seats, challenges
from bot.store.tables.games import match_seats, matches
from bot.store.tx import Tx


def _seen(table: Table, seats: Table, of: str) -> Statement:
    """Select the row of this id if the player has a seat, or if it is of this guild.

    A guild of None matches no row.
    """
    here = table.c.guild == bindparam("guild")
    sits = (
        select(seats.c[of])
        .where(seats.c[of] == bindparam("id"), seats.c.player == bindparam("player"))
        .exists()
    )
    return Statement(select(table.c.id).where(table.c.id == bindparam("id"), here | sits))


_MATCH = _seen(matches, match_seats, "match")
_CHALLENGE = _seen(challenges, challenge_seats, "challenge")


async def match(tx: Tx, match_id: int, player: int, guild: int | None) -> bool:
    """Return whether the match exists and this player may see it in this guild."""
    return await tx.value(_MATCH, id=match_id, player=player, guild=guild) is not None


async def challenge(tx: Tx, challenge_id: int, player: int, guild: int | None) -> bool:
    """Return whether the challenge exists and this player may see it in this guild.

    Its players are the challenger and all who are invited or have joined.
    """
    return await tx.value(_CHALLENGE, id=challenge_id, player=player, guild=guild) is not None
