"""Stored times that are later than now, because the system clock was ahead.

What was recorded while it was ahead is moved to the present, and the times that depend on it move
along. Due times that were computed meanwhile are moved by the same amount. The `info` of each
column says what its time means (`bot.store.tables.base`).
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    BindParameter,
    Column,
    ColumnElement,
    Update,
    bindparam,
    case,
    func,
    select,
    update,
)

from bot.store.driver.statement import Statement
from bot.store.driver.tx import Tx
from bot.store.tables import columns_marked
from bot.store.tables.base import DAILY, DUE, PAST, PLANNED

DAY = 86400
TOLERANCE = 60
"""Seconds by which a time may be in the future without being reported.

Processes that share a database need not have exactly the same time.
"""


class FutureTimes(NamedTuple):
    """The rows of a table in which one time is in the future."""

    table: str
    column: str
    rows: int
    latest: int


def find_future_times(tx: Tx, now: int) -> list[FutureTimes]:
    """Return the columns that should contain past times and contain future ones."""
    return list(_find(tx, now + TOLERANCE))


def move_to_present(tx: Tx, *, since: int, ahead: int, now: int) -> int:
    """Correct what was recorded after the system clock was set forward to `since`.

    `ahead` is by how many seconds the clock was ahead. Returns the number of corrected rows.
    """
    for statement in _DUE_EARLIER:
        tx.run(statement, ahead=ahead, since=since)
    # Some times are rounded down to the day.
    return sum(tx.run(each, since=since - DAY, ahead=ahead, now=now) for each in _MOVED)


def cap_daily_times(tx: Tx, now: int) -> None:
    """Move what is done daily to the next day. Whole days keep its time of day."""
    for statement in _DAYS_EARLIER:
        tx.run(statement, now=now)


_NOW: BindParameter[int] = bindparam("now", type_=BigInteger())
_AHEAD: BindParameter[int] = bindparam("ahead", type_=BigInteger())
_SINCE: BindParameter[int] = bindparam("since", type_=BigInteger())


def _counted(column: Column[int]) -> Statement:
    return Statement(
        lambda: select(func.count(), func.max(column)).where(column > bindparam("now"))
    )


def _moved(column: Column[int]) -> Statement:
    """Return a statement that moves a time and its followers to the present."""
    return Statement(lambda: _move(column))


def _move(column: Column[int]) -> Update:
    present: ColumnElement[int] = column - _AHEAD
    if column.info["time"] == "past":
        present = case((column - _AHEAD > _NOW, _NOW), else_=column - _AHEAD)
    values: dict[str, Any] = {
        other.name: other - column + present
        for other in column.table.columns
        if other.info.get("follows") == column.name
    }
    values[column.name] = present
    return update(column.table).where(column >= _SINCE, column > _NOW).values(values)


def _due_earlier(column: Column[int]) -> Statement:
    """Return a statement that moves due times computed while the clock was ahead."""
    return Statement(
        lambda: update(column.table).where(column >= _SINCE).values({column.name: column - _AHEAD})
    )


def _days_earlier(column: Column[int]) -> Statement:
    """Return a statement that subtracts whole days from a due time."""

    def expression() -> Update:
        earlier = column - (column - _NOW) // DAY * DAY
        return update(column.table).where(column > _NOW + DAY).values({column.name: earlier})

    return Statement(expression)


_PAST = columns_marked(PAST)
_COUNTED = {column: _counted(column) for column in _PAST}
_MOVED = [_moved(column) for column in (*_PAST, *columns_marked(PLANNED))]
_DUE_EARLIER = [_due_earlier(column) for column in columns_marked(DUE)]
_DAYS_EARLIER = [_days_earlier(column) for column in columns_marked(DAILY)]


def _find(tx: Tx, latest: int) -> Iterator[FutureTimes]:
    for column, statement in _COUNTED.items():
        rows, newest = tx.rows(statement, now=latest)[0]
        if rows:
            yield FutureTimes(column.table.name, column.name, rows, newest)
