"""psycopg connections to a PostgreSQL server, each with its own thread."""

import asyncio
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

import psycopg
from psycopg.types.numeric import Int8Dumper
from psycopg.types.string import TextLoader
from sqlalchemy.dialects.postgresql.psycopg import dialect
from sqlalchemy.engine import Dialect

from bot.store.driver.errors import ConnectionLost, Unavailable
from bot.store.driver.postgres_address import without_password

T = TypeVar("T")

POSTGRESQL: Final[Dialect] = dialect(paramstyle="format")  # type: ignore[no-untyped-call]
WRITERS = 0x48616C6D61
"""Advisory lock of all writers, in every process: one write transaction at a time.

It is released after the commit is visible. Each READ COMMITTED statement sees what was committed
when it began, so the holder sees all earlier writes.
"""
BEGIN_WRITING = f"BEGIN; SELECT pg_advisory_xact_lock({WRITERS})"
BEGIN_READING = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
SETTINGS: Mapping[str, str] = {
    "synchronous_commit": "on",  # with "off", a crash may lose confirmed moves
    "lock_timeout": "10s",  # the same as `BUSY_MS` for SQLite
    # Limits how long a suspended process or a lost machine can block other writers.
    "idle_in_transaction_session_timeout": "20s",
    "client_connection_check_interval": "5s",
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
    "jit": "off",  # JIT compilation takes longer than running our statements
}
CLIENT_SETTINGS: Mapping[str, Any] = {
    "application_name": "halma",
    "connect_timeout": 10,
    # Detects within 25 seconds that the server has vanished, even while a reply is pending.
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 25_000,
}
_PASSING = (
    psycopg.errors.LockNotAvailable,
    psycopg.errors.SerializationFailure,
    psycopg.errors.DeadlockDetected,
    psycopg.errors.QueryCanceled,
    psycopg.errors.InsufficientResources,
    psycopg.errors.DiskFull,
    psycopg.errors.OutOfMemory,
    psycopg.errors.TooManyConnections,
    psycopg.errors.ConfigurationLimitExceeded,
)
"""Errors after which a later attempt may succeed."""
STATEMENTS = 1000
"""Maximum number of prepared statements cached per connection."""


class PostgresConnection:
    """A connection that connects when a transaction begins, if it is not connected."""

    dialect = POSTGRESQL

    def __init__(self, url: str, *, query_only: bool, process: int) -> None:
        self.process, self.query_only = process, query_only
        self._url = url
        self._begin = BEGIN_READING if query_only else BEGIN_WRITING
        self._server: psycopg.Connection | None = None

    def begin(self) -> None:
        """Begin a transaction."""
        if self._server is not None:
            try:
                self._send(self._begin)
                return
            except ConnectionLost:
                # The server may have restarted. No statement has run yet, so connect again.
                self.close()
        self._server = connect(self._url)
        self._send(self._begin)

    def execute(self, sql: str, values: Sequence[Any]) -> tuple[Sequence[Any], int]:
        """Run a statement. Returns its rows and the number of rows it changed."""
        cursor = self._send(sql, values)
        return (cursor.fetchall() if cursor.description else ()), cursor.rowcount

    def execute_many(self, sql: str, values: Sequence[Sequence[Any]]) -> None:
        """Run a statement once for each of these value lists."""
        self._sent(lambda server: server.cursor().executemany(sql, values))

    def commit(self) -> None:
        """Commit the transaction.

        Raises `OperationalError` if the server rolled back after a failed statement.
        """
        if self._send("COMMIT").statusmessage != "COMMIT":
            raise sqlite3.OperationalError("a statement of this transaction failed")

    def roll_back(self) -> None:
        """Roll back the transaction."""
        self._send("ROLLBACK")

    def close(self) -> None:
        """Close the connection. Harmless if repeated."""
        server, self._server = self._server, None
        if server is not None:
            server.close()

    def _send(self, sql: str, values: Sequence[Any] | None = None) -> psycopg.Cursor[Any]:
        return self._sent(lambda server: server.execute(sql, values, prepare=values is not None))

    def _sent(self, request: Callable[[psycopg.Connection], T]) -> T:
        """Send a request to the server, and convert its errors.

        Never reconnects, because a new connection is outside the transaction.
        """
        assert self._server is not None
        try:
            return request(self._server)
        except psycopg.Error as error:
            raise self._without_details(error) from None

    def _without_details(self, error: psycopg.Error) -> sqlite3.Error:
        """Return the SQLite exception that corresponds to a driver error.

        Details that the server adds are removed, because they quote what users wrote.
        """
        words = _words(error)
        if self._server is None or self._server.closed:
            return ConnectionLost(words)
        if isinstance(error, psycopg.DataError):
            return sqlite3.IntegrityError("a value does not fit its column")
        if isinstance(error, psycopg.IntegrityError):
            return sqlite3.IntegrityError(words)
        if isinstance(error, psycopg.errors.ReadOnlySqlTransaction) and not self.query_only:
            # After a failover this server is a standby, so the next transaction connects again.
            self._server.close()
            return ConnectionLost(words)
        if isinstance(error, _PASSING):
            return Unavailable(words)
        if isinstance(error, psycopg.ProgrammingError) and error.sqlstate is None:
            return sqlite3.IntegrityError("a value is of another type than its column")
        return sqlite3.OperationalError(words)


class PostgresThread:
    """The thread of a PostgreSQL connection. It runs jobs one after the other."""

    def __init__(self, connection: PostgresConnection) -> None:
        self.connection = connection
        self._thread = ThreadPoolExecutor(1, "postgresql")

    async def run(self, job: Callable[[PostgresConnection], T]) -> T:
        """Run a job on the thread. Returns its result.

        If the caller is cancelled, a job that has begun still completes.
        """
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, job, self.connection)

    async def close(self) -> None:
        """Close the connection after all queued jobs, and end the thread."""
        self._thread.submit(self.connection.close)
        await asyncio.to_thread(self._thread.shutdown)


def connect(url: str, *, autocommit: bool = True) -> psycopg.Connection:
    """Open a connection.

    Raises `ConnectionLost` if the server cannot be reached or rejects the connection.
    """
    options = " ".join(f"-c {name}={value}" for name, value in SETTINGS.items())
    try:
        server = psycopg.connect(url, autocommit=autocommit, options=options, **CLIENT_SETTINGS)
    except psycopg.Error as error:
        raise ConnectionLost(without_password(_words(error), url)) from None
    server.prepare_threshold, server.prepared_max = 0, STATEMENTS
    server.adapters.register_loader("json", TextLoader)  # JSON is read as text, as in SQLite
    for kind in (int, bool):  # one type, so that each statement is prepared only once
        server.adapters.register_dumper(kind, Int8Dumper)
    return server


def _words(error: psycopg.Error) -> str:
    """Return the primary message of an error."""
    return error.diag.message_primary or (str(error).splitlines() or [type(error).__name__])[0]
