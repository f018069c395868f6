"""Lesson progress: lets a player resume a course later."""

from bot.extensions.tutorial import progress_rows
from bot.store import Tx, player_rows
from bot.store.models import Progress


async def current(tx: Tx, player: int, course: str | None = None) -> Progress | None:
    """Return this player's progress in a course, or in the one they used last."""
    found = await progress_rows.of(tx, player)
    return next((here for here in found if course in (None, here.course)), None)


async def go(
    tx: Tx, player: int, course: str, lesson: int, position: str = "", *, now: int
) -> None:
    """Set this player's current lesson and, in a race, the position."""
    await player_rows.ensure(tx, [player], now)
    await progress_rows.put(tx, Progress(player, course, lesson, position, now))
