"""The database: opened once, read by anyone at any time, written by one transaction at a time."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.store import schema
from bot.store.errors import StoreError
from bot.store.tx import Tx, to_the_end

READERS = 5
BUSY_MS = 10_000
"""How long a statement waits for another process that holds the database."""


class Store:
    """One open database. Made by `Store.open`."""

    def __init__(self, path: Path, writer: AsyncEngine, reader: AsyncEngine) -> None:
        self.path = path
        self.on_commit: Callable[[], None] = _nothing
        """Called after each committed write; the scheduler sets it to its `wake`."""
        self._writer = writer
        self._reader = reader
        self._writing = asyncio.Lock()
        self._reading = asyncio.Semaphore(READERS)

    @classmethod
    async def open(cls, url: str, *, migrations: Path = schema.MIGRATIONS) -> Store:
        """Open (and create or upgrade) the database; `url` is "sqlite+aiosqlite:///path".

        Raises StoreError with a sentence: not a database, damaged, another program's, made by a
        newer version, or a file that cannot be written.
        """
        where = _parsed(url)
        path = Path(where.database or "")
        try:
            _make_private(path)
        except OSError as error:
            raise StoreError(f"The database {path} cannot be used: {error.strerror}.") from error
        migrator = _engine(where, begin="BEGIN IMMEDIATE", foreign_keys=False, pool_size=1)
        try:
            async with migrator.connect() as connection, connection.begin():
                await connection.run_sync(schema.upgrade, migrations)
        except StoreError as error:
            raise StoreError(f"The database {path} {error}.") from error
        except DatabaseError as error:
            raise StoreError(f"The database {path} cannot be used: {error.orig}.") from error
        finally:
            await migrator.dispose()
        return cls(
            path,
            _engine(where, begin="BEGIN IMMEDIATE", pool_size=1),
            _engine(where, begin="BEGIN", query_only=True, pool_size=READERS),
        )

    async def close(self) -> None:
        """Close all connections; harmless a second time."""
        await self._reader.dispose()
        await self._writer.dispose()

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Tx]:
        """A transaction that may change things: all is kept, or nothing if anything is raised.

        Cancelled while it commits, it commits first and is cancelled then. Everybody else who writes
        waits meanwhile: nothing but statements belongs inside, and never a second `write`.
        """
        async with self._writing, _connected(self._writer) as tx:
            yield tx
            await to_the_end(self._commit(tx))

    async def _commit(self, tx: Tx) -> None:
        await tx.connection.commit()
        self.on_commit()

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Tx]:
        """A transaction that sees one moment of the database and cannot change it."""
        async with self._reading, _connected(self._reader) as tx:
            yield tx

    async def backup(self, path: Path) -> None:
        """Write a whole, compact, private copy to a new file while the bot goes on.

        StoreError if the file exists or cannot be written; what was half written is removed.
        """
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        except OSError as error:
            raise StoreError(f"The backup {path} cannot be made: {error.strerror}.") from error
        try:
            await to_the_end(self._copy(path))
        except BaseException as error:
            _remove(path)
            if isinstance(error, Exception):
                raise StoreError(f"The backup {path} cannot be made: {error}.") from error
            raise

    async def _copy(self, path: Path) -> None:
        # A connection apart: it only reads, and neither waits for writers nor holds them up.
        engine = _engine(make_url(address(self.path)), begin="", pool_size=1)
        try:
            async with engine.connect() as connection:
                raw = await connection.get_raw_connection()
                driver: Any = raw.driver_connection
                # Outside any transaction; it accepts a file that is there and empty.
                await driver.execute("VACUUM INTO ?", (str(path),))
        finally:
            await engine.dispose()


def address(path: Path) -> str:
    """The address of a database in this file, as `Store.open` takes it."""
    return URL.create("sqlite+aiosqlite", database=str(path)).render_as_string()


def _nothing() -> None:
    """Nobody listens."""


def _parsed(url: str) -> URL:
    try:
        where = make_url(url)
    except ArgumentError:
        raise StoreError(f"{url!r} is not the address of a database.") from None
    if where.drivername != "sqlite+aiosqlite":
        raise StoreError(f"Only SQLite is supported, not {where.get_backend_name()}.")
    if not where.database or where.database == ":memory:":
        raise StoreError("The database must be a file: games live for months.")
    return where


def _make_private(path: Path) -> None:
    """Make the file, readable by its owner only; SQLite gives its log files the same mode."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    path.chmod(0o600)


def _remove(path: Path) -> None:
    path.unlink(missing_ok=True)


def _engine(
    where: URL,
    *,
    begin: str,
    pool_size: int,
    foreign_keys: bool = True,
    query_only: bool = False,
) -> AsyncEngine:
    engine = create_async_engine(where, pool_size=pool_size, max_overflow=0)
    pragmas = (
        f"busy_timeout = {BUSY_MS}",
        "journal_mode = WAL",
        "synchronous = FULL",
        "secure_delete = ON",  # what is erased is written over, not only let go
        f"foreign_keys = {'ON' if foreign_keys else 'OFF'}",
        f"query_only = {'ON' if query_only else 'OFF'}",
    )

    @event.listens_for(engine.sync_engine, "connect")
    def _prepare(connection: Any, _record: object) -> None:
        # The driver must not begin transactions of its own accord: it would do so too late.
        connection.isolation_level = None
        with closing(connection.cursor()) as cursor:
            for pragma in pragmas:
                cursor.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine.sync_engine, "begin")
    def _emit(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


@asynccontextmanager
async def _connected(engine: AsyncEngine) -> AsyncIterator[Tx]:
    """A connection of its own, in a transaction that is undone unless it is committed."""
    connection = engine.connect()
    try:
        await to_the_end(_begin(connection))
        yield Tx(connection)
    finally:
        await to_the_end(_end(connection))


async def _begin(connection: AsyncConnection) -> None:
    await connection.start()
    await connection.begin()


async def _end(connection: AsyncConnection) -> None:
    if connection.sync_connection is not None:  # it never began if the database could not be had
        await connection.close()
