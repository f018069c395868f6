"""Transactions and their statements.

This code runs on the thread of a connection. A transaction runs without interruption, so the
cancellation of its caller leaves nothing half done.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeAlias

from bot.store.driver.row_mapper import V, from_row, to_columns
from bot.store.driver.sqlite_connection import SqliteConnection
from bot.store.driver.statement import Row, Statement
from bot.store.models import Match

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from bot.store.driver.postgres_connection import PostgresConnection

Connection: TypeAlias = "SqliteConnection | PostgresConnection"
"""A connection to a database, used by one thread. Both classes have the same methods."""


@dataclass(slots=True)
class StatementCounts:
    """Usage counters of a database since it was opened."""

    statements: int = 0
    reads: int = 0
    """Number of read transactions."""
    writes: int = 0
    """Number of write transactions."""
    moves: int = 0
    """Number of moves that were stored and committed."""
    on_statement: Callable[[str], None] | None = None
    """Called with the SQL of each statement, for tests."""
    on_phase: Callable[[str, str, float], None] | None = None
    """Called for each transaction with its kind, a phase and the seconds it took.

    The kind is "read" or "write". Phases are "wait", until the transaction began, and "hold", until
    it ended. The call comes from the thread of the connection.
    """


class Tx:
    """An open transaction. Query functions take it as their first argument."""

    def __init__(self, connection: Connection, counts: StatementCounts) -> None:
        self._connection: Connection | None = connection
        self._counts = counts
        self.dialect, self.process = connection.dialect, connection.process
        self.moves = 0
        """Number of moves stored in this transaction. Counted once it is committed."""
        self.saved_matches: list[Match] = []
        """Matches changed in this transaction, as they were saved."""
        self._caches: dict[frozenset[str], dict[Any, Any]] = {}

    def cache(self, tables: frozenset[str]) -> dict[Any, Any]:
        """Return the values that this transaction has loaded from these tables, by key.

        The caller adds what it loads. A change of one of the tables empties the cache.
        """
        return self._caches.setdefault(tables, {})

    def rows(self, statement: Statement, /, **values: object) -> list[Row]:
        """Return all rows of a statement."""
        return statement.to_rows(self._result(statement, values)[0])

    def row(self, statement: Statement, /, **values: object) -> Row | None:
        """Return the first row, or None."""
        return next(iter(self.rows(statement, **values)), None)

    def all(self, kind: type[V], statement: Statement, /, **values: object) -> list[V]:
        """Return all rows as instances of this dataclass."""
        return [from_row(kind, row) for row in self.rows(statement, **values)]

    def one(self, kind: type[V], statement: Statement, /, **values: object) -> V | None:
        """Return the first row as an instance of this dataclass, or None."""
        return next(iter(self.all(kind, statement, **values)), None)

    def value(self, statement: Statement, /, **values: object) -> Any:
        """Return the first column of the first row, or None."""
        return next(iter(self.column(statement, **values)), None)

    def column(self, statement: Statement, /, **values: object) -> list[Any]:
        """Return the first column of all rows."""
        return [row[0] for row in self._result(statement, values)[0]]

    def run(
        self, statement: Statement, instance: DataclassInstance | None = None, /, **values: object
    ) -> int:
        """Run a statement that changes rows. Returns their number.

        The fields of `instance` are bound to the parameters of the same name, converted for the
        database.
        """
        if instance is not None:
            values = self._fields(statement, instance) | values
        return self._result(statement, values)[1]

    def new_id(
        self, statement: Statement, instance: DataclassInstance | None = None, /, **values: object
    ) -> int:
        """Insert a row, as `run` does, and return its id. The statement must return it."""
        if instance is not None:
            values = self._fields(statement, instance) | values
        return int(self.value(statement, **values))

    def many(
        self, statement: Statement, parameters: Iterable[dict[str, object] | DataclassInstance]
    ) -> None:
        """Run a statement once for each of these parameter sets, in one database call.

        A parameter set may be an instance of a dataclass, as in `run`.
        """
        bound = [
            statement.bind(
                values if isinstance(values, dict) else self._fields(statement, values),
                self.dialect,
            )
            for values in parameters
        ]
        if bound:
            sql = bound[0][0]
            self._run_here(statement, sql).execute_many(sql, [places for _, places in bound])

    def end(self) -> None:
        """End the transaction: later statements raise `RuntimeError`.

        Safe to call from any thread: a transaction in progress then rolls back at its next
        statement, or commits if there is none.
        """
        self._connection = None

    def _fields(self, statement: Statement, instance: DataclassInstance) -> dict[str, Any]:
        """Return the values of the fields that a statement binds."""
        required = statement.required(self.dialect)
        columns = to_columns(instance)
        return {name: columns[name] for name in required if name in columns}

    def _result(self, statement: Statement, values: dict[str, object]) -> tuple[Sequence[Any], int]:
        sql, places = statement.bind(values, self.dialect)
        return self._run_here(statement, sql).execute(sql, places)

    def _run_here(self, statement: Statement, sql: str) -> Connection:
        connection = self._connection
        if connection is None:
            raise RuntimeError("This transaction is over.")
        self._counts.statements += 1
        if self._counts.on_statement is not None:
            self._counts.on_statement(sql)
        for tables, loaded in self._caches.items():
            if statement.changes in tables:
                loaded.clear()
        return connection


@contextmanager
def transaction(
    connection: Connection, counts: StatementCounts, *, asked: float | None = None
) -> Iterator[Tx]:
    """Run a transaction on this thread: commit it, or roll back if an error is raised.

    A read transaction ends with a commit as well, because psycopg drops all prepared statements
    after a rollback. If a transaction cannot begin or roll back, the connection is closed, and the
    next transaction reconnects. `asked` is the `perf_counter` time at which the caller requested
    the transaction.
    """
    try:
        connection.begin()
    except BaseException:
        connection.close()
        raise
    began = perf_counter()
    tx = Tx(connection, counts)
    try:
        yield tx
        tx.end()
        connection.commit()
        counts.moves += tx.moves
    except BaseException:
        try:
            connection.roll_back()
        except sqlite3.Error:
            connection.close()
        raise
    finally:
        tx.end()
        if counts.on_phase is not None:
            kind = "read" if connection.query_only else "write"
            counts.on_phase(kind, "wait", began - (began if asked is None else asked))
            counts.on_phase(kind, "hold", perf_counter() - began)
