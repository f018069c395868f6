"""How much there is and how long it has waited, for whoever watches the bot: one question."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import bindparam, func, select

from bot.store.outbox import STRIP
from bot.store.statement import Statement
from bot.store.tables import OWED, clocks, outbox
from bot.store.tx import Tx

_OWED = (OWED, ~STRIP)
_MEASURES = Statement(
    select(
        select(func.count()).select_from(outbox).where(*_OWED).scalar_subquery().label("owed"),
        select(func.min(outbox.c.created)).where(*_OWED).scalar_subquery().label("oldest"),
        select(func.count())
        .select_from(clocks)
        .where(clocks.c.deadline < bindparam("before"))
        .scalar_subquery()
        .label("overdue"),
        select(func.count()).select_from(clocks).scalar_subquery().label("running"),
    )
)


@dataclass(frozen=True, slots=True)
class Measures:
    """How it stands."""

    owed: int
    """Messages that are owed; taking the buttons off old boards is not counted."""
    oldest: int | None
    """When the oldest of them was owed first."""
    overdue: int
    """Turns whose time was up before a moment."""
    running: int
    """Games that are being played."""


async def get(tx: Tx, *, before: int) -> Measures:
    """How it stands; deadlines count as overdue `before` this moment."""
    row = await tx.row(_MEASURES, before=before)
    assert row is not None
    return Measures(row.owed, row.oldest, row.overdue, row.running)
