"""The database without its thread: in a simulated world nobody else could go on meanwhile.

The driver hands each statement to a thread and waits for it, which costs more than the statement. Here
it runs at once. The SQL, the transactions and the file are the same.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import aiosqlite


@contextmanager
def inline() -> Iterator[None]:
    """Statements run at once in the stores that are opened and closed meanwhile."""
    handed_over, connect = aiosqlite.Connection._execute, sqlite3.connect

    async def at_once(_: object, do: Callable[..., Any], *about: Any, **more: Any) -> Any:
        return do(*about, **more)

    aiosqlite.Connection._execute = at_once  # type: ignore[method-assign]
    sqlite3.connect = partial(connect, check_same_thread=False)  # it is opened in a thread
    try:
        yield
    finally:
        aiosqlite.Connection._execute = handed_over  # type: ignore[method-assign]
        sqlite3.connect = connect


def memory() -> Path | None:
    """A folder in memory, if this machine has one: nobody's games are at stake, so no disk need be
    waited for. None: wherever temporary files are."""
    found = Path("/dev/shm")
    return found if found.is_dir() else None
