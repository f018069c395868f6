"""Rows of daily posts: guilds in which the daily puzzle is posted."""

from sqlalchemy import bindparam, delete, select

from bot.extensions.puzzles.store.puzzle_tables import daily_posts
from bot.store.models import DailyPlace
from bot.store.row_mapper import columns
from bot.store.statement import Statement, longest_due, upsert
from bot.store.tx import Tx

_HERE = daily_posts.c.guild == bindparam("server")
_GET = Statement(select(daily_posts).where(_HERE))
_PUT = upsert(daily_posts)
_REMOVE = Statement(delete(daily_posts).where(_HERE))
_DUE = longest_due(daily_posts.c.due_at)


async def get(tx: Tx, guild: int) -> DailyPlace | None:
    """Return the daily post settings of this guild, or None."""
    return await tx.one(DailyPlace, _GET, server=guild)


async def put(tx: Tx, place: DailyPlace) -> None:
    """Insert or update the daily post settings of a guild."""
    await tx.run(_PUT, **columns(place))


async def remove(tx: Tx, guild: int) -> None:
    """Turn daily posts off in this guild."""
    await tx.run(_REMOVE, server=guild)


async def due(tx: Tx, now: int, most: int) -> list[DailyPlace]:
    """Return up to `most` guilds whose post is due, longest due first."""
    return await tx.all(DailyPlace, _DUE, now=now, most=most)
