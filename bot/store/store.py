"""The database: opened once, read by anyone at any time, written by one transaction at a time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.store import schema
from bot.store.errors import StoreError
from bot.store.shard_locks import Shards
from bot.store.sqlite import File
from bot.store.sqlite_connection import Pool
from bot.store.tx import Counts, Transaction
from bot.store.write_watchdog import Patience

if TYPE_CHECKING:
    from bot.store.postgres import Server

READERS = 5


class Store:
    """One open database. Made by `Store.open`."""

    def __init__(self, database: File | Server, url: str) -> None:
        self.url, self.name = url, database.name
        self.path = database.path
        """The file, or, of a database on a server, a path beside which its other files stand."""
        self.on_commit: Callable[[], None] = lambda: None
        """Called after each committed write; the scheduler sets it to its `wake`."""
        self.counts = Counts()
        self.patience = Patience()
        """Its `on_stuck` is called when nobody has been able to write for a minute."""
        database.on_lost = self.patience.tell
        self.database = database
        """What is done differently in a file and on a server."""
        self._writers = Pool([database.connection(query_only=False)])
        self._readers = Pool(database.connection(query_only=True) for _ in range(READERS))

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
        """Open the database; `url` is "sqlite+aiosqlite:///path", or "postgresql://...".

        With `create` its tables are made, or upgraded, if need be. With `alone` no other process may
        have it open in that way: two bots would both tell what is owed. Of a database on a server:
        `files`, the other files stand beside this path; `shards`, others serve the other ones.
        Raises StoreError with a sentence: not a database, damaged, another program's, made by a
        newer version, missing, in use, or a file that cannot be written.
        """
        database = _parsed(url, files, shards)
        try:
            await database.prepare(create=create, alone=alone, migrations=migrations)
        except BaseException:
            await database.release()
            raise
        return cls(database, url)

    async def close(self) -> None:
        """Close all connections; harmless a second time."""
        await self._readers.close()
        await self._writers.close()
        await self.database.release()

    def write(self) -> Transaction:
        """A transaction that may change things: all is kept, or nothing if anything is raised.

        Cancelled while it commits, it commits first and is cancelled then. Everybody else who writes
        waits meanwhile: nothing but statements belongs inside, and never a second `write`.
        """
        self.counts.writes += 1
        return Transaction(
            self._writers,
            self.counts,
            committed=lambda: self.on_commit(),
            patience=self.patience,
        )

    def read(self) -> Transaction:
        """A transaction that sees one moment of the database and cannot change it."""
        self.counts.reads += 1
        return Transaction(self._readers, self.counts)

    def sizes(self) -> dict[str, int]:
        """The bytes of the database and of its write-ahead log."""
        log = self.path.with_name(self.path.name + "-wal")
        parts = {"database": self.path, "log": log}
        return {name: part.stat().st_size for name, part in parts.items() if part.exists()}


def address(path: Path) -> str:
    """The address of a database in this file, as `Store.open` takes it."""
    return URL.create("sqlite+aiosqlite", database=str(path)).render_as_string()


def _parsed(url: str, files: Path | None, shards: Shards | None) -> File | Server:
    try:
        where = make_url(url)
    except ArgumentError:
        raise StoreError("HALMA_DATABASE is not the address of a database.") from None
    if where.drivername in ("postgresql", "postgres"):
        try:
            from bot.store.postgres import Server
        except ImportError:
            raise StoreError(
                "PostgreSQL needs extra packages: install `halma-by-post[postgresql]`."
            ) from None
        return Server(url, files, shards)
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
    return File(Path(where.database))
