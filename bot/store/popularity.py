"""Which games are played how often."""

from __future__ import annotations

from sqlalchemy import func, select

from bot.store.statement import Statement
from bot.store.tables import RUNNING, matches
from bot.store.tx import Tx

RUNNING_VARIANTS = Statement(
    select(matches.c.variant)
    .where(RUNNING)
    .group_by(matches.c.variant)
    .order_by(func.count().desc(), matches.c.variant)
)


async def running_variants(tx: Tx) -> list[str]:
    """The variants of which matches are running, the commonest first."""
    return await tx.column(RUNNING_VARIANTS)
