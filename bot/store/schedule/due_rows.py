"""Due rows: read one after another, so that a job never acts on outdated values.

A job handles several due rows in one transaction, and what it does for one of them may change the
others: a ladder moves up when a member becomes inactive. Each row is therefore read when its turn
comes.
"""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Column, and_, bindparam, select

from bot.store.driver.row_mapper import V, from_row
from bot.store.driver.statement import Statement
from bot.store.driver.tx import Tx


class DueRows:
    """The rows of a table whose column `at` is not after a given time."""

    def __init__(self, at: Column[Any]) -> None:
        """Build the statements, as a module constant."""
        self._keys = tuple(at.table.primary_key.columns.keys())
        self._due = due_statement(at)
        same = and_(*(at.table.c[key] == bindparam(f"key_{key}") for key in self._keys))
        self._again = Statement(select(at.table).where(same, at <= bindparam("now")))

    def each(self, tx: Tx, kind: type[V], now: int, limit: int) -> Iterator[V]:
        """Yield up to `limit` due rows as instances of a dataclass, most overdue first.

        A row that is no longer due when its turn comes is skipped.
        """
        for number, row in enumerate(tx.rows(self._due, now=now, most=limit)):
            if number:
                keys = {f"key_{key}": getattr(row, key) for key in self._keys}
                row = tx.row(self._again, now=now, **keys)
            if row is not None:
                yield from_row(kind, row)

    def first(self, tx: Tx, kind: type[V], now: int) -> V | None:
        """Return the most overdue row, or None."""
        return next(self.each(tx, kind, now, 1), None)


def due_statement(at: Column[Any]) -> Statement:
    """Return a statement for up to `most` rows due by `now`, most overdue first."""
    some = select(at.table).where(at <= bindparam("now"))
    return Statement(some.order_by(at, *at.table.primary_key).limit(bindparam("most")))
