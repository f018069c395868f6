"""Database errors: transient failures, and databases that cannot be used."""

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


def unavailable(error: BaseException) -> bool:
    """Return whether a database error is transient, so that a retry may succeed."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # primary result code
    return isinstance(error, Unavailable) or code in _PASSING


class StoreError(Exception):
    """The database cannot be used. The message is a sentence for the operator."""


class InUse(StoreError):
    """Another process is already running a bot on the database."""
