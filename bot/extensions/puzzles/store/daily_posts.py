"""Rows of daily posts: guilds in which the daily puzzle is posted."""

from collections.abc import Iterator

from bot.extension_api.transactions import DueRows, Tx, delete_rows, select_rows, to_columns, upsert
from bot.extensions.puzzles.models import DailyChannel
from bot.extensions.puzzles.tables import daily_posts

_GET, _PUT = select_rows(daily_posts, "guild"), upsert(daily_posts)
_REMOVE = delete_rows(daily_posts, "guild")
_DUE = DueRows(daily_posts.c.due_at)


def get_daily_place(tx: Tx, guild: int) -> DailyChannel | None:
    """Return the daily post settings of this guild, or None."""
    return tx.one(DailyChannel, _GET, guild=guild)


def put_daily_place(tx: Tx, channel: DailyChannel) -> None:
    """Insert or update the daily post settings of a guild."""
    tx.run(_PUT, **to_columns(channel))


def remove_daily_place(tx: Tx, guild: int) -> None:
    """Turn daily posts off in this guild."""
    tx.run(_REMOVE, guild=guild)


def due_places(tx: Tx, now: int, limit: int) -> Iterator[DailyChannel]:
    """Yield up to `limit` guilds whose post is due, the most overdue first."""
    return _DUE.each(tx, DailyChannel, now, limit)
