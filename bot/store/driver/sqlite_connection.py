"""Connections to a SQLite file, each on the thread of an aiosqlite connection."""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar

import aiosqlite

from bot.store.driver.errors import FileReplaced
from bot.store.driver.statement import SQLITE

T = TypeVar("T")

BUSY_MS = 10_000
"""Milliseconds that a statement waits for a lock held by another process."""
STATEMENT_CACHE = 500
"""Maximum number of prepared statements cached per connection."""
PRAGMAS = (
    f"busy_timeout = {BUSY_MS}",
    "journal_mode = WAL",
    "synchronous = FULL",
    "secure_delete = ON",  # overwrites deleted data with zeros
    "foreign_keys = ON",
    f"journal_size_limit = {4 * 1024 * 1024}",
)
READER_PRAGMAS = (*PRAGMAS, "query_only = ON", "cache_size = -500")  # KiB; the default is 2,000


FileIdentity = tuple[int, int]
"""The numbers of a file's device and of its inode."""


def file_identity(path: Path) -> FileIdentity | None:
    """Return the identity of the file at this path; None if there is no file."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


class SqliteConnection:
    """A connection that connects when a transaction begins, if it is not connected."""

    dialect = SQLITE
    process = 1

    def __init__(
        self, path: Path, *, query_only: bool, identity: FileIdentity | None = None
    ) -> None:
        """Create the object without connecting.

        If an `identity` is given, only this very file is used, and no other one that has taken its
        place.
        """
        self.path, self.query_only, self._identity = path, query_only, identity
        self._file: sqlite3.Connection | None = None

    def open(self) -> sqlite3.Connection:
        """Connect to the file, if not connected. Returns the driver's connection.

        Raises `FileReplaced` if another file has taken its place.
        """
        if self._file is None:
            self._must_be_in_place()
            # Transactions are begun explicitly, because the driver would begin them too late.
            file = sqlite3.connect(
                self.path,
                isolation_level=None,
                cached_statements=STATEMENT_CACHE,
                check_same_thread=False,  # closed on another thread if left open
            )
            try:
                for pragma in READER_PRAGMAS if self.query_only else PRAGMAS:
                    file.execute(f"PRAGMA {pragma}").close()
            except BaseException:
                file.close()
                raise
            self._file = file
        return self._file

    def begin(self) -> None:
        """Begin a transaction. Raises `FileReplaced` if the file was moved or replaced."""
        self._must_be_in_place()
        self.open().execute("BEGIN" if self.query_only else "BEGIN IMMEDIATE").close()

    def _must_be_in_place(self) -> None:
        if self._identity is not None and file_identity(self.path) != self._identity:
            raise FileReplaced(self.path)

    def execute(self, sql: str, values: Sequence[Any]) -> tuple[Sequence[Any], int]:
        """Run a statement. Returns its rows and the number of rows it changed.

        The cursor is closed here, because one that outlives its statement, for example in a
        traceback, resets that statement when it is destroyed.
        """
        with closing(self.open().execute(sql, values)) as cursor:
            rows = cursor.fetchall()
            return rows, cursor.rowcount

    def execute_many(self, sql: str, values: Sequence[Sequence[Any]]) -> None:
        """Run a statement once for each of these value lists."""
        self.open().executemany(sql, values).close()

    def commit(self) -> None:
        """Commit the transaction."""
        self.open().execute("COMMIT").close()

    def roll_back(self) -> None:
        """Roll back the transaction."""
        self.open().rollback()

    def close(self) -> None:
        """Close the connection. Harmless if repeated."""
        file, self._file = self._file, None
        if file is not None:
            file.close()


class SqliteThread:
    """The thread of a SQLite connection. It runs jobs one after the other."""

    def __init__(self, connection: SqliteConnection) -> None:
        self.connection = connection
        self._opening: asyncio.Task[aiosqlite.Connection] | None = None

    async def run(self, job: Callable[[SqliteConnection], T]) -> T:
        """Run a job on the thread. Returns its result.

        If the caller is cancelled, a job that has been queued still runs.
        """
        if self._opening is None or self._opening.cancelled():
            self._opening = asyncio.create_task(self._open(), name="open the database")
        driver = await asyncio.shield(self._opening)
        result: T = await driver._execute(job, self.connection)  # type: ignore[no-untyped-call]
        return result

    async def close(self) -> None:
        """Close the connection after all queued jobs, and end the thread."""
        opening = self._opening
        if opening is None:
            return
        await asyncio.wait({opening})
        # The task may have been cancelled before it began, e.g. at the end of the event loop.
        if opening.cancelled() or opening.exception():
            return
        driver = opening.result()
        with suppress(Exception):
            try:
                await self.run(SqliteConnection.close)
            finally:
                await driver.close()

    async def _open(self) -> aiosqlite.Connection:
        try:
            return await _new_driver()
        except BaseException:
            self._opening = None
            raise


def _new_driver() -> aiosqlite.Connection:
    """Return a driver with a daemon thread, which does not keep the process alive.

    The driver has no option for that, but its thread inherits the flag from the thread that creates
    it. The driver itself opens an empty database in memory, which cannot fail. If it opened the
    file and failed, it would end its thread without waiting for it, perhaps after the event loop.
    """
    made: list[aiosqlite.Connection] = []
    memory = partial(sqlite3.connect, ":memory:")
    creator = Thread(target=lambda: made.append(aiosqlite.Connection(memory, 64)), daemon=True)
    creator.start()
    creator.join()
    return made[0]
