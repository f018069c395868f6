"""The database: opened once, read by anyone at any time, written by one transaction at a time."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.store import copies, schema
from bot.store.connections import Connection, Pool
from bot.store.errors import StoreError
from bot.store.patience import Patience
from bot.store.process_lock import ProcessLock
from bot.store.tx import Counts, Transaction, to_the_end

READERS = 5


class Store:
    """One open database. Made by `Store.open`."""

    def __init__(self, path: Path, lock: ProcessLock | None = None) -> None:
        self.path = path
        self._lock = lock
        self.on_commit: Callable[[], None] = _nothing
        """Called after each committed write; the scheduler sets it to its `wake`."""
        self.counts = Counts()
        self.patience = Patience()
        """Its `on_stuck` is called when nobody has been able to write for a minute."""
        self._writers = Pool([Connection(path, query_only=False)])
        self._readers = Pool(Connection(path, query_only=True) for _ in range(READERS))

    @classmethod
    async def open(
        cls,
        url: str,
        *,
        create: bool = True,
        alone: bool = False,
        migrations: Path = schema.MIGRATIONS,
    ) -> Store:
        """Open the database; `url` is "sqlite+aiosqlite:///path".

        With `create` it is made, or upgraded, if need be. With `alone` no other process may have it
        open in that way: two bots would both tell what is owed.
        Raises StoreError with a sentence: not a database, damaged, another program's, made by a
        newer version, missing, in use, or a file that cannot be written.
        """
        path = _parsed(url)
        if create:
            try:
                _make_private(path)
            except OSError as error:
                raise StoreError(
                    f"The database {path} cannot be used: {error.strerror}."
                ) from error
        lock = ProcessLock(path) if alone else None
        try:
            await to_the_end(
                asyncio.to_thread(schema.prepare, path, create=create, migrations=migrations)
            )
        except BaseException:
            if lock is not None:
                lock.release()
            raise
        return cls(path, lock)

    async def close(self) -> None:
        """Close all connections; harmless a second time."""
        await self._readers.close()
        await self._writers.close()
        if self._lock is not None:
            self._lock.release()

    def write(self) -> Transaction:
        """A transaction that may change things: all is kept, or nothing if anything is raised.

        Cancelled while it commits, it commits first and is cancelled then. Everybody else who writes
        waits meanwhile: nothing but statements belongs inside, and never a second `write`.
        """
        self.counts.writes += 1
        return Transaction(
            self._writers,
            self.counts,
            "BEGIN IMMEDIATE",
            committed=lambda: self.on_commit(),
            patience=self.patience,
        )

    def read(self) -> Transaction:
        """A transaction that sees one moment of the database and cannot change it."""
        self.counts.reads += 1
        return Transaction(self._readers, self.counts, "BEGIN")

    async def truncate_log(self) -> bool:
        """Empty the write-ahead log, which keeps what was deleted until it is written over.

        False if a reader needs it still, or somebody is writing: to be tried again.
        """
        connection = Connection(self.path, query_only=False)
        try:
            await connection.run("PRAGMA busy_timeout = 100")
            [(busy, *_)], _ = await connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            await to_the_end(connection.close())
        return not busy

    def sizes(self) -> dict[str, int]:
        """The bytes of the database and of its write-ahead log."""
        log = self.path.with_name(self.path.name + "-wal")
        parts = {"database": self.path, "log": log}
        return {name: part.stat().st_size for name, part in parts.items() if part.exists()}

    async def damage(self) -> str | None:
        """What is wrong with the pages of the file, None if nothing is.

        It reads all of it, in a thread and a transaction of its own: to be asked once a day.
        """
        return await asyncio.to_thread(schema.damage, self.path)

    async def backup(self, path: Path) -> None:
        """Write a whole, compact, private, checked copy to a new file while the bot goes on.

        StoreError if the file exists or cannot be written; what was half written is removed.
        """
        await to_the_end(asyncio.to_thread(copies.copy, self.path, path))


def address(path: Path) -> str:
    """The address of a database in this file, as `Store.open` takes it."""
    return URL.create("sqlite+aiosqlite", database=str(path)).render_as_string()


def _nothing() -> None:
    """Nobody listens."""


def _parsed(url: str) -> Path:
    try:
        where = make_url(url)
    except ArgumentError:
        raise StoreError(f"{url!r} is not the address of a database.") from None
    if where.drivername != "sqlite+aiosqlite":
        raise StoreError(f"Only SQLite is supported, not {where.get_backend_name()}.")
    if not where.database or where.database == ":memory:":
        raise StoreError("The database must be a file: games live for months.")
    return Path(where.database)


def _make_private(path: Path) -> None:
    """Make the file, readable by its owner only; SQLite gives its log files the same mode."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    path.chmod(0o600)
