"""Bringing a database file to the tables of this version, or refusing it with a sentence."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, NullPool, create_engine, event, inspect, text
from sqlalchemy.exc import DatabaseError

from bot.store.connections import PRAGMAS
from bot.store.errors import StoreError

MIGRATIONS = Path(__file__).parent / "migrations"


def upgrade(path: Path, migrations: Path = MIGRATIONS) -> None:
    """Run the migrations that this database lacks, in one transaction.

    Raises StoreError: not a database, damaged, another program's, or newer than this.
    """
    url = URL.create("sqlite", database=str(path))
    engine = create_engine(url, poolclass=NullPool, hide_parameters=True)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    try:
        with engine.begin() as connection:
            _upgrade(connection, migrations)
    except StoreError as error:
        raise StoreError(f"The database {path} {error}.") from error
    except DatabaseError as error:
        raise StoreError(f"The database {path} cannot be used: {error.orig}.") from error


def _upgrade(connection: Connection, migrations: Path) -> None:
    fault = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
    if fault != "ok":
        raise StoreError(f"is damaged ({fault}); restore a backup")
    known = revisions(migrations)
    here = revision(connection)
    if here == known[-1]:
        return
    if here is not None and here not in known:
        raise StoreError(
            f"was written by a newer version of this bot (its schema is {here}, "
            f"this version knows up to {known[-1]}); install that version"
        )
    _migrate(connection, migrations)
    if connection.exec_driver_sql("PRAGMA foreign_key_check").first() is not None:
        raise StoreError("is damaged: some rows refer to rows that are missing; restore a backup")


def _prepare(connection: Any, _record: object) -> None:
    # The driver must not begin transactions of its own accord: it would do so too late. A migration may
    # make a table anew, so what rows refer to is checked at the end.
    connection.isolation_level = None
    with closing(connection.cursor()) as cursor:
        for pragma in (*PRAGMAS, "foreign_keys = OFF"):
            cursor.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def revisions(migrations: Path = MIGRATIONS) -> list[str]:
    """All that there are, the newest last; the names of the files tell them."""
    return sorted(file.name[1:5] for file in (migrations / "versions").glob("v????_*.py"))


def revision(connection: Connection) -> str | None:
    """The revision of this database, None if it is empty. StoreError: another program's."""
    tables = inspect(connection).get_table_names()
    if "alembic_version" in tables:
        here: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
        return here
    if tables:
        raise StoreError("belongs to another program; name another file")
    return None


def _migrate(connection: Connection, migrations: Path) -> None:
    # Imported here, since it takes long and is seldom needed.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
