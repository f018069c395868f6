"""Tables of an extension, with columns marked by purpose; tables of the core.

A table is defined with `table` and SQLAlchemy's `Column`. The `info` of a column says how an erasure
treats its rows, or what its time means.
"""

from bot.store.tables.base import (
    BIG,
    COMPUTED,
    DAILY,
    DELETED,
    DELETED_UNEXPORTED,
    OF_GUILDS,
    ORDER,
    PAST,
    PSEUDONYMIZED,
    after,
    due,
    one_of,
    partial_index,
    table,
)
from bot.store.tables.games import match_seats, matches, moves
from bot.store.tables.players import settings, vacations
from bot.store.tables.ratings import aborts

__all__ = [
    "BIG",
    "COMPUTED",
    "DAILY",
    "DELETED",
    "DELETED_UNEXPORTED",
    "OF_GUILDS",
    "ORDER",
    "PAST",
    "PSEUDONYMIZED",
    "aborts",
    "after",
    "due",
    "match_seats",
    "matches",
    "moves",
    "one_of",
    "partial_index",
    "settings",
    "table",
    "vacations",
]
