"""Test data: a player's rows in the table of the tutorial extension."""

from bot.extensions.tutorial import lesson_progress
from bot.store import Tx


def leave(tx: Tx, player: int, *, match: int, guild: int, now: int) -> None:
    """Start a course of lessons."""
    lesson_progress.save_progress(tx, player, "halma", 12, now=now)
