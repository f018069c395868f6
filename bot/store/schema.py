"""Bringing a database file to the tables of this version, or refusing it with a sentence."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from bot.store.errors import StoreError

MIGRATIONS = Path(__file__).parent / "migrations"


def upgrade(connection: Connection, migrations: Path = MIGRATIONS) -> None:
    """Run the migrations that this database lacks, inside the transaction that is open.

    The connection does not enforce foreign keys meanwhile (a migration may make a table anew);
    they are checked at the end. Raises StoreError: damaged, another program's, or newer than this.
    """
    fault = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
    if fault != "ok":
        raise StoreError(f"is damaged ({fault}); restore a backup")
    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    config.attributes["connection"] = connection
    script = ScriptDirectory.from_config(config)
    newest = script.get_current_head()
    here = MigrationContext.configure(connection).get_current_revision()
    if here == newest:
        return
    if here is None and inspect(connection).get_table_names():
        raise StoreError("belongs to another program; name another file")
    if here is not None and here not in {known.revision for known in script.walk_revisions()}:
        raise StoreError(
            f"was written by a newer version of this bot (its schema is {here}, "
            f"this version knows up to {newest}); install that version"
        )
    command.upgrade(config, "head")
    if connection.exec_driver_sql("PRAGMA foreign_key_check").first() is not None:
        raise StoreError("is damaged: some rows refer to rows that are missing; restore a backup")
