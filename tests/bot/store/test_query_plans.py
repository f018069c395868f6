"""No statement scans a large table, apart from a list of exceptions."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import Store, address
from bot.store.driver.statement import SQLITE
from tests import raw
from tests.bot.store.statements import every_statement

pytestmark = pytest.mark.file


SMALL = ("removed_guilds", "heartbeat", "downtimes", "servers", "undelivered_boards")
"""Tables that stay small regardless of the number of matches."""
EVERYTHING = ("dump.", "future_times.", "downtimes.")
"""Modules whose statements may read whole tables.

They are used for a dump, after downtime and after the system clock was set back. The checks of
extensions read everything too.
"""
MEANT = {
    "integrity_rows._GAPS": "the whole database is checked",
    "integrity_rows._FREE": "the whole database is checked",
    "integrity_rows._LATE_OFFERS": "the whole database is checked",
    "integrity_rows._LATE_PLANS": "the whole database is checked",
    "integrity_rows._EVENTS": "the whole database is checked",
    "matches._COUNT": "the whole database is checked",
    "matches._EVERYTHING": "the whole database is checked",
    "matches._RUNNING": "the sandbox shows all games again, and has few",
    "queue_stats._MEASURES": "pending rows and running matches, each by an index; at each scrape",
    "queue_stats._PENDING_IN_GUILD": "pending rows, by an index; when a manager asks",
    "outbox_rows.RELEASE": "pending rows; at startup",
    "outbox_rows.UNTRIED_OF": "pending rows, by an index; after downtime",
    "outbox_retries.PENDING_OF_KINDS": "pending rows, by an index; at the start",
    "outbox_rows.RETRY": "failed rows; when a retry is requested",
    "computer_queue._RELEASE": "the moves that the computer owes; at the start",
    "erasure_rows._COLUMNS": "the columns of a table",
    "erasure_rows._NAMING_PLAYERS": "the tables of the database, not their rows",
    "ratings._GUILDS": "the whole database is checked",
    "removed_guild_rows._KNOWN": "changes by the hand of an owner; at the start",
}


OF_RATINGS = (
    "rating_queries.",
    "ladder_rows.",
    "erasure_rows._RATED",
    "ratings._ANNULLED_AMONG",
    "ratings._GAMES",
    "ratings._LAST_NUMBERS",
    "ratings._OF_GUILD",
    "ratings._WORLDWIDE",
)
"""Statements that count a game, annul it, erase its players or show ratings."""


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("schema") / "halma.sqlite3"

    async def make() -> None:
        await (await Store.open(address(path))).close()

    asyncio.run(make())
    return path


@pytest.mark.check
def test_only_the_listed_statements_scan_a_table(path: Path) -> None:
    plans = {}
    for name, statement in every_statement().items():
        if name.startswith(EVERYTHING) or ".integrity_rows." in name:
            continue
        steps = [step.split() for step in raw.plan(path, statement)]
        scanned = [
            step[1] for step in steps if step[0] == "SCAN" and step[1] not in ("CONSTANT", *SMALL)
        ]
        # For an insert, SQLite also lists the scans of its foreign key checks.
        if [table for table in scanned if not table.startswith("(subquery")] and not _adds(
            statement.expression
        ):
            plans[name] = scanned
    assert {name: tables for name, tables in plans.items() if name not in MEANT} == {}
    assert set(MEANT) - set(plans) == set()


@pytest.mark.check
def test_no_statement_is_compiled_again_when_its_values_change(path: Path) -> None:
    compiled: list[object] = []
    again = []
    with closing(sqlite3.connect(path)) as connection:
        # SQLite calls the authorizer only while it compiles a statement.
        connection.set_authorizer(lambda *asked: compiled.append(asked) or sqlite3.SQLITE_OK)
        for name, statement in every_statement().items():
            for value in "ab":
                compiled.clear()
                sql, values = statement.bind(raw.values_of(statement, value), SQLITE)
                connection.execute(f"EXPLAIN {sql}", values).fetchall()
            if compiled:
                again.append(name)
    assert again == []


@pytest.mark.check
def test_ratings_are_found_in_order_by_an_index(path: Path) -> None:
    queries = {
        name: statement
        for name, statement in every_statement().items()
        if name.startswith(OF_RATINGS)
    }
    assert len(queries) > 24
    for name, statement in queries.items():
        if "_SAVE" in name:
            continue
        plan = raw.plan(path, statement)
        assert not [step for step in plan if "TEMP B-TREE" in step], (name, plan)
        assert not [step for step in plan if step.startswith("SCAN")], (name, plan)


def _adds(expression: object) -> bool:
    return getattr(expression, "is_insert", False)
