"""Lesson progress: lets a player resume a course later."""

from bot.extension_api.people import ensure_players
from bot.extension_api.transactions import Tx
from bot.extensions.tutorial import progress_rows
from bot.extensions.tutorial.progress_rows import Progress


def current_progress(tx: Tx, player: int, course: str | None = None) -> Progress | None:
    """Return this player's progress in a course, or None.

    If `course` is None, returns the progress in the course used last.
    """
    courses = progress_rows.courses_of(tx, player)
    return next((progress for progress in courses if course in (None, progress.course)), None)


def save_progress(
    tx: Tx, player: int, course: str, lesson: int, position: str = "", *, now: int
) -> None:
    """Set this player's current lesson and, in a race, the position."""
    ensure_players(tx, [player], now)
    progress_rows.put_progress(tx, Progress(player, course, lesson, position, now))
