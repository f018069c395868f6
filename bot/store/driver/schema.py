"""Schema of a SQLite file: its revisions, its upgrade and checks for damage."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, NullPool, create_engine, event
from sqlalchemy.exc import DatabaseError

from bot.store.driver.errors import DRIVER_ERRORS, StoreError, explain
from bot.store.driver.sqlite_connection import PRAGMAS
from bot.store.driver.upgrades import (
    CORE,
    MigrationFolder,
    installed_migrations,
    migrate,
    pending,
    stored_revisions,
)

_SMALLEST = 512
"""Minimum size of a non-empty database, in bytes."""


def prepare_file(
    path: Path, *, create: bool, migrations: Sequence[MigrationFolder] | None = None
) -> None:
    """Migrate a database file to the newest schema, also of the installed extensions.

    With `create`, the tables are created in an empty file, and an older database is migrated.
    Otherwise only the revisions are read, without a lock.

    Raises `StoreError` if the file is missing, empty, damaged or not a database, if it belongs to
    another program, or if it has a different schema.
    """
    migrations = installed_migrations() if migrations is None else migrations
    stored = database_revisions(path, migrations, empty=create)
    if missing := pending(str(path), stored, migrations, create=create):
        _upgrade(path, missing)


def database_revisions(
    path: Path, migrations: Sequence[MigrationFolder] = (CORE,), *, empty: bool = False
) -> dict[str, str]:
    """Return the revision in each version table of a database file.

    The result is empty if the file is empty and `empty` is True.

    Raises `StoreError` if the file is missing, not a database or damaged beyond reading, if it
    belongs to another program, or if it is empty and `empty` is False.
    """
    try:
        size = path.stat().st_size
    except (FileNotFoundError, NotADirectoryError):
        raise StoreError(
            f"The database {path} does not exist; correct HALMA_DATABASE, or create it with "
            "`halma-bot db upgrade`."
        ) from None
    except OSError as error:
        raise StoreError(f"The database {path} cannot be used: {explain(error)}.") from error
    try:
        with closing(_reader(path)) as connection:
            query = "SELECT name, sql FROM sqlite_schema WHERE type = 'table'"
            tables = {name for name, _ in connection.execute(query)}
            stored = stored_revisions(connection.execute, tables, migrations)
            if CORE.version_table in stored:
                return stored
    except UnicodeDecodeError as error:
        raise StoreError(f"The database {path} is damaged; restore a backup.") from error
    except DRIVER_ERRORS as error:
        raise StoreError(f"The database {path} cannot be used: {explain(error)}.") from error
    if tables:
        raise StoreError(f"The database {path} belongs to another program; choose another file.")
    if 0 < size < _SMALLEST:
        raise StoreError(
            f"The database {path} cannot be used: file is not a database; choose another file, or "
            "restore a backup."
        )
    if not empty:
        raise StoreError(
            f"The database {path} is empty; restore a backup, or create its tables with "
            "`halma-bot db upgrade`."
        )
    return {}


def find_damage(path: Path) -> str | None:
    """Return a description of the damage to this file's pages, or None.

    The whole file is read in a separate transaction, which blocks nobody but may take minutes.
    """
    try:
        with closing(_reader(path)) as connection:
            report = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
    except DRIVER_ERRORS as error:
        return str(error)
    return None if report == "ok" else report.splitlines()[-1]


def _reader(path: Path) -> sqlite3.Connection:
    """Return a query-only connection. A missing file is not created."""
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True)
    connection.execute("PRAGMA query_only = ON")
    return connection


def _upgrade(path: Path, migrations: Sequence[MigrationFolder]) -> None:
    """Run the pending migrations, all in one transaction."""
    url = URL.create("sqlite", database=str(path))
    engine = create_engine(url, poolclass=NullPool, hide_parameters=True)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    try:
        with engine.begin() as connection:
            fault = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
            if fault != "ok":
                raise StoreError(f"The database {path} is damaged ({fault}); restore a backup.")
            migrate(connection, str(path), migrations)
            if connection.exec_driver_sql("PRAGMA foreign_key_check").first() is not None:
                raise StoreError(
                    f"The database {path} is damaged: some rows refer to rows that are missing; "
                    "restore a backup."
                )
    except DatabaseError as error:
        raise StoreError(
            f"The database {path} cannot be used: {explain(error.orig or error)}."
        ) from error


def _prepare(connection: Any, _record: object) -> None:
    # Transactions are begun explicitly, because the driver would begin them too late. A migration
    # may rebuild a table, so foreign keys are checked at the end.
    connection.isolation_level = None
    with closing(connection.cursor()) as cursor:
        for pragma in (*PRAGMAS, "foreign_keys = OFF"):
            cursor.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
