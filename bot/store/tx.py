"""A transaction, and the statements in it: each is one hop to the database and back at most.

A caller may be cancelled, or closed, at any of them. What is then asked already is still done, in its
order; the transaction is undone; and the connection goes back to its pool in the same step, so that
nothing is left that could hold up others. A commit that has begun is finished first.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass
from time import perf_counter
from types import TracebackType
from typing import Any, TypeVar

from bot.store.row_mapper import V, value
from bot.store.sqlite_connection import Connection, Pool
from bot.store.statement import Row, Statement
from bot.store.write_watchdog import Patience

T = TypeVar("T")


@dataclass(slots=True)
class Counts:
    """What was asked of a database since it was opened."""

    statements: int = 0
    reads: int = 0
    """Transactions that only read."""
    writes: int = 0
    """Transactions that may write."""
    moves: int = 0
    """Moves that were written down and committed."""
    heard: Callable[[str], None] | None = None
    """Is told the text of each statement; for tests."""
    timed: Callable[[str, str, float], None] | None = None
    """Is told of each transaction ("read", "write") the seconds until it began ("wait") and from
    then until it was over ("hold")."""


class Tx:
    """An open transaction; query functions take it as their first argument."""

    __slots__ = ("_connection", "_counts", "dialect", "moves", "process")

    def __init__(self, connection: Connection, counts: Counts) -> None:
        self._connection: Connection | None = connection
        self.dialect = connection.dialect
        self.process = connection.process
        self._counts = counts
        self.moves = 0
        """Moves that were written down in this transaction."""

    async def rows(self, statement: Statement, /, **values: object) -> list[Row]:
        """All rows that it finds."""
        sql, places = statement.bind(values, self.dialect)
        return statement.read(await self._here(sql).rows(sql, places))

    async def row(self, statement: Statement, /, **values: object) -> Row | None:
        """The first row that it finds, None if there is none."""
        found = await self.rows(statement, **values)
        return found[0] if found else None

    async def all(self, kind: type[V], statement: Statement, /, **values: object) -> list[V]:
        """All rows that it finds, as values of this kind."""
        return [value(kind, row) for row in await self.rows(statement, **values)]

    async def one(self, kind: type[V], statement: Statement, /, **values: object) -> V | None:
        """The first of them, None if there is none."""
        row = await self.row(statement, **values)
        return None if row is None else value(kind, row)

    async def value(self, statement: Statement, /, **values: object) -> Any:
        """The first column of the first row, None if there is none."""
        sql, places = statement.bind(values, self.dialect)
        found = await self._here(sql).rows(sql, places)
        return found[0][0] if found else None

    async def column(self, statement: Statement, /, **values: object) -> list[Any]:
        """The first column of all rows."""
        sql, places = statement.bind(values, self.dialect)
        found = await self._here(sql).rows(sql, places)
        return [row[0] for row in found]

    async def run(self, statement: Statement, /, **values: object) -> int:
        """Change something; how many rows."""
        sql, places = statement.bind(values, self.dialect)
        return await self._here(sql).change(sql, places)

    async def new_id(self, statement: Statement, /, **values: object) -> int:
        """Insert a row; the number that it got, which the statement returns."""
        return int(await self.value(statement, **values))

    async def many(self, statement: Statement, each: Iterable[dict[str, object]]) -> None:
        """Run one statement for each of these, in one hop; it answers nothing."""
        bound = [statement.bind(values, self.dialect) for values in each]
        if bound:
            sql = bound[0][0]
            await self._here(sql).change_many(sql, [places for _, places in bound])

    def moved(self) -> None:
        """A move was written down. It counts when the transaction is committed."""
        self.moves += 1

    def end(self) -> None:
        """Nothing can be asked any more."""
        self._connection = None

    def _here(self, sql: str) -> Connection:
        if self._connection is None:
            raise RuntimeError("This transaction is over.")
        self._counts.statements += 1
        if self._counts.heard is not None:
            self._counts.heard(sql)
        return self._connection


class Transaction(AbstractAsyncContextManager[Tx, None]):
    """What `store.read()` and `store.write()` give: `async with` it, a transaction is open.

    It is no generator: one that is closed in the middle of an `await` must itself be awaited again.
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
        pool: Pool,
        counts: Counts,
        *,
        committed: Callable[[], None] | None = None,
        patience: Patience | None = None,
    ) -> None:
        self._pool = pool
        self._counts = counts
        self._committed = committed
        self._patience = patience

    async def __aenter__(self) -> Tx:
        asked = perf_counter()
        with self._patience or nullcontext():
            connection = await self._pool.take()
            try:
                await connection.begin()
            except BaseException:
                self._pool.give_back(connection)
                raise
        self._connection, self._tx = connection, Tx(connection, self._counts)
        self._began = perf_counter()
        self._timed("wait", self._began - asked)
        return self._tx

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._tx.end()
        if kind is not None or self._committed is None:
            self._pool.give_back(self._connection)  # which undoes what it did
            self._timed("hold", perf_counter() - self._began)
            return
        task = asyncio.ensure_future(self._commit(self._committed))
        task.add_done_callback(lambda _: self._pool.give_back(self._connection))
        await to_the_end(task)
        self._timed("hold", perf_counter() - self._began)

    def _timed(self, phase: str, seconds: float) -> None:
        if self._counts.timed is not None:
            kind = "read" if self._committed is None else "write"
            self._counts.timed(kind, phase, seconds)

    async def _commit(self, committed: Callable[[], None]) -> None:
        await self._connection.commit()
        self._counts.moves += self._tx.moves
        committed()


async def to_the_end(step: Awaitable[T]) -> T:
    """What a step answers; a cancellation meanwhile is raised when the step is done."""
    task = asyncio.ensure_future(step)
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        if not task.cancelled():
            task.exception()  # looked at: it matters no more
        raise cancelled
    return task.result()
