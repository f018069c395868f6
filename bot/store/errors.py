"""Errors of a database as a whole."""

import sqlite3

DRIVER_ERRORS = (sqlite3.Error, UnicodeDecodeError)
"""Errors that a connection raises: a refused statement, a lock timeout, or damage.

They never contain values. PostgreSQL errors are converted to the same classes, so callers need not
know which database is in use.
"""

_PASSING = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR})
"""SQLite's codes for a file that is locked by another program, or a disk that fails for a while."""


class Unavailable(sqlite3.OperationalError):
    """The database cannot do this now; it may later."""


class ConnectionLost(Unavailable):
    """There is no connection to the server. Whether a commit under way was kept is unknown."""


def unavailable(error: BaseException) -> bool:
    """Whether the database failed in a way that may pass without a change to the bot or its data."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # without the extension of the code
    return isinstance(error, Unavailable) or code in _PASSING


class StoreError(Exception):
    """The database cannot be used. The message is a sentence for the operator."""


class InUse(StoreError):
    """Another process already runs a bot on the database."""
