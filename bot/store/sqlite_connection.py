"""SQLite connections, each with a thread of its own, and the connection pool.

A statement enters the queue of its thread as soon as it is called, and runs in that order even if
the caller is cancelled. To abandon a transaction it is enough to queue a ROLLBACK: nobody waits for
it, and it precedes the statements of the next borrower.

A recently fast statement runs inline on the event loop when the queue is empty, because a round
trip to the thread costs about ten times as much as a typical statement.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections import deque
from collections.abc import Callable, Coroutine, Iterable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeAlias

import aiosqlite

from bot.store.errors import StoreError
from bot.store.statement import SQLITE

if TYPE_CHECKING:
    from bot.store.postgres_connection import PostgresConnection

BUSY_MS = 10_000
"""Milliseconds that a statement waits for a lock held by another process."""
STATEMENT_CACHE = 500
"""Prepared statements that a connection caches."""
INLINE_LIMIT = 0.002
"""Longest duration of a fast statement, in seconds. Slower ones run in the thread."""
SLOW_PENALTY = 100
"""Runs that a statement stays in the thread after it was slow once."""
INLINE_BUDGET = 0.005
"""Seconds of inline statements before the event loop may run other tasks."""
PRAGMAS = (
    f"busy_timeout = {BUSY_MS}",
    "journal_mode = WAL",
    "synchronous = FULL",
    "secure_delete = ON",  # overwrites deleted data with zeros
    "foreign_keys = ON",
    f"journal_size_limit = {4 * 1024 * 1024}",
)


class _Driver(aiosqlite.Connection):
    """A driver connection that returns only plain values, never cursors.

    A cursor resets its statement when it is destroyed, in whatever thread that happens, such as
    that of the garbage collector. If another cursor is using the same statement, SQLite reports
    "bad parameter or other API misuse". Cursors are therefore closed where they were opened, even
    those that a traceback references.
    """

    def __init__(self, connector: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(connector, iter_chunk_size=0)
        self._queued = self._done = 0
        """Numbers of queued and completed statements; the thread counts the latter."""
        self._fast_score = dict[str, int]()
        """Fast runs of each statement since it was last slow, from -SLOW_PENALTY to 1."""
        self._since = 0.0
        """When inline statements began in this iteration of the loop; 0 if none did."""
        self._stopped: asyncio.Future[Any] | None = None

    def stop(self) -> asyncio.Future[Any] | None:
        """Close after all queued statements, and end the thread. Runs only once."""
        if self._running:
            self._stopped = super().stop()
        return self._stopped

    async def run(self, sql: str, values: Iterable[Any]) -> tuple[list[tuple[Any, ...]], int]:
        """Return the rows of a statement, and the number of rows it changed."""
        if self.is_idle and self._fast_score.get(sql, 0) > 0 and self._within_inline_budget():
            return self._run(sql, values)
        return await self.run_in_thread(sql, values)

    @property
    def is_idle(self) -> bool:
        """Whether all queued statements are done."""
        return self._running and self._queued == self._done

    def roll_back_inline(self) -> None:
        """Roll back inline. Only allowed when idle and if nothing was written."""
        self._conn.rollback()

    async def roll_back_in_thread(self) -> None:
        """Roll back in the thread, after all queued statements."""
        self._queued += 1
        await self._execute(self._run_timed, lambda *_: self._conn.rollback(), "", ())  # type: ignore[no-untyped-call]

    def _within_inline_budget(self) -> bool:
        """Return whether any of the budget for inline statements is left."""
        if not self._since:
            self._since = perf_counter()
            asyncio.get_running_loop().call_soon(self._reset_inline_budget)
        return perf_counter() - self._since < INLINE_BUDGET

    def _reset_inline_budget(self) -> None:
        self._since = 0.0

    async def run_in_thread(
        self, sql: str, values: Iterable[Any]
    ) -> tuple[list[tuple[Any, ...]], int]:
        """Run a statement in the thread, because it may have to wait for a lock."""
        return await self._in_thread(self._run, sql, values)  # type: ignore[no-any-return]

    async def run_many(self, sql: str, values: Iterable[Sequence[Any]]) -> None:
        """Run a statement once for each of these value lists."""
        await self._in_thread(self._run_many, sql, values)

    async def _in_thread(self, work: Callable[..., Any], sql: str, values: Any) -> Any:
        self._queued += 1
        return await self._execute(self._run_timed, work, sql, values)  # type: ignore[no-untyped-call]

    def _run_timed(self, work: Callable[..., Any], sql: str, values: Any) -> Any:
        try:
            return work(sql, values)
        finally:
            self._done += 1

    def _run(self, sql: str, values: Any) -> tuple[list[tuple[Any, ...]], int]:
        began = perf_counter()
        before = self._conn.total_changes
        with closing(self._conn.execute(sql, values)) as cursor:
            result = cursor.fetchall(), self._conn.total_changes - before
        quick = perf_counter() - began < INLINE_LIMIT
        self._fast_score[sql] = min(1, self._fast_score.get(sql, 0) + 1) if quick else -SLOW_PENALTY
        return result

    def _run_many(self, sql: str, values: Iterable[Sequence[Any]]) -> None:
        self._conn.executemany(sql, values).close()


class FileConnection:
    """A connection that connects on first use and has one borrower at a time."""

    dialect = SQLITE
    """The SQL dialect."""
    process = 1
    """The number of this process, for claims."""

    def __init__(self, path: Path, *, query_only: bool) -> None:
        self.path = path
        self._reads = query_only
        self._pragmas = (*PRAGMAS, f"query_only = {'ON' if query_only else 'OFF'}")
        self._driver: _Driver | None = None
        self._stopping: list[tuple[_Driver, asyncio.Future[Any]]] = []
        self._connecting = asyncio.Lock()
        self._closed = False

    async def begin(self) -> None:
        """Begin a transaction. If that fails, the next one reconnects."""
        try:
            if self._reads:  # beginning a read transaction takes no lock
                await self.rows("BEGIN", ())
            else:
                await self.run("BEGIN IMMEDIATE")
        except Exception:
            if self._driver is not None:
                self._stop(self._driver)
                self._driver = None
            raise

    async def run(self, sql: str) -> list[tuple[Any, ...]]:
        """Return the rows of a statement that may have to wait for a lock."""
        driver = self._driver or await self._connect()
        return (await driver.run_in_thread(sql, ()))[0]

    async def commit(self) -> None:
        """Commit the transaction."""
        await self.run("COMMIT")

    async def rows(self, sql: str, values: Sequence[Any]) -> Sequence[Any]:
        """Return the rows of a statement."""
        driver = self._driver or await self._connect()
        return (await driver.run(sql, values))[0]

    async def change(self, sql: str, values: Sequence[Any]) -> int:
        """Return the number of rows that a statement changed."""
        driver = self._driver or await self._connect()
        return (await driver.run(sql, values))[1]

    async def change_many(self, sql: str, values: Iterable[Sequence[Any]]) -> None:
        """Run a statement once for each of these value lists."""
        driver = self._driver or await self._connect()
        await driver.run_many(sql, values)

    def roll_back(self) -> None:
        """Roll back the transaction, if one is open, before all later statements."""
        if self._driver is None:
            return
        if self._reads and self._driver.is_idle:
            self._driver.roll_back_inline()
            return
        with suppress(ValueError, RuntimeError):  # closed, or no loop is running
            asyncio.get_running_loop()
            _post(self._driver.roll_back_in_thread())

    async def close(self) -> None:
        """Close the connection after all queued statements. Harmless if repeated."""
        self._closed = True
        async with self._connecting:
            driver, self._driver = self._driver, None
        if driver is not None:
            await driver.close()
        while self._stopping:
            _, stopping = self._stopping.pop()
            await asyncio.wait({stopping})

    async def _connect(self) -> _Driver:
        async with self._connecting:
            if self._closed:
                raise StoreError("The database is closed.")
            driver = _Driver(self._open)
            # A daemon thread does not keep the process alive if the connection was never closed.
            driver._thread.daemon = True
            try:
                await driver
            except BaseException:
                self._stop(driver)
                raise
            self._driver = driver
            return driver

    def _open(self) -> sqlite3.Connection:
        # Transactions are begun explicitly, because the driver would begin them too late.
        connection = sqlite3.connect(
            self.path,
            isolation_level=None,
            cached_statements=STATEMENT_CACHE,
            check_same_thread=False,  # the pool lends it to one borrower at a time
        )
        try:
            for pragma in self._pragmas:
                connection.execute(f"PRAGMA {pragma}").close()
        except BaseException:
            connection.close()
            raise
        return connection

    def _stop(self, driver: _Driver) -> None:
        stopping = driver.stop()
        if stopping is not None:
            self._stopping.append((driver, stopping))


Connection: TypeAlias = "FileConnection | PostgresConnection"


class ConnectionPool:
    """Connection pool: each connection has one borrower at a time, served in order."""

    def __init__(self, connections: Iterable[Connection]) -> None:
        self._all = tuple(connections)
        self._free = deque(self._all)
        self._waiting: deque[asyncio.Future[Connection]] = deque()
        self._closed = False

    async def acquire(self) -> Connection:
        """Borrow a connection. No connection is lost if the caller is cancelled."""
        if self._closed:
            raise StoreError("The database is closed.")
        if self._free:
            return self._free.popleft()
        turn: asyncio.Future[Connection] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            return await turn
        except BaseException:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self.release(turn.result())
            else:
                turn.cancel()
            raise

    def release(self, connection: Connection) -> None:
        """Return a connection. Uncommitted changes are rolled back."""
        connection.roll_back()
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(connection)
                return
        self._free.append(connection)

    async def close(self) -> None:
        """Close all connections. Waiting borrowers get a `StoreError`."""
        self._closed = True
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_exception(StoreError("The database is closed."))
        for connection in self._all:
            await connection.close()


def _post(job: Coroutine[Any, Any, Any]) -> None:
    """Queue a job in its thread immediately, without waiting for the result.

    The first step of a driver call only queues the job; the second would read the result. Unlike a
    task, this leaves no gap before the first step in which a closing loop could interfere.
    """
    with suppress(StopIteration):
        job.send(None)
