"""Looking into a database, and changing it, behind the back of the program."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any


def look(path: Path, sql: str, **values: Any) -> list[dict[str, Any]]:
    """What a query answers, by column."""
    with _open(path) as connection:
        return [dict(row) for row in connection.execute(sql, values)]


def spoil(path: Path, sql: str, **values: Any) -> None:
    """Run a statement that the program would not."""
    with _open(path) as connection:
        connection.execute(sql, values)


@contextmanager
def _open(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA foreign_keys = ON")
        with connection:
            yield connection
