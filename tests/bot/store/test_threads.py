"""No SQLite object leaves the thread of its connection, only plain values."""

import asyncio
import sqlite3
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, text

from bot.store import Store, Tx
from bot.store.driver.sqlite_connection import SqliteConnection, SqliteThread
from bot.store.driver.statement import Statement
from bot.store.driver.store import READERS
from bot.store.driver.table_statements import insert_row
from bot.store.tables.players import players

pytestmark = pytest.mark.file


ENSURE = insert_row(players, "locale", "global_rating", "seen_hints", "user_name", existing="keep")
PEOPLE = Statement(select(players.c.id))
BROKEN = Statement(
    text("SELECT abs(-9223372036854775807 + 1 - n) FROM (SELECT 0 n UNION SELECT 2)")
)
"""A statement that fails at its second row."""


@pytest.fixture
def hasty() -> Iterator[None]:
    """Make Python switch threads as often as possible."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.fixture
async def kept(monkeypatch: pytest.MonkeyPatch) -> list[asyncio.Future[Any]]:
    """All futures of the event loop, kept alive as a task monitor would do."""
    loop, answers = asyncio.get_running_loop(), list[asyncio.Future[Any]]()
    make = loop.create_future

    def keep() -> asyncio.Future[Any]:
        answers.append(make())
        return answers[-1]

    monkeypatch.setattr(loop, "create_future", keep)
    return answers


def ensure(tx: Tx, first: int) -> None:
    people = range(first, first + 50)
    tx.many(ENSURE, ({"id": person, "name": "", "created": 0, "seen_at": 0} for person in people))


@pytest.mark.check
@pytest.mark.usefixtures("hasty")
async def test_a_result_released_late_does_not_disturb_the_next_statement(
    store: Store, kept: list[asyncio.Future[Any]]
) -> None:
    def write(tx: Tx, first: int) -> list[Any]:
        for n in range(10):
            ensure(tx, first + n)
        return tx.rows(BROKEN if first % 3 == 0 else PEOPLE)

    async def let_go() -> None:
        while True:
            await asyncio.sleep(0)
            if len(kept) > 5:
                del kept[0]

    letting_go = asyncio.create_task(let_go())
    for first in range(0, 600, 30):
        tasks = [asyncio.create_task(store.write(write, first + n)) for n in range(3)]
        await asyncio.sleep(0.001)
        tasks[1].cancel()
        done = await asyncio.gather(*tasks, return_exceptions=True)
        assert {str(each) for each in done if isinstance(each, sqlite3.Error)} <= {
            "integer overflow"
        }
    letting_go.cancel()


async def test_no_cursor_outlives_its_statement(
    store: Store, kept: list[asyncio.Future[Any]]
) -> None:
    def write(tx: Tx) -> list[Any]:
        ensure(tx, 1)
        return tx.rows(PEOPLE)

    rows = await store.write(write)
    assert all(type(value) is int for row in rows for value in row)
    with pytest.raises(sqlite3.OperationalError, match="overflow") as broken:
        await store.write(lambda tx: tx.rows(BROKEN))
    assert not any(
        isinstance(each.result(), sqlite3.Cursor)
        for each in kept
        if each.done() and not each.cancelled() and not each.exception()
    )
    trace, cursors = broken.value.__traceback__, []
    while trace is not None:
        cursors += [it for it in trace.tb_frame.f_locals.values() if isinstance(it, sqlite3.Cursor)]
        trace = trace.tb_next
    assert cursors
    for cursor in cursors:
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            cursor.fetchone()


async def test_a_transaction_runs_on_the_thread_of_its_connection(store: Store) -> None:
    writers = {await store.write(lambda tx: threading.current_thread()) for _ in range(3)}
    readers = {await store.read(lambda tx: threading.current_thread()) for _ in range(9)}
    assert len(writers) == 1
    assert len(readers) <= READERS
    assert not writers & readers
    assert threading.current_thread() not in writers | readers


async def test_a_file_that_cannot_be_opened_does_not_end_the_thread(tmp_path: Path) -> None:
    """A thread that ends by itself may report to an event loop that is already closed."""
    thread = SqliteThread(SqliteConnection(tmp_path / "missing" / "file", query_only=False))
    first = await thread.run(lambda connection: threading.get_ident())
    with pytest.raises(sqlite3.OperationalError, match="unable to open"):
        await thread.run(SqliteConnection.begin)
    assert await thread.run(lambda connection: threading.get_ident()) == first
    await thread.close()


async def test_a_connection_whose_opening_is_cancelled_can_be_closed_and_opened_again(
    database: Path,
) -> None:
    """All tasks are cancelled at the end of an event loop, begun or not."""
    thread = SqliteThread(SqliteConnection(database, query_only=False))
    work = asyncio.create_task(thread.run(lambda _connection: 1))
    await asyncio.sleep(0)
    assert thread._opening is not None
    thread._opening.cancel()
    with pytest.raises(asyncio.CancelledError):
        await work
    await thread.close()
    assert await thread.run(lambda _connection: 2) == 2
    await thread.close()
