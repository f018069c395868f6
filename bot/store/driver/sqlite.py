"""SQLite: the database file, its process lock and its migrations."""

import asyncio
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from bot.store.driver import schema
from bot.store.driver.errors import FileReplaced, InUse, StoreError, explain
from bot.store.driver.shard_locks import Shards
from bot.store.driver.sqlite_connection import (
    FileIdentity,
    SqliteConnection,
    SqliteThread,
    file_identity,
)
from bot.store.driver.upgrades import MigrationFolder


class ProcessLock:
    """An exclusive lock, held from construction until `release`.

    Two bots on one database would both send pending messages. The lock is a kernel lock (flock) on
    a separate file next to the database. The kernel releases it when the process ends, even in a
    crash, so no stale lock remains. The lock file is never deleted, since a lock on a deleted file
    would not exclude other processes. `db backup` and `db check` can run alongside the bot. While a
    bot is running, `db forget` leaves the erasure to it, because the bot caches names.
    """

    def __init__(self, path: Path) -> None:
        """Take the lock.

        Raises `InUse` if another process holds it, `StoreError` if the file cannot be opened.
        """
        self._file: int | None = None
        if sys.platform == "win32":
            return  # Windows has no flock
        import fcntl

        beside = path.with_name(f"{path.name}.lock")
        try:
            self._file = os.open(beside, os.O_CREAT | os.O_RDWR, 0o600)
        except OSError as error:
            raise StoreError(f"The database {path} cannot be used: {explain(error)}.") from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = os.read(self._file, 20).decode(errors="replace").strip()
            self.release()
            who = f"process {holder}" if holder else "another process"
            raise InUse(
                f"The database {path} is in use: {who} is running a bot on it. Stop that one first."
            ) from error
        os.truncate(self._file, 0)
        os.write(self._file, f"{os.getpid()}\n".encode())

    def release(self) -> None:
        """Release the lock. Harmless if repeated."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


class SqliteDatabase:
    """A database in a SQLite file."""

    shared = False
    """Whether other processes can run a bot on the same database."""
    shards: Shards | None = None
    """The shards that this process serves; None if it serves all of them alone."""
    on_lock_lost: Callable[[], None]
    """Never called, because the lock on a file cannot be lost."""

    def __init__(self, path: Path) -> None:
        self.path, self.name = path, str(path)
        self._lock: ProcessLock | None = None
        self._identity: FileIdentity | None = None
        """The file that was prepared. If another one takes its place, nothing more is stored."""

    async def lock(self) -> None:
        """Take the process lock until `release`.

        Raises `InUse` if another process holds it.
        """
        self._lock = ProcessLock(self.path)

    async def prepare(
        self, *, create: bool, alone: bool, migrations: Sequence[MigrationFolder]
    ) -> None:
        """Migrate the database to this version's schema, and lock it first if `alone`.

        Raises `StoreError` with a message for the operator.
        """
        if create:
            try:
                _make_private(self.path)
            except OSError as error:
                raise StoreError(
                    f"The database {self.path} cannot be used: {explain(error)}."
                ) from error
        if alone:
            await self.lock()
        await asyncio.to_thread(
            schema.prepare_file, self.path, create=create, migrations=migrations
        )
        self._identity = file_identity(self.path)

    def connection(self, *, query_only: bool) -> SqliteConnection:
        """Return a new connection, which connects on first use."""
        return SqliteConnection(self.path, query_only=query_only, identity=self._identity)

    def thread(self, *, query_only: bool) -> SqliteThread:
        """Return a thread with its own connection, which starts on first use."""
        return SqliteThread(self.connection(query_only=query_only))

    async def release(self) -> None:
        """Release the process lock. Harmless if repeated."""
        if self._lock is not None:
            self._lock.release()

    async def truncate_log(self) -> bool:
        """Truncate the write-ahead log, which keeps deleted data until it is overwritten.

        Returns False if a reader or writer prevents this, so that the caller can retry later.
        """
        return await asyncio.to_thread(self._checkpoint)

    def _checkpoint(self) -> bool:
        file = self.connection(query_only=False).open()
        try:
            file.execute("PRAGMA busy_timeout = 100").close()
            [(busy, *_)] = file.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        finally:
            file.close()
        return not busy

    async def damage(self) -> str | None:
        """Return a description of the damage to the file's pages, or None.

        A file that was moved or replaced counts as damage. Reads the whole file in a separate
        thread and transaction. Intended to run once a day.
        """
        if self._identity is not None and file_identity(self.path) != self._identity:
            return str(FileReplaced(self.path))
        return await asyncio.to_thread(schema.find_damage, self.path)


def _make_private(path: Path) -> None:
    """Create the file, readable only by its owner.

    SQLite gives its log files the same mode.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    path.chmod(0o600)
