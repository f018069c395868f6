"""PostgreSQL: the database server, its locks and its migrations."""

import asyncio
import secrets
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import psycopg
from sqlalchemy import NullPool, create_engine
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError

from bot.store.driver.errors import InUse, StoreError
from bot.store.driver.postgres_connection import (
    WRITERS,
    PostgresConnection,
    PostgresThread,
    connect,
)
from bot.store.driver.shard_locks import ALIVE, RUNS, SHARD, Shards
from bot.store.driver.upgrades import (
    CORE,
    MigrationFolder,
    migrate,
    pending,
    stored_revisions,
)

RELOCK_SECONDS = 30
"""Seconds after which a process that has lost its locks gives up."""
MIN_VERSION = 140000
"""The oldest server version that supports all settings of the connections."""


class PostgresDatabase:
    """A database on a PostgreSQL server."""

    shared = True

    def __init__(self, url: str, files: Path | None = None, shards: Shards | None = None) -> None:
        """Create the database object without connecting.

        `files` is the path next to which the other files of this database are stored. `shards` are
        the shards that this process serves; None if it serves all of them alone.
        """
        parsed_url = make_url(url)
        host = parsed_url.host or parsed_url.query.get("host") or "this machine"
        self.url = url
        self.name = f"{parsed_url.database or parsed_url.username} on {host}"
        self.path = files or Path("data") / (parsed_url.database or "halma")
        self.on_lock_lost: Callable[[], None] = lambda: None
        """Called when this process must exit, because another may have taken its locks."""
        self.shards = shards
        self._process = 1 + secrets.randbelow(2**31 - 1)
        self._lock: psycopg.Connection | None = None
        self._lock_socket = -1
        """File descriptor of the socket of `_lock`.

        It is stored separately because a lost connection does not return it.
        """
        self._locking: asyncio.Task[None] | None = None

    async def lock(self) -> None:
        """Take the advisory locks of this process and its shards, until `release`.

        Raises `InUse` if another process holds one of them.
        """
        loop = asyncio.get_running_loop()
        taking = loop.run_in_executor(None, self._take_locks)
        try:
            self._lock = await asyncio.shield(taking)
        except asyncio.CancelledError:
            taking.add_done_callback(_close_unwanted)
            raise
        # The server sends nothing on this connection until it ends.
        self._lock_socket = self._lock.fileno()
        loop.add_reader(self._lock_socket, self._on_lock_readable)

    def _take_locks(self) -> psycopg.Connection:
        how = "" if self.shards is None else "_shared"
        ids = () if self.shards is None else self.shards.ids
        wanted = [(how, RUNS, 0), *(("", SHARD, shard) for shard in ids)]
        with self._sentences():
            connection = connect(self.url)
            try:
                for how, kind, number in wanted:
                    taking = f"SELECT pg_try_advisory_lock{how}(%s::int, %s::int)"
                    if connection.execute(taking, (kind, number)).fetchone() != (True,):
                        what = f"serving shard {number}" if kind == SHARD else "running a bot on it"
                        raise InUse(
                            f"The database {self.name} is in use: another process is {what}."
                        )
                mine = (ALIVE, self._process)
                connection.execute("SELECT pg_advisory_lock(%s::int, %s::int)", mine)
            except BaseException:
                connection.close()
                raise
        return connection

    def _on_lock_readable(self) -> None:
        """Take the locks again if their connection has ended and the server released them."""
        if self._lock is not None:
            try:
                self._lock.pgconn.consume_input()
            except psycopg.Error:
                self._stop_watching()
                self._locking = asyncio.get_running_loop().create_task(self._lock_again())

    def _stop_watching(self) -> psycopg.Connection | None:
        """Stop watching the connection that holds the locks, and return it."""
        lock, self._lock = self._lock, None
        if lock is not None:
            asyncio.get_running_loop().remove_reader(self._lock_socket)
        return lock

    async def _lock_again(self) -> None:
        for _ in range(RELOCK_SECONDS):
            await asyncio.sleep(1)
            try:
                await self.lock()
            except InUse:
                break
            except StoreError:
                continue
            return
        self.on_lock_lost()

    async def prepare(
        self, *, create: bool, alone: bool, migrations: Sequence[MigrationFolder]
    ) -> None:
        """Migrate the database to this version's schema, and lock it first if `alone`.

        Raises `StoreError` with a message for the operator.
        """
        if alone:
            await self.lock()
        await asyncio.to_thread(self._migrate, create, migrations)

    def _migrate(self, create: bool, migrations: Sequence[MigrationFolder]) -> None:
        with self._sentences(), connect(self.url) as connection:
            if connection.info.server_version < MIN_VERSION:
                raise StoreError(f"The database {self.name} needs PostgreSQL 14 or newer.")
            stored = _revisions(connection, self.name, migrations, empty=create)
        if missing := pending(self.name, stored, migrations, create=create):
            self._upgrade(missing)
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)

    def _upgrade(self, migrations: Sequence[MigrationFolder]) -> None:
        """Run the missing migrations in one transaction, holding the lock of all writers."""
        engine = create_engine(
            "postgresql+psycopg://",
            creator=lambda: connect(self.url, autocommit=False),
            poolclass=NullPool,
            hide_parameters=True,
        )
        try:
            with self._sentences(), engine.begin() as connection:
                connection.exec_driver_sql("SET LOCAL lock_timeout = '10min'")
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({WRITERS})")
                migrate(connection, self.name, migrations)
        finally:
            engine.dispose()

    def connection(self, *, query_only: bool) -> PostgresConnection:
        """Return a new connection, which connects on first use."""
        return PostgresConnection(self.url, query_only=query_only, process=self._process)

    def thread(self, *, query_only: bool) -> PostgresThread:
        """Return a thread with its own connection, which connects on first use."""
        return PostgresThread(self.connection(query_only=query_only))

    async def release(self) -> None:
        """Release the locks. Harmless if repeated."""
        if self._locking is not None:
            self._locking.cancel()
        lock = self._stop_watching()
        if lock is not None:
            await asyncio.to_thread(_unlock, lock)

    async def truncate_log(self) -> bool:
        """Return True: the server manages its own write-ahead log."""
        return True

    async def damage(self) -> str | None:
        """Return None: the server checks its own pages."""
        return None

    @contextmanager
    def _sentences(self) -> Iterator[None]:
        """Convert server errors to `StoreError` with a message for the operator."""
        try:
            yield
        except (psycopg.Error, sqlite3.Error, DBAPIError) as error:
            message = str(getattr(error, "orig", error)).partition("\n")[0]
            raise StoreError(f"The database {self.name} cannot be used: {message}.") from None


def _close_unwanted(taking: asyncio.Future[psycopg.Connection]) -> None:
    if not taking.cancelled() and taking.exception() is None:
        taking.result().close()


def _unlock(connection: psycopg.Connection) -> None:
    """Release all locks and disconnect.

    If the connection were only closed, the server would release the locks later.
    """
    with closing(connection), suppress(psycopg.Error):
        connection.execute("SELECT pg_advisory_unlock_all()")


def _revisions(
    connection: psycopg.Connection,
    name: str,
    migrations: Sequence[MigrationFolder],
    *,
    empty: bool,
) -> dict[str, str]:
    """Return the revision in each version table of a database.

    The result is empty if the database is empty and `empty` is True.

    Raises `StoreError` if it is empty and `empty` is False, or if it belongs to another program.
    """
    query = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
    tables = {table for (table,) in connection.execute(query)}
    stored = stored_revisions(connection.execute, tables, migrations)
    if CORE.version_table in stored:
        return stored
    if tables:
        raise StoreError(f"The database {name} belongs to another program; choose another one.")
    if not empty:
        raise StoreError(f"The database {name} is empty.")
    return {}
