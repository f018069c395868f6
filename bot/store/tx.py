"""Transactions, and the statements in them.

Everything here runs on the thread of a connection. A transaction runs from begin to end without
interruption, so a caller that is cancelled leaves nothing half done.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Protocol

from sqlalchemy.engine import Dialect

from bot.store.row_mapper import V, from_row
from bot.store.statement import Row, Statement


@dataclass(slots=True)
class StatementCounts:
    """Usage counters of a database since it was opened."""

    statements: int = 0
    reads: int = 0
    """Read transactions."""
    writes: int = 0
    """Write transactions."""
    moves: int = 0
    """Moves that were stored and committed."""
    on_statement: Callable[[str], None] | None = None
    """Called with the SQL of each statement, for tests."""
    on_phase: Callable[[str, str, float], None] | None = None
    """Called for each transaction with its kind, a phase and the seconds it took.

    The kind is "read" or "write". Phases are "wait", until the transaction began, and "hold", until
    it ended. The call comes from the thread of the connection.
    """


class Connection(Protocol):
    """A connection to a database, used by one thread."""

    dialect: Dialect
    process: int
    """The number of this process, for claims."""
    query_only: bool

    def begin(self) -> None:
        """Begin a transaction, and connect first if necessary."""

    def execute(self, sql: str, values: Sequence[Any]) -> tuple[Sequence[Any], int]:
        """Run a statement. Returns its rows and the number of rows it changed."""

    def execute_many(self, sql: str, values: Sequence[Sequence[Any]]) -> None:
        """Run a statement once for each of these value lists."""

    def commit(self) -> None:
        """Commit the transaction."""

    def roll_back(self) -> None:
        """Roll back the transaction, and disconnect if that fails. Never raises."""

    def close(self) -> None:
        """Close the connection. Harmless if repeated."""


class Tx:
    """An open transaction. Query functions take it as their first argument."""

    __slots__ = ("_connection", "_on_statement", "dialect", "moves", "process", "statements")

    def __init__(self, connection: Connection, counts: StatementCounts) -> None:
        self._connection: Connection | None = connection
        self.dialect = connection.dialect
        self.process = connection.process
        self._on_statement = counts.on_statement
        self.statements = 0
        """Statements that were run in this transaction."""
        self.moves = 0
        """Moves that were stored in this transaction."""

    def rows(self, statement: Statement, /, **values: object) -> list[Row]:
        """Return all rows of a statement."""
        sql, places = statement.bind(values, self.dialect)
        return statement.to_rows(self._run_here(sql).execute(sql, places)[0])

    def row(self, statement: Statement, /, **values: object) -> Row | None:
        """Return the first row, or None."""
        rows = self.rows(statement, **values)
        return rows[0] if rows else None

    def all(self, kind: type[V], statement: Statement, /, **values: object) -> list[V]:
        """Return all rows as instances of this dataclass."""
        return [from_row(kind, row) for row in self.rows(statement, **values)]

    def one(self, kind: type[V], statement: Statement, /, **values: object) -> V | None:
        """Return the first row as an instance of this dataclass, or None."""
        row = self.row(statement, **values)
        return None if row is None else from_row(kind, row)

    def value(self, statement: Statement, /, **values: object) -> Any:
        """Return the first column of the first row, or None."""
        sql, places = statement.bind(values, self.dialect)
        tuples = self._run_here(sql).execute(sql, places)[0]
        return tuples[0][0] if tuples else None

    def column(self, statement: Statement, /, **values: object) -> list[Any]:
        """Return the first column of all rows."""
        sql, places = statement.bind(values, self.dialect)
        return [row[0] for row in self._run_here(sql).execute(sql, places)[0]]

    def run(self, statement: Statement, /, **values: object) -> int:
        """Run a statement that changes rows. Returns their number."""
        sql, places = statement.bind(values, self.dialect)
        return self._run_here(sql).execute(sql, places)[1]

    def new_id(self, statement: Statement, /, **values: object) -> int:
        """Insert a row. Returns its id, which the statement must return."""
        return int(self.value(statement, **values))

    def many(self, statement: Statement, parameters: Iterable[dict[str, object]]) -> None:
        """Run a statement once for each of these parameter sets, in one database call."""
        bound = [statement.bind(values, self.dialect) for values in parameters]
        if bound:
            sql = bound[0][0]
            self._run_here(sql).execute_many(sql, [places for _, places in bound])

    def count_move(self) -> None:
        """Count a stored move. The count takes effect when the transaction is committed."""
        self.moves += 1

    def end(self) -> None:
        """End the transaction: later statements raise `RuntimeError`."""
        self._connection = None

    def _run_here(self, sql: str) -> Connection:
        if self._connection is None:
            raise RuntimeError("This transaction is over.")
        self.statements += 1
        if self._on_statement is not None:
            self._on_statement(sql)
        return self._connection


@contextmanager
def transaction(
    connection: Connection, counts: StatementCounts, *, asked: float | None = None
) -> Iterator[Tx]:
    """Run a transaction on this thread: commit as a whole, or roll back if an error is raised.

    `asked` is the `perf_counter` time at which the caller asked for it.
    """
    connection.begin()
    began = perf_counter()
    tx = Tx(connection, counts)
    try:
        yield tx
        tx.end()
        if not connection.query_only:
            connection.commit()
            counts.moves += tx.moves
    except BaseException:
        connection.roll_back()
        raise
    else:
        if connection.query_only:
            connection.roll_back()
    finally:
        tx.end()
        counts.statements += tx.statements
        if counts.on_phase is not None:
            kind = "read" if connection.query_only else "write"
            counts.on_phase(kind, "wait", began - (began if asked is None else asked))
            counts.on_phase(kind, "hold", perf_counter() - began)
