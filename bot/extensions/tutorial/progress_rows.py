"""Rows of lesson progress."""

from dataclasses import dataclass

from sqlalchemy import delete, select

from bot.extension_api.transactions import Statement, Tx, equal, insert_row
from bot.extensions.tutorial.tables import lesson_progress


@dataclass(frozen=True, slots=True)
class Progress:
    """A player's progress in a course of lessons."""

    player: int
    course: str
    lesson: int
    """The number of the current lesson."""
    position: str
    """The position of the current race against the computer; empty if there is none."""
    at: int


OF = Statement(
    select(lesson_progress)
    .where(equal(lesson_progress, "player"))
    .order_by(lesson_progress.c.at.desc(), lesson_progress.c.course)
)
PUT = insert_row(lesson_progress, existing="update")
FORGET = Statement(delete(lesson_progress).where(equal(lesson_progress, "player", "course")))


def courses_of(tx: Tx, player: int) -> list[Progress]:
    """Return this player's progress in all courses, most recently used first."""
    return tx.all(Progress, OF, player=player)


def put_progress(tx: Tx, reached: Progress) -> None:
    """Insert or update the progress in a course."""
    tx.run(PUT, reached)


def delete_progress(tx: Tx, player: int, course: str) -> None:
    """Delete the progress in a completed course."""
    tx.run(FORGET, player=player, course=course)
