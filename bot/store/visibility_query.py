"""Who may see a match or a challenge: its people, and the server that it is in."""

from sqlalchemy import Table, bindparam, select

from bot.store.statement import Statement
from bot.store.tables.challenges import challenge_seats, challenges
from bot.store.tables.games import match_seats, matches
from bot.store.tx import Tx


def _seen(table: Table, seats: Table, of: str) -> Statement:
    """The row of this id, if this person has a seat or it is in this server (which may be none)."""
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
    """Whether there is such a match, and this person has or had a seat in it or it is in this server."""
    return await tx.value(_MATCH, id=match_id, player=player, guild=guild) is not None


async def challenge(tx: Tx, challenge_id: int, player: int, guild: int | None) -> bool:
    """The same of a challenge: its people are those who made it, are asked, or have joined."""
    return await tx.value(_CHALLENGE, id=challenge_id, player=player, guild=guild) is not None
