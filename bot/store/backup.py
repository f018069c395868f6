"""Whole copies of a database, made while it is in use."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from bot.store import schema
from bot.store.errors import DRIVER_ERRORS, StoreError


def copy(source: Path, target: Path) -> None:
    """Write a whole, compact, private copy of a database to a new file.

    It has another name ("….part") until it is on the disk and has been checked, so that a file of the
    name that was asked for is never half a copy. It only reads, and neither waits for writers nor
    holds them up. StoreError: `source` is no database of ours, or `target` exists or cannot be
    written; what was half written is removed.
    """
    schema.revision(source)
    part = target.with_name(f"{target.name}.part")
    try:
        if target.exists():
            raise FileExistsError(0, "File exists")
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except OSError as error:
        raise StoreError(f"The backup {target} cannot be created: {error.strerror}.") from error
    try:
        _write(source, part)
        part.rename(target)
        _sync(target.parent)
    except (OSError, *DRIVER_ERRORS) as error:
        raise StoreError(f"The backup {target} cannot be created: {error}.") from error
    finally:
        part.unlink(missing_ok=True)


def _write(source: Path, part: Path) -> None:
    with closing(sqlite3.connect(source, isolation_level=None)) as connection:
        connection.execute("VACUUM INTO ?", (str(part),))
    _sync(part)
    if (fault := schema.damage(part)) is not None:
        raise sqlite3.DatabaseError(fault)


def _sync(path: Path) -> None:
    """Make sure that a file, or what a folder holds, is on the disk."""
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
