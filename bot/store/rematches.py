"""Rows of rematches: the one challenge in which a match that is over is to be played again."""

from __future__ import annotations

from sqlalchemy import delete, insert, select

from bot.store.tables import rematches
from bot.store.tx import Tx


async def get(tx: Tx, match_id: int) -> int | None:
    """The challenge that was made for it last."""
    query = select(rematches.c.challenge).where(rematches.c.match == match_id)
    challenge: int | None = await tx.scalar(query)
    return challenge


async def put(tx: Tx, match_id: int, challenge_id: int) -> None:
    """It is to be played again by this challenge, and no other."""
    await tx.execute(delete(rematches).where(rematches.c.match == match_id))
    await tx.execute(insert(rematches).values(match=match_id, challenge=challenge_id))
