"""What goes wrong with a database as a whole."""

import sqlite3

DRIVER_ERRORS = (sqlite3.Error, UnicodeDecodeError)
"""What a connection raises: a refused statement, a lock that others hold, damage; never with values.

That to a server raises the same as that to a file: whoever catches one need not know which it is.
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
    """The database cannot be used; the message is a sentence for the person who runs the bot."""


class InUse(StoreError):
    """Another process runs a bot on the database."""
