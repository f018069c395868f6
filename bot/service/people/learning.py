"""Courses of lessons: where a person is, so that they can go on after days."""

from bot.store import Tx, players
from bot.store import progress as rows
from bot.store.values import Progress


async def current(tx: Tx, player: int, course: str | None = None) -> Progress | None:
    """Where this person is in a course, or in the one that they were at last."""
    found = await rows.of(tx, player)
    return next((here for here in found if course in (None, here.course)), None)


async def go(
    tx: Tx, player: int, course: str, lesson: int, position: str = "", *, now: int
) -> None:
    """From now on they are at this lesson, and in a race in this position."""
    await players.ensure(tx, [player], now)
    await rows.put(tx, Progress(player, course, lesson, position, now))
