"""However a transaction is abandoned, the next writer gets the lock."""

import asyncio
import gc
import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select, text

from bot.store import Store, Tx, address
from bot.store.sqlite_connection import ConnectionPool, FileConnection
from bot.store.statement import Statement
from bot.store.tables.players import players
from tests.bot.store.statements import PERSON, SLOW
from tests.transactions import reading, writing

ADD = Statement(PERSON)
COUNT = Statement(select(func.count()).select_from(players))


def add(tx: Tx, player: int) -> None:
    tx.run(ADD, id=player, name="", created=0, seen_at=0)


async def count(store: Store) -> int:
    with reading(store) as tx:
        return int(tx.value(COUNT))


async def still_writes(store: Store, there: int = 0) -> None:
    """Check that another writer can proceed and sees nothing of the abandoned work."""
    async with asyncio.timeout(20):
        assert await count(store) == there
        with writing(store) as tx:
            add(tx, 77)
        assert await count(store) == there + 1
    outside = sqlite3.connect(store.path, timeout=0)
    outside.execute("BEGIN IMMEDIATE")
    outside.close()


async def writes(store: Store) -> None:
    with writing(store) as tx:
        add(tx, 1)
        tx.value(SLOW)


async def pauses(store: Store) -> None:
    with writing(store) as tx:
        add(tx, 1)
        await asyncio.sleep(60)


async def reads(store: Store) -> None:
    with reading(store) as tx:
        tx.value(SLOW)


@pytest.mark.parametrize("work", [writes, pauses, reads])
@pytest.mark.parametrize("after", [0, 0.0005, 0.002, 0.02])
@pytest.mark.filterwarnings("ignore:coroutine")
async def test_a_coroutine_closed_inside_its_task_blocks_nobody(
    store: Store, work: Callable[[Store], Coroutine[Any, Any, None]], after: float
) -> None:
    """The task has been cancelled, but nobody has awaited it."""
    for _ in range(3):
        inside = work(store)
        task = asyncio.create_task(inside)
        await asyncio.sleep(after)
        task.cancel()
        inside.close()
        await asyncio.gather(task, return_exceptions=True)
    await still_writes(store)


async def test_a_generator_closed_inside_a_transaction_blocks_nobody(store: Store) -> None:
    async def each() -> AsyncIterator[int]:
        with writing(store) as tx:
            add(tx, 1)
            yield 1
            tx.value(SLOW)

    numbers = each()
    assert await anext(numbers) == 1
    await numbers.aclose()  # type: ignore[attr-defined]
    numbers = each()
    await anext(numbers)
    del numbers
    gc.collect()
    await still_writes(store)


async def test_a_generator_closed_while_it_runs_blocks_nobody(store: Store) -> None:
    async def each() -> AsyncIterator[int]:
        with writing(store) as tx:
            add(tx, 1)
            tx.value(SLOW)
            yield 1

    numbers = each()
    task = asyncio.ensure_future(anext(numbers))
    await asyncio.sleep(0.005)
    with pytest.raises(RuntimeError, match="already running"):
        await numbers.aclose()  # type: ignore[attr-defined]
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await still_writes(store)


@pytest.mark.filterwarnings("ignore:coroutine")
async def test_a_cancelled_or_closed_waiter_is_skipped(store: Store) -> None:
    with writing(store) as tx:
        add(tx, 5)
        coroutines = [writes(store) for _ in range(4)]
        tasks = [asyncio.create_task(one) for one in coroutines]
        await asyncio.sleep(0.001)
        tasks[0].cancel()
        coroutines[1].close()
        tasks[2].cancel()
        coroutines[2].close()
    # At this point, the connection is being passed to the coroutine that is closed next.
    coroutines[3].close()
    await asyncio.gather(*tasks, return_exceptions=True)
    await still_writes(store, 1)


@pytest.mark.parametrize("how", ["closed", "cancelled"])
@pytest.mark.filterwarnings("ignore:coroutine")
async def test_a_waiter_cancelled_when_served_passes_the_connection_on(
    tmp_path: Path, how: str
) -> None:
    pool = ConnectionPool([FileConnection(tmp_path / "halma.sqlite3", query_only=False)])
    first = await pool.acquire()
    waiting = pool.acquire()
    task = asyncio.create_task(waiting)
    await asyncio.sleep(0)
    pool.release(first)
    if how == "closed":
        waiting.close()
    task.cancel()
    async with asyncio.timeout(5):
        assert await pool.acquire() is first
    await asyncio.gather(task, return_exceptions=True)


async def test_random_cancellations_block_nobody(store: Store) -> None:
    rng = random.Random(8)
    kept = 0

    async def one(player: int) -> None:
        nonlocal kept
        with writing(store) as tx:
            add(tx, player)
            await asyncio.sleep(0)
            tx.value(COUNT)
        kept += 1

    async def shower(start: int) -> None:
        tasks = [asyncio.create_task(one(start + n)) for n in range(20)]
        tasks += [asyncio.create_task(reads(store)) for _ in range(3)]
        while not all(task.done() for task in tasks):
            await asyncio.sleep(rng.random() / 300)
            rng.choice(tasks).cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    for storm in range(6):
        await shower(100 + 100 * storm)
    there = await count(store)
    # A cancelled commit may have succeeded without its caller knowing.
    assert kept <= there
    await still_writes(store, there)


@pytest.mark.file
async def test_a_cancelled_wait_for_another_process_blocks_nobody(store: Store) -> None:
    other = sqlite3.connect(store.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    task = asyncio.create_task(writes(store))
    await asyncio.sleep(0.02)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    other.execute("ROLLBACK")
    other.close()
    await still_writes(store)


@pytest.mark.file
async def test_a_locked_database_is_an_error_until_it_is_unlocked(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    with writing(store) as tx:
        tx.rows(Statement(text("PRAGMA busy_timeout = 20")))
    other = sqlite3.connect(store.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        await writes(store)
    other.execute("ROLLBACK")
    other.close()
    await still_writes(store)


@pytest.mark.file
async def test_closing_the_store_ends_the_transaction_of_a_writer(store: Store) -> None:
    first, waiting = asyncio.create_task(pauses(store)), asyncio.create_task(writes(store))
    await asyncio.sleep(0.01)
    async with asyncio.timeout(10):
        await store.close()
    first.cancel()
    done = await asyncio.gather(first, waiting, return_exceptions=True)
    assert all(isinstance(error, BaseException) for error in done)
    outside = sqlite3.connect(store.path, timeout=0)
    assert outside.execute("SELECT count(*) FROM players").fetchone() == (0,)
    outside.execute("BEGIN IMMEDIATE")
    outside.close()


@pytest.mark.file
@pytest.mark.parametrize("cancelled", [False, True])
async def test_a_connection_still_being_opened_is_closed_as_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cancelled: bool
) -> None:
    made: list[sqlite3.Connection] = []
    real = FileConnection._open

    def slowly(self: FileConnection) -> sqlite3.Connection:
        time.sleep(0.1)
        made.append(real(self))
        return made[-1]

    monkeypatch.setattr(FileConnection, "_open", slowly)
    threads = {*threading.enumerate()}
    connection = FileConnection(tmp_path / "halma.sqlite3", query_only=False)
    task = asyncio.create_task(connection.begin())
    await asyncio.sleep(0.02)
    if cancelled:
        task.cancel()
    await connection.close()
    await asyncio.gather(task, return_exceptions=True)
    for thread in {*threading.enumerate()} - threads:
        await asyncio.to_thread(thread.join, 60)
        assert not thread.is_alive()
    [one] = made
    made.clear()
    if not cancelled:
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            one.execute("SELECT 1")


INTERRUPTED = """
import asyncio, sys
from bot.store import Store
from tests.bot.store import test_no_hang as these

async def main():
    store = await Store.open(sys.argv[1])
    tasks = [asyncio.create_task(these.writes(store)) for _ in range(5)]
    print("ready", flush=True)
    await asyncio.gather(*tasks, these.pauses(store))

asyncio.run(main())
"""


@pytest.mark.file
def test_a_program_interrupted_in_a_transaction_exits(tmp_path: Path) -> None:
    path = tmp_path / "halma.sqlite3"
    root = Path(__file__).parents[3]
    with subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED, address(path)],
        cwd=root,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == b"ready\n"
        os.kill(program.pid, signal.SIGINT)
        assert program.wait(timeout=30) != 0
    outside = sqlite3.connect(path, timeout=0)
    outside.execute("BEGIN IMMEDIATE")
    outside.close()


async def test_the_watchdog_reports_once_when_no_writer_gets_the_lock(store: Store) -> None:
    reports: list[int] = []
    store.patience.limit, store.patience.on_stuck = 0.12, lambda: reports.append(1)
    with writing(store) as tx:
        add(tx, 1)
        await asyncio.sleep(0.2)
        assert reports == []  # no writer is waiting
        waiting = asyncio.create_task(writes(store))
        await asyncio.sleep(0.05)
        assert reports == []
        await asyncio.sleep(0.3)
        assert reports == [1]
    await asyncio.gather(waiting, return_exceptions=True)
    await count(store)


async def test_a_writer_that_gives_up_passes_its_waiting_time_on(store: Store) -> None:
    reports: list[int] = []
    store.patience.limit, store.patience.on_stuck = 0.3, lambda: reports.append(1)
    with writing(store) as tx:
        add(tx, 1)
        for _ in range(12):
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.06):
                    await writes(store)
    assert reports == [1]


async def test_a_writer_that_gets_the_lock_resets_the_watchdog(store: Store) -> None:
    reports: list[int] = []
    store.patience.limit, store.patience.on_stuck = 0.3, lambda: reports.append(1)
    queue = [asyncio.create_task(pause(store)) for _ in range(8)]
    await asyncio.gather(*queue)
    assert reports == []


async def pause(store: Store) -> None:
    with writing(store):
        await asyncio.sleep(0.05)
