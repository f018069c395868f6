"""SQLite: the database file, its process lock and its migrations."""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path

from bot.store.driver import schema
from bot.store.driver.errors import FileReplaced, StoreError, explain
from bot.store.driver.process_lock import ProcessLock
from bot.store.driver.shard_locks import Shards
from bot.store.driver.sqlite_connection import (
    FileIdentity,
    SqliteConnection,
    SqliteThread,
    file_identity,
)


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

    async def prepare(self, *, create: bool, alone: bool, migrations: Path) -> None:
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
