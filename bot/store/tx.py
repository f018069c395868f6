"""Transactions, and the statements in them.

A caller may be cancelled at any statement. Queued statements still run in order, the transaction is
rolled back, and the connection returns to its pool in the same step, so that no other caller is
blocked. A commit that has begun finishes first.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass
from time import perf_counter
from types import TracebackType
from typing import Any, TypeVar

from bot.store.row_mapper import V, from_row
from bot.store.sqlite_connection import Connection, ConnectionPool
from bot.store.statement import Row, Statement
from bot.store.write_watchdog import WriteWatchdog

T = TypeVar("T")


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
    it ended.
    """


class Tx:
    """An open transaction. Query functions take it as their first argument."""

    __slots__ = ("_connection", "_counts", "dialect", "moves", "process")

    def __init__(self, connection: Connection, counts: StatementCounts) -> None:
        self._connection: Connection | None = connection
        self.dialect = connection.dialect
        self.process = connection.process
        self._counts = counts
        self.moves = 0
        """Moves that were stored in this transaction."""

    async def rows(self, statement: Statement, /, **values: object) -> list[Row]:
        """Return all rows of a statement."""
        sql, places = statement.bind(values, self.dialect)
        return statement.to_rows(await self._run_here(sql).rows(sql, places))

    async def row(self, statement: Statement, /, **values: object) -> Row | None:
        """Return the first row, or None."""
        rows = await self.rows(statement, **values)
        return rows[0] if rows else None

    async def all(self, kind: type[V], statement: Statement, /, **values: object) -> list[V]:
        """Return all rows as values of this dataclass."""
        return [from_row(kind, row) for row in await self.rows(statement, **values)]

    async def one(self, kind: type[V], statement: Statement, /, **values: object) -> V | None:
        """Return the first row as a value of this dataclass, or None."""
        row = await self.row(statement, **values)
        return None if row is None else from_row(kind, row)

    async def value(self, statement: Statement, /, **values: object) -> Any:
        """Return the first column of the first row, or None."""
        sql, places = statement.bind(values, self.dialect)
        tuples = await self._run_here(sql).rows(sql, places)
        return tuples[0][0] if tuples else None

    async def column(self, statement: Statement, /, **values: object) -> list[Any]:
        """Return the first column of all rows."""
        sql, places = statement.bind(values, self.dialect)
        tuples = await self._run_here(sql).rows(sql, places)
        return [row[0] for row in tuples]

    async def run(self, statement: Statement, /, **values: object) -> int:
        """Run a statement that changes rows. Returns their number."""
        sql, places = statement.bind(values, self.dialect)
        return await self._run_here(sql).change(sql, places)

    async def new_id(self, statement: Statement, /, **values: object) -> int:
        """Insert a row. Returns its id, which the statement must return."""
        return int(await self.value(statement, **values))

    async def many(self, statement: Statement, parameters: Iterable[dict[str, object]]) -> None:
        """Run a statement once for each of these parameter sets, in one database call."""
        bound = [statement.bind(values, self.dialect) for values in parameters]
        if bound:
            sql = bound[0][0]
            await self._run_here(sql).change_many(sql, [places for _, places in bound])

    def count_move(self) -> None:
        """Count a stored move. The count takes effect when the transaction is committed."""
        self.moves += 1

    def end(self) -> None:
        """End the transaction: later statements raise `RuntimeError`."""
        self._connection = None

    def _run_here(self, sql: str) -> Connection:
        if self._connection is None:
            raise RuntimeError("This transaction is over.")
        self._counts.statements += 1
        if self._counts.on_statement is not None:
            self._counts.on_statement(sql)
        return self._connection


class Transaction(AbstractAsyncContextManager[Tx, None]):
    """Context manager of `store.read()` and `store.write()`.

    `async with` opens the transaction. This is a class, because a generator-based context
    manager that is closed during an `await` would have to be awaited again.
    """

    __slots__ = (
        "_began",
        "_committed",
        "_connection",
        "_counts",
        "_patience",
        "_pool",
        "_tx",
    )

    def __init__(
        self,
        pool: ConnectionPool,
        counts: StatementCounts,
        *,
        committed: Callable[[], None] | None = None,
        patience: WriteWatchdog | None = None,
    ) -> None:
        self._pool = pool
        self._counts = counts
        self._committed = committed
        self._patience = patience

    async def __aenter__(self) -> Tx:
        asked = perf_counter()
        with self._patience or nullcontext():
            connection = await self._pool.acquire()
            try:
                await connection.begin()
            except BaseException:
                self._pool.release(connection)
                raise
        self._connection, self._tx = connection, Tx(connection, self._counts)
        self._began = perf_counter()
        self._report_phase("wait", self._began - asked)
        return self._tx

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._tx.end()
        if kind is not None or self._committed is None:
            self._pool.release(self._connection)  # the pool rolls back
            self._report_phase("hold", perf_counter() - self._began)
            return
        task = asyncio.ensure_future(self._commit(self._committed))
        task.add_done_callback(lambda _: self._pool.release(self._connection))
        await shield_until_done(task)
        self._report_phase("hold", perf_counter() - self._began)

    def _report_phase(self, phase: str, seconds: float) -> None:
        if self._counts.on_phase is not None:
            kind = "read" if self._committed is None else "write"
            self._counts.on_phase(kind, phase, seconds)

    async def _commit(self, committed: Callable[[], None]) -> None:
        await self._connection.commit()
        self._counts.moves += self._tx.moves
        committed()


async def shield_until_done(step: Awaitable[T]) -> T:
    """Wait for a step to finish, even if the caller is cancelled. Returns its result.

    A cancellation is raised after the step has finished.
    """
    task = asyncio.ensure_future(step)
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        if not task.cancelled():
            task.exception()  # marks it as retrieved
        raise cancelled
    return task.result()
