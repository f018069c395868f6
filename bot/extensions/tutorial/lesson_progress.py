"""Courses of lessons: where a person is, so that they can go on after days."""

from bot.extensions.tutorial import progress_rows
from bot.store import Tx, player_rows
from bot.store.models import Progress


async def current(tx: Tx, player: int, course: str | None = None) -> Progress | None:
    """Where this person is in a course, or in the one that they were at last."""
    found = await progress_rows.of(tx, player)
    return next((here for here in found if course in (None, here.course)), None)


async def go(
    tx: Tx, player: int, course: str, lesson: int, position: str = "", *, now: int
) -> None:
    """From now on they are at this lesson, and in a race in this position."""
    await player_rows.ensure(tx, [player], now)
    await progress_rows.put(tx, Progress(player, course, lesson, position, now))
