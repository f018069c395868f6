"""How far people have come in courses of lessons."""

from sqlalchemy import bindparam, delete, select

from bot.store.models import Progress
from bot.store.row_mapper import columns
from bot.store.statement import Statement, upsert
from bot.store.tables.players import progress
from bot.store.tx import Tx

_PLAYER = progress.c.player == bindparam("who")
OF = Statement(select(progress).where(_PLAYER).order_by(progress.c.at.desc(), progress.c.course))
PUT = upsert(progress)
FORGET = Statement(delete(progress).where(_PLAYER, progress.c.course == bindparam("named")))


async def of(tx: Tx, player: int) -> list[Progress]:
    """The courses in which this person is, the last one first."""
    return await tx.all(Progress, OF, who=player)


async def put(tx: Tx, here: Progress) -> None:
    """So far they have come."""
    await tx.run(PUT, **columns(here))


async def forget(tx: Tx, player: int, course: str) -> None:
    """They are through."""
    await tx.run(FORGET, who=player, named=course)
