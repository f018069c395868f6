"""A database on a server: PostgreSQL."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any, NoReturn

import asyncpg
from sqlalchemy import Connection, NullPool
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import create_async_engine

from bot.store.errors import InUse, StoreError
from bot.store.schema import lacks_some, migrate, revisions
from bot.store.server_connection import WRITERS, ServerConnection, connect

RUNS = 0x48616C
"""The class of the advisory locks by which processes tell what they run."""
OLDEST = 140000
"""The oldest version of the server that knows all our settings."""


class Server:
    """Which database it is, and what is special about its kind."""

    def __init__(self, url: str, files: Path | None = None) -> None:
        """`files`: the other files of this database stand beside this path."""
        there = make_url(url)
        host = there.host or there.query.get("host") or "this machine"
        self.url = url
        self.name = f"{there.database or there.username} on {host}"
        self.path = files or Path("data") / (there.database or "halma")
        self._lock: asyncpg.Connection | None = None

    async def lock(self) -> None:
        """No other process may run a bot on it until it is released. InUse: one does."""
        connection = await self._connect()
        if not await connection.fetchval("SELECT pg_try_advisory_lock($1, 0)", RUNS):
            await connection.close()
            raise InUse(f"The database {self.name} is in use: another process runs a bot on it.")
        self._lock = connection

    async def prepare(self, *, create: bool, alone: bool, migrations: Path) -> None:
        """Make sure that it has the tables of this version, and with `alone` that no other process has
        it so. StoreError with a sentence."""
        if alone:
            await self.lock()
        connection = await self._connect()
        try:
            if connection.get_server_version().major * 10000 < OLDEST:
                raise StoreError(f"The database {self.name} needs PostgreSQL 14 or newer.")
            here = await _revision(connection, self.name, empty=create)
        finally:
            await connection.close()
        known = revisions(migrations)
        if lacks_some(self.name, here, known, create=create):
            await self._upgrade(migrations)
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)

    async def _upgrade(self, migrations: Path) -> None:
        """Run the migrations that it lacks, in one transaction; nobody else writes meanwhile."""
        engine = create_async_engine(
            "postgresql+asyncpg://",
            async_creator=lambda: connect(self.url),
            poolclass=NullPool,
            hide_parameters=True,
        )

        def upgrade(connection: Connection) -> None:
            connection.exec_driver_sql("SET LOCAL lock_timeout = '10min'")
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({WRITERS})")
            migrate(connection, migrations)

        try:
            async with engine.begin() as opened:
                await opened.run_sync(upgrade)
        except DBAPIError as error:
            told = str(error.orig).splitlines()[0].rpartition(">: ")[2]
            raise StoreError(f"The database {self.name} cannot be used: {told}.") from None
        finally:
            await engine.dispose()

    def connection(self, *, query_only: bool) -> ServerConnection:
        """A new connection, not yet made."""
        return ServerConnection(self.url, query_only=query_only)

    async def release(self) -> None:
        """Another process may run a bot on it; harmless a second time."""
        lock, self._lock = self._lock, None
        if lock is not None:
            await lock.close(timeout=5)

    async def truncate_log(self) -> bool:
        """True: its log is the business of whoever runs the server."""
        return True

    async def damage(self) -> str | None:
        """None: the server looks after its pages."""
        return None

    async def backup(self, path: Path) -> NoReturn:
        """StoreError: whoever runs the server makes copies with its own programs."""
        raise StoreError(
            f"The database {self.name} is copied by PostgreSQL: `pg_dump --format=custom "
            f"--file={path}`, or the backups of your server."
        )

    async def _connect(self) -> asyncpg.Connection:
        try:
            return await connect(self.url)
        except sqlite3.Error as error:
            raise StoreError(f"The database {self.name} cannot be used: {error}.") from None


async def _revision(connection: Any, name: str, *, empty: bool) -> str | None:
    """The revision of the database; None if nothing is in it, and that is allowed."""
    tables = {
        row[0]
        for row in await connection.fetch(
            "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
        )
    }
    if "alembic_version" in tables:
        found = await connection.fetchval("SELECT version_num FROM alembic_version")
        if found is not None:
            return str(found)
    if tables:
        raise StoreError(f"The database {name} belongs to another program; name another one.")
    if not empty:
        raise StoreError(f"The database {name} is empty.")
    return None
