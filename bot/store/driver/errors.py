"""Database errors: transient failures, and databases that cannot be used."""

import errno
import sqlite3

DRIVER_ERRORS = (sqlite3.Error, UnicodeDecodeError)
"""Errors that a connection raises: a refused statement, a lock timeout, or damage.

Their messages never contain bound values. PostgreSQL errors are converted to the same classes, so
callers need not know which database is in use.
"""

_PASSING = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR})
"""SQLite's error codes for a locked file, a full disk and an I/O error."""


class Unavailable(sqlite3.OperationalError):
    """A transient failure: a later attempt may succeed."""


class ConnectionLost(Unavailable):
    """A lost connection to the database server.

    It is unknown whether a pending commit took effect.
    """


class FileReplaced(Unavailable):
    """The database file was moved or replaced while it was open.

    Nothing is read or written any more, because it would be lost or belong to another state of the
    games.
    """

    def __init__(self, path: object) -> None:
        super().__init__(
            f"the file {path} was moved or replaced while the bot was running; stop the bot, "
            "put the right file in its place, and start the bot again"
        )


def unavailable(error: BaseException) -> bool:
    """Return whether a database error is transient, so that a retry may succeed."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # primary result code
    return isinstance(error, Unavailable) or code in _PASSING


_NO_ACCESS = "give the user that runs the bot write access to the file and its folder"
_DAMAGED = "restore a backup"
_REMEDIES = {
    errno.EACCES: _NO_ACCESS,
    errno.EPERM: _NO_ACCESS,
    errno.EROFS: _NO_ACCESS,
    errno.EEXIST: "choose another name",
    errno.ENOENT: "create its folder first",
    errno.ENOSPC: "free some disk space",
}
"""Remedies for errors of the operating system."""
_SQLITE_REMEDIES = {
    sqlite3.SQLITE_PERM: _NO_ACCESS,
    sqlite3.SQLITE_READONLY: _NO_ACCESS,
    sqlite3.SQLITE_CANTOPEN: _NO_ACCESS,
    sqlite3.SQLITE_FULL: "free some disk space",
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_NOTADB: f"choose another file, or {_DAMAGED}",
    sqlite3.SQLITE_BUSY: "try again when nothing else is writing to it",
}
"""Remedies for SQLite's primary result codes."""


def explain(error: BaseException) -> str:
    """Return the reason of an error, and its remedy after a semicolon if known."""
    if isinstance(error, OSError):
        reason = error.strerror or str(error)
        remedy = _REMEDIES.get(error.errno or 0, "choose another path")
    else:
        reason = str(error)
        remedy = _SQLITE_REMEDIES.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, "")
    return f"{reason}; {remedy}" if remedy else reason


class StoreError(Exception):
    """The database cannot be used. The message tells the operator why, and what to do."""


class InUse(StoreError):
    """Another process is already running a bot on the database."""
