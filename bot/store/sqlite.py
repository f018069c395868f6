"""A database in a file: SQLite."""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path

from bot.store import schema
from bot.store.errors import StoreError
from bot.store.process_lock import ProcessLock
from bot.store.shard_locks import Shards
from bot.store.sqlite_connection import FileConnection
from bot.store.tx import to_the_end


class File:
    """Where the database is, and what is special about its kind."""

    shared = False
    """Whether other processes may run bots on it too."""
    shards: Shards | None = None
    """What this process serves, beside others; None: all, alone."""
    on_lost: Callable[[], None]
    """It is never lost."""

    def __init__(self, path: Path) -> None:
        self.path, self.name = path, str(path)
        self._lock: ProcessLock | None = None

    async def lock(self) -> None:
        """Let no other process run a bot on it until it is released. InUse: one does."""
        self._lock = ProcessLock(self.path)

    async def prepare(self, *, create: bool, alone: bool, migrations: Path) -> None:
        """Make sure that it has the tables of this version, and with `alone` that no other process has
        it so. StoreError with a sentence."""
        if create:
            try:
                _make_private(self.path)
            except OSError as error:
                raise StoreError(
                    f"The database {self.path} cannot be used: {error.strerror}."
                ) from error
        if alone:
            await self.lock()
        await to_the_end(
            asyncio.to_thread(schema.prepare, self.path, create=create, migrations=migrations)
        )

    def connection(self, *, query_only: bool) -> FileConnection:
        """A new connection, not yet made."""
        return FileConnection(self.path, query_only=query_only)

    async def release(self) -> None:
        """Another process may run a bot on it; harmless a second time."""
        if self._lock is not None:
            self._lock.release()

    async def truncate_log(self) -> bool:
        """Empty the write-ahead log, which keeps what was deleted until it is written over.

        False if a reader needs it still, or somebody is writing: to be tried again.
        """
        connection = FileConnection(self.path, query_only=False)
        try:
            await connection.run("PRAGMA busy_timeout = 100")
            [(busy, *_)] = await connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            await to_the_end(connection.close())
        return not busy

    async def damage(self) -> str | None:
        """What is wrong with its pages, None if nothing is.

        It reads all of them, in a thread and a transaction of its own: to be asked once a day.
        """
        return await asyncio.to_thread(schema.damage, self.path)


def _make_private(path: Path) -> None:
    """Make the file, readable by its owner only; SQLite gives its log files the same mode."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    path.chmod(0o600)
