"""Inline execution of SQLite transactions, without the driver's thread.

The driver hands each transaction to a thread and waits for it, but a simulation has no other work
to do in the meantime. The SQL, the transactions and the database file are the same as with the
driver.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import aiosqlite


@contextmanager
def inline() -> Iterator[None]:
    """Run the transactions of all stores opened in this context inline."""
    handed_over = aiosqlite.Connection._execute

    async def at_once(_: object, do: Callable[..., Any], *about: Any, **more: Any) -> Any:
        return do(*about, **more)

    aiosqlite.Connection._execute = at_once  # type: ignore[method-assign]
    try:
        yield
    finally:
        aiosqlite.Connection._execute = handed_over  # type: ignore[method-assign]


def memory() -> Path | None:
    """Return a folder in memory, or None if this machine has none.

    The databases are temporary, so there is no reason to wait for a disk.
    """
    shared_memory = Path("/dev/shm")
    return shared_memory if shared_memory.is_dir() else None
