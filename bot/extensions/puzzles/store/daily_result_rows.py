"""Rows of daily results. A day is a number of days since 1970, in UTC."""

from collections.abc import Iterator

from sqlalchemy import bindparam, delete, func, literal_column, select

from bot.extension_api.tables import settings
from bot.extension_api.transactions import DueRows, Statement, Tx, equal, insert_row
from bot.extensions.puzzles.models import DailyChannel, DailyResult, Solver
from bot.extensions.puzzles.tables import dailies, daily_posts

_ADD = insert_row(dailies, existing="keep")
_DAYS = Statement(
    select(dailies.c.day).where(
        dailies.c.player == bindparam("person"),
        dailies.c.at < (dailies.c.day + 1) * literal_column("86400"),
    )
)
_NUMBER = Statement(select(func.count()).where(dailies.c.day == bindparam("on")))
_NAMED = settings.c.show_name == literal_column("1")
_SOLVERS = Statement(
    select(
        dailies.c.player,
        func.count().label("days"),
        func.sum(dailies.c.hints_used).label("hints_used"),
    )
    .join(settings, settings.c.player == dailies.c.player)
    .where(
        _NAMED,
        dailies.c.guild == bindparam("server"),
        dailies.c.day.between(bindparam("first"), bindparam("last")),
        dailies.c.at < (dailies.c.day + 1) * literal_column("86400"),
    )
    .group_by(dailies.c.player)
    .order_by(
        func.count().desc(),
        func.sum(dailies.c.hints_used),
        func.max(dailies.c.at),
        dailies.c.player,
    )
    .limit(bindparam("most"))
)


_MOST_SOLVED = Statement(
    select(dailies.c.day, func.count().label("solvers"))
    .where(
        dailies.c.guild == bindparam("server"),
        dailies.c.at > bindparam("after"),
        dailies.c.at <= bindparam("until"),
    )
    .group_by(dailies.c.day)
    .order_by(func.count().desc(), dailies.c.day.desc())
    .limit(1)
)


def add_daily(tx: Tx, daily: DailyResult) -> None:
    """Insert a result. No-op if the player already has a result for that day."""
    tx.run(_ADD, daily)


def solved_days(tx: Tx, player: int) -> list[int]:
    """Return the days whose puzzle this player solved on the day itself."""
    return tx.column(_DAYS, person=player)


def count_solvers(tx: Tx, day: int) -> int:
    """Return how many players have solved a day's puzzle."""
    count: int = tx.value(_NUMBER, on=day)
    return count


def list_solvers(tx: Tx, guild: int, first: int, last: int, limit: int) -> list[Solver]:
    """Return the best solvers in a guild over a range of days.

    Only puzzles solved on their day count, and only players who show their name are included.
    Players with more days come first, then those with fewer hints, then those whose last solution
    is earlier.
    """
    return tx.all(Solver, _SOLVERS, server=guild, first=first, last=last, most=limit)


def most_solved(tx: Tx, guild: int, since: int, until: int) -> tuple[int, int] | None:
    """Return the day whose puzzle most players of a guild solved in a period.

    Returns the day and the number of these players, or None if nobody solved one.
    """
    row = tx.row(_MOST_SOLVED, server=guild, after=since, until=until)
    return None if row is None else (row.day, row.solvers)


_GET = Statement(select(daily_posts).where(equal(daily_posts, "guild")))
_PUT = insert_row(daily_posts, existing="update")
_REMOVE = Statement(delete(daily_posts).where(equal(daily_posts, "guild")))
_DUE = DueRows(daily_posts.c.due_at)


def get_daily_place(tx: Tx, guild: int) -> DailyChannel | None:
    """Return the daily post settings of this guild, or None."""
    return tx.one(DailyChannel, _GET, guild=guild)


def put_daily_place(tx: Tx, channel: DailyChannel) -> None:
    """Insert or update the daily post settings of a guild."""
    tx.run(_PUT, channel)


def remove_daily_place(tx: Tx, guild: int) -> None:
    """Turn daily posts off in this guild."""
    tx.run(_REMOVE, guild=guild)


def due_places(tx: Tx, now: int, limit: int) -> Iterator[DailyChannel]:
    """Yield up to `limit` guilds whose post is due, the most overdue first."""
    return _DUE.each(tx, DailyChannel, now, limit)
