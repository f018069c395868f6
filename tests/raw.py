"""Direct access to a database, bypassing the store."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg

from bot.store import Store
from bot.store.driver.statement import SQLITE, Statement
from tests import postgres_server


def look(where: Path | Store, sql: str, **values: Any) -> list[dict[str, Any]]:
    """Run a query in SQLite's dialect and return its rows as dictionaries.

    On PostgreSQL the query is translated, and constraint violations raise
    `sqlite3.IntegrityError` as on SQLite.
    """
    if isinstance(where, Store) and where.url.startswith("postgresql"):
        try:
            return postgres_server.run(where.url, *_translated(sql, values))
        except psycopg.IntegrityError as error:
            raise sqlite3.IntegrityError(*error.args) from None
    with _open(where.path if isinstance(where, Store) else where) as connection:
        return [dict(row) for row in connection.execute(sql, values)]


def spoil(where: Path | Store, sql: str, **values: Any) -> None:
    """Run a statement that the program itself would never run."""
    look(where, sql, **values)


def _translated(sql: str, values: dict[str, Any]) -> list[Any]:
    """Translate a query to PostgreSQL and return it with its positional values."""
    names = [name for name in values if re.search(rf":{name}\b", sql)]
    for number, name in enumerate(names, 1):
        kind = "::bigint" if isinstance(values[name], int) else ""
        sql = re.sub(rf"(?<!:):{name}\b", f"${number}{kind}", sql)
    sql = re.sub(r"json_extract\((\w+), '\$\.(\w+)'\)", r"(\1::jsonb -> '\2')", sql)
    sql = re.sub(r'(?<![".])\b(left|user)\b(?!\()', r'"\1"', sql)
    return [sql, *(values[name] for name in names)]


def values_of(statement: Statement, value: object) -> dict[str, Any]:
    """Return values to bind to a statement: `value` for each, twice in lists."""
    binds = statement.compile(SQLITE).binds.items()
    return {
        name: [value, value] if bind.expanding else value for name, bind in binds if bind.required
    }


def plan(path: Path, statement: Statement) -> list[str]:
    """Return the lines of SQLite's query plan for a statement."""
    sql, places = statement.bind(values_of(statement, 1), SQLITE)
    with _open(path) as connection:
        return [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}", places)]


@contextmanager
def _open(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA foreign_keys = ON")
        with connection:
            yield connection
