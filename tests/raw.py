"""Looking into a database, and changing it, behind the back of the program."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from bot.store.statement import SQLITE, Statement


def look(path: Path, sql: str, **values: Any) -> list[dict[str, Any]]:
    """What a query answers, by column."""
    with _open(path) as connection:
        return [dict(row) for row in connection.execute(sql, values)]


def spoil(path: Path, sql: str, **values: Any) -> None:
    """Run a statement that the program would not."""
    with _open(path) as connection:
        connection.execute(sql, values)


def plan(path: Path, statement: Statement) -> list[str]:
    """How SQLite would go about a statement: the lines of its plan."""
    wanted = {name: bind for name, bind in statement.compile(SQLITE).binds.items() if bind.required}
    sql, places = statement.bind(
        {name: [1, 2] if bind.expanding else 1 for name, bind in wanted.items()}
    )
    with _open(path) as connection:
        return [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}", places)]


@contextmanager
def _open(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA foreign_keys = ON")
        with connection:
            yield connection
