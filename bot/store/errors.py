"""What goes wrong with a database as a whole."""

import sqlite3

DRIVER_ERRORS = (sqlite3.Error, UnicodeDecodeError)
"""What a connection raises: a refused statement, a lock that others hold, damage; never with values.

That to a server raises the same as that to a file: whoever catches one need not know which it is.
"""


class StoreError(Exception):
    """The database cannot be used; the message is a sentence for the person who runs the bot."""


class InUse(StoreError):
    """Another process runs a bot on the database."""
