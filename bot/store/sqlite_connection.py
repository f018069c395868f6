"""Connections to a database file, each with a thread of its own, and the pools that lend connections.

What is asked of a connection stands in the queue of its thread from the moment that it is asked, and is
done in that order, whatever becomes of whoever asked. So a transaction is given up by putting
ROLLBACK into the queue: nobody need wait for it, and it comes before whatever the next borrower asks.

A statement that was quick the last times is done at once where it is asked, if the queue is empty: to go
to the thread and back takes ten times as long as most of them.
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
    from bot.store.postgres_connection import ServerConnection

BUSY_MS = 10_000
"""How long a statement waits for another process that holds the database."""
STATEMENTS = 500
"""How many statements a connection keeps prepared."""
QUICK = 0.002
"""Seconds: a statement that takes longer is done in the thread the next times."""
DISTRUST = 100
"""So many times, whatever they take: what is quick for most people may be slow for some."""
AT_A_STRETCH = 0.005
"""Seconds after which somebody else may do something between two statements, however quick they are."""
PRAGMAS = (
    f"busy_timeout = {BUSY_MS}",
    "journal_mode = WAL",
    "synchronous = FULL",
    "secure_delete = ON",  # what is erased is written over, not only let go
    "foreign_keys = ON",
    f"journal_size_limit = {4 * 1024 * 1024}",
)


class _Driver(aiosqlite.Connection):
    """A connection of which only plain values leave whoever runs the statement.

    A cursor resets its statement when it goes, in whatever thread that is, such as that of the garbage
    collection; and the next cursor may be using the same statement: "bad parameter or other API misuse".
    So cursors are closed where they were opened, even those that an error's traceback holds.
    """

    def __init__(self, connector: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(connector, iter_chunk_size=0)
        self._asked = self._done = 0
        """How much was put into the queue, and how much of it is done: the thread counts that."""
        self._trust = dict[str, int]()
        """How often each statement was quick since it was slow, counted from -DISTRUST to 1."""
        self._since = 0.0
        """When a statement was first done here in this round of the loop; 0 if none was."""
        self._stopped: asyncio.Future[Any] | None = None

    def stop(self) -> asyncio.Future[Any] | None:
        """Close and end the thread when all that was asked is done: once, whoever asks for it."""
        if self._running:
            self._stopped = super().stop()
        return self._stopped

    async def run(self, sql: str, values: Iterable[Any]) -> tuple[list[tuple[Any, ...]], int]:
        """The rows that a statement answers, and how many it changed."""
        if self.idle and self._trust.get(sql, 0) > 0 and self._in_time():
            return self._run(sql, values)
        return await self.run_there(sql, values)

    @property
    def idle(self) -> bool:
        """Is all done that was asked?"""
        return self._running and self._asked == self._done

    def undo(self) -> None:
        """Give up the transaction, here and at once: only where nothing was written, and when idle."""
        self._conn.rollback()

    async def undo_there(self) -> None:
        """The same, in the thread, after all that was asked."""
        self._asked += 1
        await self._execute(self._counted, lambda *_: self._conn.rollback(), "", ())  # type: ignore[no-untyped-call]

    def _in_time(self) -> bool:
        """May another statement be done here before others come to their turn?"""
        if not self._since:
            self._since = perf_counter()
            asyncio.get_running_loop().call_soon(self._others_had_their_turn)
        return perf_counter() - self._since < AT_A_STRETCH

    def _others_had_their_turn(self) -> None:
        self._since = 0.0

    async def run_there(self, sql: str, values: Iterable[Any]) -> tuple[list[tuple[Any, ...]], int]:
        """The same, in the thread, however quick it is: for what may have to wait for others."""
        return await self._in_thread(self._run, sql, values)  # type: ignore[no-any-return]

    async def run_many(self, sql: str, values: Iterable[Sequence[Any]]) -> None:
        """Run a statement once for each of these."""
        await self._in_thread(self._run_many, sql, values)

    async def _in_thread(self, work: Callable[..., Any], sql: str, values: Any) -> Any:
        self._asked += 1
        return await self._execute(self._counted, work, sql, values)  # type: ignore[no-untyped-call]

    def _counted(self, work: Callable[..., Any], sql: str, values: Any) -> Any:
        try:
            return work(sql, values)
        finally:
            self._done += 1

    def _run(self, sql: str, values: Any) -> tuple[list[tuple[Any, ...]], int]:
        began = perf_counter()
        before = self._conn.total_changes
        with closing(self._conn.execute(sql, values)) as cursor:
            found = cursor.fetchall(), self._conn.total_changes - before
        quick = perf_counter() - began < QUICK
        self._trust[sql] = min(1, self._trust.get(sql, 0) + 1) if quick else -DISTRUST
        return found

    def _run_many(self, sql: str, values: Iterable[Sequence[Any]]) -> None:
        self._conn.executemany(sql, values).close()


class FileConnection:
    """A connection that is made when it is first used; it has one borrower at a time."""

    dialect = SQLITE
    """The language that it speaks."""
    process = 1
    """The number of the process that it belongs to."""

    def __init__(self, path: Path, *, query_only: bool) -> None:
        self.path = path
        self._reads = query_only
        self._pragmas = (*PRAGMAS, f"query_only = {'ON' if query_only else 'OFF'}")
        self._driver: _Driver | None = None
        self._stopping: list[tuple[_Driver, asyncio.Future[Any]]] = []
        self._connecting = asyncio.Lock()
        self._closed = False

    async def begin(self) -> None:
        """Begin a transaction. One that cannot be begun leaves a connection to be made anew."""
        try:
            if self._reads:  # that waits for nobody
                await self.rows("BEGIN", ())
            else:
                await self.run("BEGIN IMMEDIATE")
        except Exception:
            if self._driver is not None:
                self._stop(self._driver)
                self._driver = None
            raise

    async def run(self, sql: str) -> list[tuple[Any, ...]]:
        """The rows that a statement answers which may have to wait for others."""
        driver = self._driver or await self._connect()
        return (await driver.run_there(sql, ()))[0]

    async def commit(self) -> None:
        """Keep what was done."""
        await self.run("COMMIT")

    async def rows(self, sql: str, values: Sequence[Any]) -> Sequence[Any]:
        """The rows that a statement answers."""
        driver = self._driver or await self._connect()
        return (await driver.run(sql, values))[0]

    async def change(self, sql: str, values: Sequence[Any]) -> int:
        """How many rows a statement changed."""
        driver = self._driver or await self._connect()
        return (await driver.run(sql, values))[1]

    async def change_many(self, sql: str, values: Iterable[Sequence[Any]]) -> None:
        """Run a statement once for each of these."""
        driver = self._driver or await self._connect()
        await driver.run_many(sql, values)

    def roll_back(self) -> None:
        """Give up the transaction, if there is one, before anything that is asked later."""
        if self._driver is None:
            return
        if self._reads and self._driver.idle:
            self._driver.undo()
            return
        with suppress(ValueError, RuntimeError):  # it is closed; there is no loop any more
            asyncio.get_running_loop()
            _post(self._driver.undo_there())

    async def close(self) -> None:
        """Close it when all that was asked is done; harmless a second time."""
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
            # A program that ends without closing must not wait for this thread.
            driver._thread.daemon = True
            try:
                await driver
            except BaseException:
                self._stop(driver)
                raise
            self._driver = driver
            return driver

    def _open(self) -> sqlite3.Connection:
        # The driver must not begin transactions of its own accord: it would do so too late.
        connection = sqlite3.connect(
            self.path,
            isolation_level=None,
            cached_statements=STATEMENTS,
            check_same_thread=False,  # we see to it that it is used by one at a time
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


Connection: TypeAlias = "FileConnection | ServerConnection"


class Pool:
    """Connections, each lent to one borrower at a time; who waits longest is served first."""

    def __init__(self, connections: Iterable[Connection]) -> None:
        self._all = tuple(connections)
        self._free = deque(self._all)
        self._waiting: deque[asyncio.Future[Connection]] = deque()
        self._closed = False

    async def take(self) -> Connection:
        """Borrow a connection. However this ends, none is lost."""
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
                self.give_back(turn.result())
            else:
                turn.cancel()
            raise

    def give_back(self, connection: Connection) -> None:
        """Whatever the borrower has not committed is undone."""
        connection.roll_back()
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(connection)
                return
        self._free.append(connection)

    async def close(self) -> None:
        """Close all of them; who waits for one is told that there are none any more."""
        self._closed = True
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_exception(StoreError("The database is closed."))
        for connection in self._all:
            await connection.close()


def _post(job: Coroutine[Any, Any, Any]) -> None:
    """Put a job into the queue of its thread, now, and wait for nothing.

    The first step of a call of the driver does that and no more; the second one would take the answer.
    Not even a loop that is closing can come between, as it can between a task and its first step.
    """
    with suppress(StopIteration):
        job.send(None)
