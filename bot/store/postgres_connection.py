"""Connections to a PostgreSQL server, through asyncpg.

The driver runs one request at a time and accepts none during a rollback. A rollback is therefore a
task of its own, for which only the next borrower waits.
"""

import asyncio
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import asyncpg

from bot.store.errors import ConnectionLost, StoreError, Unavailable
from bot.store.statement import POSTGRESQL

WRITERS = 0x48616C6D61
"""Advisory lock of all writers, in every process: one write transaction at a time.

It is released after the commit is visible. Each READ COMMITTED statement sees what was committed
when it began, so the holder sees all earlier writes.
"""
BEGIN_WRITING = f"BEGIN; SELECT pg_advisory_xact_lock({WRITERS})"
BEGIN_READING = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
SETTINGS: Mapping[str, str] = {
    "application_name": "halma",
    "synchronous_commit": "on",  # if the server has it off, a crash may lose confirmed moves
    "lock_timeout": "10s",  # the same as `BUSY_MS` for SQLite
    # Limits how long a suspended process or a lost machine can block other writers.
    "idle_in_transaction_session_timeout": "20s",
    "client_connection_check_interval": "5s",
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
    "jit": "off",  # JIT compilation takes longer than running our statements
}
STATEMENTS = 1000
"""Prepared statements that a connection caches."""
CLOSE_TIMEOUT = 5.0
"""Seconds that a rollback may take before the connection is terminated."""


class PostgresConnection:
    """A connection that connects on first use and reconnects after a loss."""

    dialect = POSTGRESQL

    def __init__(self, url: str, *, query_only: bool, process: int) -> None:
        self.process = process
        self._url = url
        self._begin = BEGIN_READING if query_only else BEGIN_WRITING
        self._driver: asyncpg.Connection | None = None
        self._clearing: asyncio.Task[None] | None = None
        self._closed = False

    async def begin(self) -> None:
        """Begin a transaction. If that fails, the next one reconnects."""
        if self._closed:
            raise StoreError("The database is closed.")
        if self._clearing is not None:
            await asyncio.wait({self._clearing})
            self._clearing = None
        was_connected = self._driver is not None
        try:
            await self._connected()
            await self._execute(self._begin)
        except sqlite3.OperationalError:
            # The server may have restarted; nothing has run on the new connection, so retry once.
            if not (was_connected and self._driver is not None and self._driver.is_closed()):
                self._abort()
                raise
            await self._connected()
            await self._execute(self._begin)
        except BaseException:
            self._abort()
            raise

    async def commit(self) -> None:
        """Commit the transaction.

        Raises `OperationalError` if the server rolled back after a failed statement.
        """
        if await self._execute("COMMIT") != "COMMIT":
            raise sqlite3.OperationalError("a statement of this transaction failed")

    async def rows(self, sql: str, values: Sequence[Any]) -> Sequence[Any]:
        """Return the rows of a statement."""
        assert self._driver is not None
        try:
            records: Sequence[Any] = await self._driver.fetch(sql, *values)
        except ERRORS as error:
            raise _without_details(error) from None
        return records

    async def change(self, sql: str, values: Sequence[Any]) -> int:
        """Return the number of rows that a statement changed."""
        words = (await self._execute(sql, *values)).split()
        return 0 if words[0] == "SELECT" else int(words[-1])

    async def change_many(self, sql: str, values: Iterable[Sequence[Any]]) -> None:
        """Run a statement once for each of these value lists."""
        assert self._driver is not None
        try:
            await self._driver.executemany(sql, values)
        except ERRORS as error:
            raise _without_details(error) from None

    def roll_back(self) -> None:
        """Start a rollback, if a transaction is open; it precedes all later statements."""
        driver = self._driver
        if driver is None or driver.is_closed() or not driver.is_in_transaction():
            return
        with suppress(RuntimeError):  # no event loop is running
            loop = asyncio.get_running_loop()
            self._clearing = loop.create_task(_close_or_abort(driver), name="roll back")

    async def close(self) -> None:
        """Close the connection after pending work. Harmless if repeated."""
        self._closed = True
        if self._clearing is not None:
            await asyncio.wait({self._clearing})
        driver, self._driver = self._driver, None
        if driver is not None:
            await _end(driver)
        await asyncio.sleep(0)  # the event loop closes terminated connections

    async def _execute(self, sql: str, *values: Any) -> str:
        """Execute a statement and return its status.

        Never reconnects, because a new connection is outside the transaction.
        """
        assert self._driver is not None
        try:
            return str(await self._driver.execute(sql, *values))
        except ERRORS as error:
            raise _without_details(error) from None

    async def _connected(self) -> None:
        """Connect if there is no open connection."""
        if self._driver is None or self._driver.is_closed():
            making = asyncio.create_task(connect(self._url))
            try:
                self._driver = await asyncio.shield(making)
            except BaseException:
                making.add_done_callback(_close_unwanted)  # the caller was cancelled
                raise

    def _abort(self) -> None:
        if self._driver is not None:
            self._driver.terminate()
            self._driver = None


async def connect(url: str) -> asyncpg.Connection:
    """Open a connection, for one user at a time.

    Raises `ConnectionLost` if the server cannot be reached or rejects the connection.
    """
    try:
        return await asyncpg.connect(
            url,
            timeout=10,
            statement_cache_size=STATEMENTS,
            max_cached_statement_lifetime=0,
            max_cacheable_statement_size=1 << 18,
            server_settings=dict(SETTINGS),
        )
    except (*ERRORS, ValueError, TimeoutError) as error:
        raise ConnectionLost(_words(error)) from None


ERRORS = (asyncpg.PostgresError, asyncpg.InterfaceError, OSError)
"""Exceptions that the driver raises."""
LOST = (
    asyncpg.PostgresConnectionError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.IdleInTransactionSessionTimeoutError,
    OSError,
)
"""Exceptions that the driver raises when the connection fails or is lost."""


def _without_details(error: BaseException) -> sqlite3.Error:
    """Return the SQLite exception that corresponds to a driver error.

    Details that the server adds are removed, because they quote what users wrote.
    """
    if isinstance(error, asyncpg.InterfaceError) and isinstance(error, ValueError):
        return sqlite3.IntegrityError("a value is of another type than its column")
    if isinstance(error, asyncpg.DataError):
        return sqlite3.IntegrityError("a value does not fit its column")
    words = _words(error)
    if isinstance(error, asyncpg.IntegrityConstraintViolationError):
        return sqlite3.IntegrityError(words)
    closed = isinstance(error, asyncpg.InterfaceError) and "closed" in words
    if closed or isinstance(error, LOST):
        return ConnectionLost(words)
    if isinstance(error, asyncpg.LockNotAvailableError):
        return Unavailable(words)
    return sqlite3.OperationalError(words)


def _words(error: BaseException) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error.args[0]) if error.args else type(error).__name__


def _close_unwanted(making: asyncio.Task[asyncpg.Connection]) -> None:
    if not making.cancelled() and making.exception() is None:
        making.result().terminate()


async def _close_or_abort(driver: asyncpg.Connection) -> None:
    try:
        async with asyncio.timeout(CLOSE_TIMEOUT):
            await driver.execute("ROLLBACK")
    except (*ERRORS, TimeoutError):
        driver.terminate()


async def _end(driver: asyncpg.Connection) -> None:
    try:
        await driver.close(timeout=CLOSE_TIMEOUT)
    except (*ERRORS, TimeoutError):
        driver.terminate()
