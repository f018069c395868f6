"""The store: one open database with many readers and a single writer at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextvars import copy_context
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.store.driver.errors import StoreError
from bot.store.driver.postgres_address import BAD_ADDRESS, is_address
from bot.store.driver.shard_locks import Shards
from bot.store.driver.sqlite import SqliteDatabase
from bot.store.driver.sqlite_connection import SqliteThread
from bot.store.driver.tx import Connection, StatementCounts, Tx, transaction
from bot.store.driver.upgrades import MigrationFolder, installed_migrations
from bot.store.driver.write_watchdog import WriteWatchdog
from bot.store.models import Match
from engine import registry

if TYPE_CHECKING:
    from bot.store.driver.postgres import PostgresDatabase
    from bot.store.driver.postgres_connection import PostgresThread

P = ParamSpec("P")
T = TypeVar("T")
READERS = 5
"""Maximum number of concurrent read transactions. Each has its own thread."""


class Store:
    """One open database. Use `Store.open` to create it."""

    def __init__(self, database: SqliteDatabase | PostgresDatabase, url: str) -> None:
        self.url, self.name = url, database.name
        self.path = database.path
        """The database file. For PostgreSQL, a path next to which other files are stored."""
        self.on_commit: Callable[[], None] = lambda: None
        """Called after each committed write. Set by the scheduler."""
        self.on_match_saved: Callable[[Match], None] = lambda match: None
        """Called on the event loop with each changed match, once the change is committed."""
        self.counts = StatementCounts()
        self.patience = WriteWatchdog()
        """Watchdog of the write lock.

        It calls `on_stuck` if nobody can write for a minute.
        """
        database.on_lock_lost = self.patience.report_stuck
        self.database = database
        """The operations that differ between SQLite and PostgreSQL."""
        self._writer = database.thread(query_only=False)
        readers = [database.thread(query_only=True) for _ in range(READERS)]
        self.threads = [self._writer, *readers]
        # First in, first out, because the thread of a cancelled read may be busy until its
        # statement ends.
        self._readers: asyncio.Queue[SqliteThread | PostgresThread] = asyncio.Queue()
        for reader in readers:
            self._readers.put_nowait(reader)
        self._closed = False

    @classmethod
    async def open(
        cls,
        url: str,
        *,
        create: bool = True,
        alone: bool = False,
        migrations: Sequence[MigrationFolder] | None = None,
        files: Path | None = None,
        shards: Shards | None = None,
    ) -> Store:
        """Open the database at `url`: "sqlite+aiosqlite:///path" or "postgresql://...".

        With `create`, missing tables are created and old schemas are migrated, with `migrations`
        or those of the core and of the installed extensions. With `alone`, no
        other process can open the database in this mode, since two bots would both send pending
        messages.
        For PostgreSQL only: `files` is the path next to which other files are stored, and `shards`
        are the shards that this process serves.

        Raises `StoreError` with a message for the operator if the database is missing, damaged, in
        use or not writable, if it belongs to another program, or if its schema is newer. Without
        `create`, also if its schema is older. Also if two extensions have the same name, or if the
        games of an installed package cannot be used.
        """
        if faults := registry.faults():
            raise StoreError(" ".join(faults))  # running games would be unknown
        database = _parse_url(url, files, shards)
        migrations = installed_migrations() if migrations is None else migrations
        try:
            await database.prepare(create=create, alone=alone, migrations=migrations)
        except BaseException:
            await database.release()
            raise
        return cls(database, url)

    async def close(self) -> None:
        """Close all connections after the transactions in progress. Harmless if repeated.

        Transactions that have not begun raise `StoreError`.
        """
        if not self._closed:
            self._closed = True
            await asyncio.gather(*(thread.close() for thread in self.threads))
            await self.database.release()

    async def write(
        self, work: Callable[Concatenate[Tx, P], T], /, *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a function in a write transaction. Returns its result.

        The transaction commits as a whole or, if the function raises, rolls back. Writers run one
        at a time, in order. If the caller is cancelled, a transaction that has not begun never
        runs, and one that has begun rolls back at its next statement, or commits if there is none.
        """
        self.counts.writes += 1
        with self.patience:
            return await self._run(self._writer, lambda tx: work(tx, *args, **kwargs))

    async def read(
        self, work: Callable[Concatenate[Tx, P], T], /, *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a function in a read transaction, on one snapshot of the database.

        Returns its result.
        """
        self.counts.reads += 1
        thread = await self._readers.get()
        try:
            return await self._run(thread, lambda tx: work(tx, *args, **kwargs))
        finally:
            self._readers.put_nowait(thread)

    async def _run(self, thread: SqliteThread | PostgresThread, work: Callable[[Tx], T]) -> T:
        asked, loop, context = perf_counter(), asyncio.get_running_loop(), copy_context()
        cancelled, begun = False, list[Tx]()

        def check() -> None:
            if cancelled:
                raise asyncio.CancelledError
            if self._closed:
                raise StoreError("The database is closed.")

        def run(connection: Connection) -> T:
            check()
            with transaction(connection, self.counts, asked=asked) as tx:
                begun.append(tx)
                check()  # again, because a writer may have waited for another process
                if not connection.query_only:
                    self.patience.acquired()
                try:
                    result = work(tx)
                except StopIteration as error:  # a future cannot hold it
                    raise RuntimeError("A transaction raised StopIteration.") from error
            if not connection.query_only:
                loop.call_soon_threadsafe(self._committed, tx.saved_matches)
            return result

        check()
        try:
            return await thread.run(lambda connection: context.run(run, connection))
        except asyncio.CancelledError:
            cancelled = True
            for tx in begun:
                tx.end()
            raise

    def _committed(self, saved_matches: list[Match]) -> None:
        """Call the callbacks of a committed write."""
        self.on_commit()
        for match in saved_matches:
            self.on_match_saved(match)

    def sizes(self) -> dict[str, int]:
        """Return the sizes of the database and of its write-ahead log, in bytes."""
        log = self.path.with_name(self.path.name + "-wal")
        parts = {"database": self.path, "log": log}
        return {name: part.stat().st_size for name, part in parts.items() if part.exists()}


def address(path: Path) -> str:
    """Return the URL of a SQLite file, for `Store.open`."""
    return URL.create("sqlite+aiosqlite", database=str(path)).render_as_string()


def _parse_url(
    url: str, files: Path | None, shards: Shards | None
) -> SqliteDatabase | PostgresDatabase:
    if url.startswith(("postgresql:", "postgres:")) and not is_address(url):
        raise StoreError(BAD_ADDRESS)
    try:
        where = make_url(url)
    except (ArgumentError, ValueError):
        raise StoreError("HALMA_DATABASE is not the address of a database.") from None
    if where.drivername in ("postgresql", "postgres"):
        try:
            from bot.store.driver.postgres import PostgresDatabase
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
