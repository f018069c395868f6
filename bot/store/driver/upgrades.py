"""Database upgrades: pending migrations of the core and of extensions.

The migrations of an extension are files in the folder `migrations` of its package. They run after
those of the core, in the same transaction. Each extension has a version table of its own, so an
extension that is removed leaves its tables and its revision, and continues from there when it is
installed again.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from bot import extension_points
from bot.store.driver.errors import StoreError, explain

SCRIPTS = Path(__file__).parents[1] / "migrations"
"""Alembic's folder, whose `env.py` runs the migrations of extensions as well."""


class MigrationFolder(NamedTuple):
    """A folder of migrations, and the extension to which they belong; "" for the core."""

    path: Path
    extension: str = ""

    @property
    def version_table(self) -> str:
        """The table that contains the revision of a database."""
        return f"alembic_version_{self.extension}" if self.extension else "alembic_version"

    @property
    def owner(self) -> str:
        """What the migrations belong to, for messages."""
        return f"the extension {self.extension}" if self.extension else "this bot"

    def revisions(self) -> list[str]:
        """Return all revisions, the newest last, from the names of the files."""
        return sorted(file.name[1:5] for file in self.path.glob("v????_*.py"))


CORE = MigrationFolder(SCRIPTS / "versions")


def installed_migrations() -> list[MigrationFolder]:
    """Return the migrations of the core, then those of each installed extension.

    Raises `StoreError` if two extensions have the same name, and thus the same version table, or
    if a name cannot be part of a table name.
    """
    if faults := extension_points.faults():
        raise StoreError(" ".join(faults))
    paths = extension_points.folders("migrations")
    of_extensions = (MigrationFolder(path, name) for name, path in paths.items())
    return [CORE, *(folder for folder in of_extensions if folder.revisions())]


def stored_revisions(
    execute: Callable[[str], Any], tables: Collection[str], migrations: Sequence[MigrationFolder]
) -> dict[str, str]:
    """Return the revision in each version table that a database with these tables has."""
    stored = {}
    for name in (folder.version_table for folder in migrations):
        if name in tables:
            row = execute(f"SELECT version_num FROM {name}").fetchone()
            if row is not None:
                stored[name] = str(row[0])
    return stored


def pending(
    database: str,
    stored: Mapping[str, str],
    migrations: Sequence[MigrationFolder],
    *,
    create: bool,
) -> list[MigrationFolder]:
    """Return the folders with migrations that a database of these revisions lacks.

    Raises `StoreError` if a schema is newer, or if one is older and `create` is False.
    """
    return [
        folder
        for folder in migrations
        if _is_pending(database, stored.get(folder.version_table), folder, create=create)
    ]


def _is_pending(
    database: str, stored: str | None, folder: MigrationFolder, *, create: bool
) -> bool:
    supported, owner = folder.revisions(), folder.owner
    if stored is not None and stored not in supported:
        raise StoreError(
            f"The database {database} was written by a newer version of {owner} (its schema is "
            f"{stored}, the installed version knows up to {supported[-1]}); install that version."
        )
    if stored != supported[-1] and not create:
        how = f"by an older version of {owner}" if stored else f"without the migrations of {owner}"
        raise StoreError(
            f"The database {database} was written {how} (its schema is {stored or '0000'}, the "
            f"installed version's is {supported[-1]}); run `halma-bot db upgrade` or start the bot "
            "first."
        )
    return stored != supported[-1]


def migrate(connection: Connection, database: str, migrations: Sequence[MigrationFolder]) -> None:
    """Run the migrations of these folders that this connection's database lacks.

    Raises `StoreError` if a migration of an extension fails. The caller must then roll back.
    """
    for folder in migrations:
        try:
            _run(connection, folder)
        except Exception as error:
            if not folder.extension:
                raise
            cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
            reason = explain(cause).partition("\n")[0] or type(cause).__name__
            raise StoreError(
                f"The database {database} cannot be upgraded for {folder.owner}: {reason}. Nothing "
                "has changed, and the bot can start without the extension."
            ) from error


def _run(connection: Connection, folder: MigrationFolder) -> None:
    # Imported locally, because the import is slow and rarely needed.
    from alembic import command
    from alembic.config import Config

    config = Config()
    for name, value in (
        ("script_location", str(SCRIPTS)),
        ("path_separator", "newline"),  # paths may contain all other separators
        ("version_locations", str(folder.path)),
    ):
        config.set_main_option(name, value.replace("%", "%%"))
    config.attributes["connection"] = connection
    config.attributes["version_table"] = folder.version_table
    command.upgrade(config, "head")
