"""The database: opened once, read by anyone at any time, written by one transaction after the other."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from sqlalchemy.ext.asyncio import AsyncConnection

Tx = AsyncConnection
"""An open transaction; query functions take it as their first argument."""


class Store:
    """One open database."""

    path: Path
    on_commit: Callable[[], None]
    """Called after each committed write; the scheduler sets it to its `wake`."""

    @classmethod
    async def open(cls, url: str) -> Store:
        """Open (and create or upgrade) the database; `url` is "sqlite+aiosqlite:///path".

        Raises StoreError with a sentence: not a database, damaged, made by a newer version, not writable.
        """
        raise NotImplementedError

    async def close(self) -> None:
        """Close all connections; harmless a second time."""
        raise NotImplementedError

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Tx]:
        """A transaction that may change things: all of it is kept, or nothing if anything is raised inside."""
        raise NotImplementedError
        yield

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Tx]:
        """A transaction that sees one moment of the database and cannot change it."""
        raise NotImplementedError
        yield

    async def backup(self, path: Path) -> None:
        """Write a whole, compact copy to a new file, while the bot goes on. StoreError if the file exists."""
        raise NotImplementedError
