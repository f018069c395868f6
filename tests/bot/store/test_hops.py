"""Which statements run inline, and which in the thread of their connection."""

import asyncio
import itertools
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import func, select

from bot.store import Store, Tx, sqlite_connection
from bot.store.statement import Statement
from bot.store.store import READERS
from bot.store.tables.players import players
from tests.bot.store.statements import PERSON, SLOW
from tests.transactions import reading, writing

pytestmark = pytest.mark.file

ADD = Statement(PERSON)
COUNT = Statement(select(func.count()).select_from(players))


@pytest.fixture
async def ticks() -> AsyncIterator[list[None]]:
    """A list that grows whenever the event loop runs other tasks."""
    ticked = list[None]()

    async def tick() -> None:
        while True:
            ticked.append(None)
            await asyncio.sleep(0)

    task = asyncio.create_task(tick())
    yield ticked
    task.cancel()


def add(tx: Tx, player: int) -> None:
    tx.run(ADD, id=player, name="", created=0, seen_at=0)


async def count(store: Store) -> int:
    with reading(store) as tx:
        return int(tx.value(COUNT))


async def read_slowly(store: Store) -> None:
    with reading(store) as tx:
        tx.value(SLOW)


async def test_a_recently_fast_statement_runs_inline(
    store: Store, ticks: list[None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_connection, "INLINE_LIMIT", 60)
    monkeypatch.setattr(sqlite_connection, "INLINE_BUDGET", 60)
    with writing(store) as tx:
        add(tx, 1)
        assert tx.value(COUNT) == 1
        before = len(ticks)
        for player in range(2, 20):
            add(tx, player)
            assert tx.value(COUNT) == player
        assert len(ticks) == before
    with reading(store) as tx:
        assert tx.value(COUNT) == 19


async def test_a_read_transaction_of_fast_statements_never_waits_for_the_thread(
    store: Store, ticks: list[None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_connection, "INLINE_LIMIT", 60)
    monkeypatch.setattr(sqlite_connection, "INLINE_BUDGET", 60)
    for _ in range(READERS):
        with reading(store) as tx:
            tx.value(COUNT)
    before = len(ticks)
    for _ in range(20):
        with reading(store) as tx:
            assert tx.value(COUNT) == 0
    assert len(ticks) == before


async def test_a_cancelled_read_leaves_its_connection_usable(store: Store) -> None:
    for _ in range(2 * READERS):
        reading = asyncio.create_task(read_slowly(store))
        await asyncio.sleep(0)
        reading.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reading
    with writing(store) as tx:
        add(tx, 1)
    async with asyncio.timeout(60):
        counted = await asyncio.gather(*(count(store) for _ in range(2 * READERS)))
    assert counted == [1] * (2 * READERS)


async def test_nothing_runs_inline_before_the_thread_has_rolled_back(
    database: Path,
) -> None:
    """Before the rollback, a new transaction could not begin or would be undone by it."""
    connection = sqlite_connection.FileConnection(database, query_only=True)
    await connection.begin()
    counting = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000)"
    reading = asyncio.create_task(connection.rows(f"{counting} SELECT count(*) FROM n", ()))
    await asyncio.sleep(0)
    connection.roll_back()
    driver = connection._driver
    assert driver is not None
    assert driver._queued - driver._done == 2, "the statement, and the giving up"
    await reading
    await connection.begin()
    assert driver._conn.in_transaction
    await connection.close()


async def test_a_recently_slow_statement_does_not_block_the_event_loop(
    store: Store, ticks: list[None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_connection, "INLINE_LIMIT", 0)
    with reading(store) as tx:
        for _ in range(3):
            before = len(ticks)
            assert tx.value(SLOW) == 300_000
            assert len(ticks) > before


async def test_a_statement_that_is_slow_once_blocks_the_event_loop_only_once(
    store: Store, ticks: list[None], monkeypatch: pytest.MonkeyPatch
) -> None:
    readings, pace = itertools.count(), [0]
    monkeypatch.setattr(sqlite_connection, "perf_counter", lambda: next(readings) * pace[0])
    monkeypatch.setattr(sqlite_connection, "INLINE_BUDGET", 1000)
    monkeypatch.setattr(sqlite_connection, "SLOW_PENALTY", 5)
    with reading(store) as tx:
        waited = []
        for pace[0] in (0, 0, 1, *(0,) * 7):
            before = len(ticks)
            tx.value(COUNT)
            waited.append(len(ticks) > before)
    assert waited == [True, False, False, *(True,) * 6, False]


async def test_other_tasks_run_between_many_fast_statements(
    store: Store, ticks: list[None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_connection, "INLINE_LIMIT", 60)
    with reading(store) as tx:
        tx.value(COUNT)
        before = len(ticks)
        for _ in range(3000):
            tx.value(COUNT)
        assert len(ticks) > before


async def test_no_statement_overtakes_those_queued_in_the_thread(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_connection, "INLINE_LIMIT", 60)
    monkeypatch.setattr(sqlite_connection, "INLINE_BUDGET", 60)
    with writing(store) as tx:
        assert tx.value(COUNT) == 0
        slow = asyncio.create_task(tx.value(SLOW))
        adding = asyncio.create_task(add(tx, 1))  # runs for the first time, so in the thread
        await asyncio.sleep(0)
        assert tx.value(COUNT) == 1
        assert slow.done()
        await asyncio.gather(slow, adding)
