"""Table definitions. Ids of users, guilds, channels and messages are Discord's.

    players --< blocks, erasures            block list; erasure requests
            --< pings                       the latest non-turn ping between two players
    players --- settings, vacation_budgets
            --< vacations
    challenges --< challenge_seats          one row for each slot
    matches --< match_seats
            --< moves, departures, takebacks  source of truth; the stored `position` is a snapshot
            --- offers --< consents         the open offer, and the seats that have agreed
            --- rematches                   the challenge to a rematch
            --< match_hints                 positions in which a hint was used
            --- clocks                      the current turn and its deadline
            --< clock_stops                 intervals in which a seat's clock is stopped
            --- undelivered_boards          the newest board could not be posted
            --- computer_moves              a computer player is to move
            --< plans                       conditional moves, active or just ended
    heartbeat                               one row: when the bot was last alive
    downtimes                               when the bot was down for longer than a restart
    rated_games --< rated_seats             the results that are counted in the ratings
                --- annulments              games that no longer count
    ladders --< ratings, rating_changes     the ratings of a guild, and what each game changed
            --< rating_opponents            for the rule of the leaderboard
    matches --- aborts                      who caused an early abort
    servers, audit                          guild settings, and who changed them
    removed_guilds                          guilds the bot was removed from
    interactions                            what each interaction did, kept for a day
    outbox --> posts                        messages to send; the messages that resulted
    vacation_notices                        messages about automatic vacation

Times are UTC in whole seconds. SQLite uses a partial index only if the query repeats its condition
with the same literals, hence the constants RUNNING, OPEN, PENDING, SETTLED and WORLDWIDE.

Extensions define their tables in `bot/extensions/<name>/tables.py`. These modules are imported
here, so that `metadata` always contains the tables of the installed extensions. The migrations
create all tables; a test compares the two.
"""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Column, Table

from bot import extension_points
from bot.store.tables import base, challenges, games, guilds, messages, players, ratings  # noqa: F401

metadata = base.metadata
CORE = frozenset(metadata.tables)
"""Names of the tables of the core."""
for _name in extension_points.names():
    extension_points.module_of(_name, "tables")


def columns_marked(info: Mapping[str, str]) -> list[Column[Any]]:
    """Return all columns whose `info` includes these items."""
    return [column for column in _columns() if info.items() <= column.info.items()]


def columns_due() -> list[Column[int]]:
    """Return the columns that contain the due times of jobs."""
    return [column for column in _columns() if "due" in column.info]


def _columns() -> list[Column[Any]]:
    return [column for table in metadata.tables.values() for column in table.columns]


def tables_of_extension(name: str) -> frozenset[str]:
    """Return the names of an extension's tables."""
    module = extension_points.module_of(name, "tables")
    tables = (value for value in vars(module or object()).values() if isinstance(value, Table))
    return frozenset(table.name for table in tables) - CORE
