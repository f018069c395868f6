"""Rows of weekly posts, and the matches of a week."""

from collections.abc import Iterator

from sqlalchemy import bindparam, delete, func, literal_column, select

from bot.extension_api.tables import matches
from bot.extension_api.transactions import DueRows, Statement, Tx, equal, insert_row
from bot.extensions.following.models import WeekChannel
from bot.extensions.following.tables import week_posts

_GET = Statement(select(week_posts).where(equal(week_posts, "guild")))
_PUT = insert_row(week_posts, existing="update")
_REMOVE = Statement(delete(week_posts).where(equal(week_posts, "guild")))
_DUE = DueRows(week_posts.c.due_at)
_FINISHED = (
    matches.c.guild == bindparam("server"),
    matches.c.status == literal_column("'finished'"),
    matches.c.ended_at > bindparam("after"),
    matches.c.ended_at <= bindparam("until"),
)
_COUNT = Statement(select(func.count()).where(*_FINISHED))
_NEWEST = Statement(
    select(matches.c.id)
    .where(*_FINISHED)
    .order_by(matches.c.ended_at.desc(), matches.c.id.desc())
    .limit(bindparam("most"))
)


def get_channel(tx: Tx, guild: int) -> WeekChannel | None:
    """Return where the weekly posts of this guild go, or None."""
    return tx.one(WeekChannel, _GET, guild=guild)


def put_channel(tx: Tx, channel: WeekChannel) -> None:
    """Insert or update the row of a guild."""
    tx.run(_PUT, channel)


def remove_channel(tx: Tx, guild: int) -> None:
    """Turn weekly posts off in this guild."""
    tx.run(_REMOVE, guild=guild)


def due_channels(tx: Tx, now: int, limit: int) -> Iterator[WeekChannel]:
    """Yield up to `limit` guilds whose post is due, the most overdue first."""
    return _DUE.each(tx, WeekChannel, now, limit)


def count_finished(tx: Tx, guild: int, since: int, until: int) -> int:
    """Return how many matches of a guild were finished in a period."""
    count: int = tx.value(_COUNT, server=guild, after=since, until=until)
    return count


def newest_finished(tx: Tx, guild: int, since: int, until: int, limit: int) -> list[int]:
    """Return the matches of a guild that were finished in a period, newest first."""
    return tx.column(_NEWEST, server=guild, after=since, until=until, most=limit)
