"""How far people have come in courses of lessons."""

from sqlalchemy import bindparam, delete, select

from bot.store.models import Progress
from bot.store.row_mapper import columns
from bot.store.statement import Statement, upsert
from bot.store.tables.players import lesson_progress
from bot.store.tx import Tx

_PLAYER = lesson_progress.c.player == bindparam("who")
OF = Statement(
    select(lesson_progress)
    .where(_PLAYER)
    .order_by(lesson_progress.c.at.desc(), lesson_progress.c.course)
)
PUT = upsert(lesson_progress)
FORGET = Statement(
    delete(lesson_progress).where(_PLAYER, lesson_progress.c.course == bindparam("named"))
)


async def of(tx: Tx, player: int) -> list[Progress]:
    """The courses in which this person is, the last one first."""
    return await tx.all(Progress, OF, who=player)


async def put(tx: Tx, here: Progress) -> None:
    """So far they have come."""
    await tx.run(PUT, **columns(here))


async def forget(tx: Tx, player: int, course: str) -> None:
    """They are through."""
    await tx.run(FORGET, who=player, named=course)
