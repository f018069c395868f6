"""Rows of lesson progress."""

from sqlalchemy import bindparam, delete, select

from bot.store.models import Progress
from bot.store.row_mapper import to_columns
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


def courses_of(tx: Tx, player: int) -> list[Progress]:
    """Return this player's progress in all courses, most recently used first."""
    return tx.all(Progress, OF, who=player)


def put_progress(tx: Tx, reached: Progress) -> None:
    """Insert or update the progress in a course."""
    tx.run(PUT, **to_columns(reached))


def delete_progress(tx: Tx, player: int, course: str) -> None:
    """Delete the progress in a completed course."""
    tx.run(FORGET, who=player, named=course)
