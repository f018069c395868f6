"""The store: one open database with many readers and a single writer at a time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.store import schema
from bot.store.errors import StoreError
from bot.store.shard_locks import Shards
from bot.store.sqlite import SqliteDatabase
from bot.store.sqlite_connection import ConnectionPool
from bot.store.tx import StatementCounts, Transaction
from bot.store.write_watchdog import WriteWatchdog

if TYPE_CHECKING:
    from bot.store.postgres import PostgresDatabase

READERS = 5


class Store:
    """One open database. Use `Store.open` to create it."""

    def __init__(self, database: SqliteDatabase | PostgresDatabase, url: str) -> None:
        self.url, self.name = url, database.name
        self.path = database.path
        """The database file; for PostgreSQL, a path next to which other files are stored."""
        self.on_commit: Callable[[], None] = lambda: None
        """Called after each committed write; the scheduler sets it to its `wake`."""
        self.counts = StatementCounts()
        self.patience = WriteWatchdog()
        """Watchdog of the write lock; calls `on_stuck` if nobody can write for a minute."""
        database.on_lock_lost = self.patience.report_stuck
        self.database = database
        """The operations that differ between SQLite and PostgreSQL."""
        self._writers = ConnectionPool([database.connection(query_only=False)])
        self._readers = ConnectionPool(database.connection(query_only=True) for _ in range(READERS))

    @classmethod
    async def open(
        cls,
        url: str,
        *,
        create: bool = True,
        alone: bool = False,
        migrations: Path = schema.MIGRATIONS,
        files: Path | None = None,
        shards: Shards | None = None,
    ) -> Store:
        """Open the database at `url`: "sqlite+aiosqlite:///path" or "postgresql://...".

        With `create` missing tables are created and old schemas migrated. With `alone` no other
        process can open the database in this mode, since two bots would both send pending messages.
        For PostgreSQL only: `files` is the path next to which other files are stored, and `shards`
        are the shards that this process serves.

        Raises `StoreError` with a sentence if the database is missing, damaged, in use, not
        writable, another program's, or of a newer schema.
        """
        database = _parse_url(url, files, shards)
        try:
            await database.prepare(create=create, alone=alone, migrations=migrations)
        except BaseException:
            await database.release()
            raise
        return cls(database, url)

    async def close(self) -> None:
        """Close all connections. Harmless if repeated."""
        await self._readers.close()
        await self._writers.close()
        await self.database.release()

    def write(self) -> Transaction:
        """Return a write transaction: it commits as a whole or, on an error, rolls back.

        If cancelled during the commit, the commit finishes first. All other writers wait for this
        transaction, so only statements belong inside, and never a second `write`.
        """
        self.counts.writes += 1
        return Transaction(
            self._writers,
            self.counts,
            committed=lambda: self.on_commit(),
            patience=self.patience,
        )

    def read(self) -> Transaction:
        """Return a read-only transaction on one snapshot of the database."""
        self.counts.reads += 1
        return Transaction(self._readers, self.counts)

    def sizes(self) -> dict[str, int]:
        """Return the sizes of the database and of its write-ahead log, in bytes."""
        log = self.path.with_name(self.path.name + "-wal")
        parts = {"database": self.path, "log": log}
        return {name: part.stat().st_size for name, part in parts.items() if part.exists()}


def address(path: Path) -> str:
    """Return the URL of a database file, for `Store.open`."""
    return URL.create("sqlite+aiosqlite", database=str(path)).render_as_string()


def _parse_url(
    url: str, files: Path | None, shards: Shards | None
) -> SqliteDatabase | PostgresDatabase:
    try:
        where = make_url(url)
    except ArgumentError:
        raise StoreError("HALMA_DATABASE is not the address of a database.") from None
    if where.drivername in ("postgresql", "postgres"):
        try:
            from bot.store.postgres import PostgresDatabase
        except ImportError:
            raise StoreError(
                "PostgreSQL needs extra packages: install `halma-by-post[postgresql]`."
            ) from None
        return PostgresDatabase(url, files, shards)
    if where.drivername != "sqlite+aiosqlite":
        raise StoreError(
            f"Only SQLite and PostgreSQL are supported, not {where.get_backend_name()}."
        )
    if not where.database or where.database == ":memory:":
        raise StoreError("The database must be a file, because games last for months.")
    if shards is not None:
        raise StoreError(
            "Running several processes needs a PostgreSQL server; otherwise leave HALMA_SHARDS empty."
        )
    return SqliteDatabase(Path(where.database))
