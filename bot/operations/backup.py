"""Online backup of a SQLite database."""

import errno
import os
import sqlite3
from contextlib import closing
from pathlib import Path

from bot.store.driver import schema
from bot.store.driver.errors import DRIVER_ERRORS, StoreError, explain


def back_up(source: Path, target: Path) -> None:
    """Write a complete, compact and private copy of a database to a new file.

    The copy is called "<name>.part" until it has been synced to disk and checked, so a file with
    the requested name is never incomplete. The source is only read, so the backup neither waits for
    writers nor blocks them.

    Raises `StoreError` if `source` is not one of our databases, or if `target` exists or cannot be
    written. An incomplete copy is removed.
    """
    schema.database_revisions(source)
    part = target.with_name(f"{target.name}.part")
    try:
        if target.exists():
            raise FileExistsError(errno.EEXIST, "File exists")
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except OSError as error:
        raise StoreError(f"The backup {target} cannot be created: {explain(error)}.") from error
    try:
        _write_copy(source, part)
        part.rename(target)
        _fsync(target.parent)
        stamp_for(source).touch(mode=0o600)
    except (OSError, *DRIVER_ERRORS) as error:
        raise StoreError(f"The backup {target} cannot be created: {explain(error)}.") from error
    finally:
        part.unlink(missing_ok=True)


def stamp_for(database: Path) -> Path:
    """Return the path of the empty file whose time is that of the last good backup."""
    return database.with_suffix(".backup")


def last_backup(database: Path) -> float:
    """Return the time of the last good backup in Unix seconds; 0 if there is none."""
    try:
        return stamp_for(database).stat().st_mtime
    except OSError:
        return 0


def _write_copy(source: Path, part: Path) -> None:
    with closing(sqlite3.connect(source, isolation_level=None)) as connection:
        connection.execute("VACUUM INTO ?", (str(part),))
    _fsync(part)
    if (fault := schema.find_damage(part)) is not None:
        raise sqlite3.DatabaseError(fault)


def _fsync(path: Path) -> None:
    """Flush a file, or the entries of a directory, to disk."""
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
