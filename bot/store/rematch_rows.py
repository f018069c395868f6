"""Rematches: the one challenge in which a match that is over is to be played again."""

from sqlalchemy import bindparam, select

from bot.store.statement import Statement, upsert
from bot.store.tables.games import rematches
from bot.store.tx import Tx

_GET = Statement(select(rematches.c.challenge).where(rematches.c.match == bindparam("match")))
_PUT = upsert(rematches)


async def get(tx: Tx, match_id: int) -> int | None:
    """The challenge that was made for it last."""
    challenge: int | None = await tx.value(_GET, match=match_id)
    return challenge


async def put(tx: Tx, match_id: int, challenge_id: int) -> None:
    """It is to be played again by this challenge, and no other."""
    await tx.run(_PUT, match=match_id, challenge=challenge_id)
