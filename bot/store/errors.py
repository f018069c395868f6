"""What goes wrong with a database as a whole."""

from __future__ import annotations


class StoreError(Exception):
    """The database cannot be used; the message is a sentence for the person who runs the bot."""
