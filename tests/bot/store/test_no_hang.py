"""No transaction blocks the event loop, the next writer or the end of the process."""

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import func, select, text

from bot.store import Store, Tx, address
from bot.store.driver.postgres_connection import WRITERS
from bot.store.driver.sqlite_connection import SqliteConnection, SqliteThread
from bot.store.driver.statement import Statement
from bot.store.tables.players import players
from tests.bot.store.statements import PERSON
from tests.patience import HANGS_AFTER

ROOT = Path(__file__).parents[3]
ADD = Statement(PERSON)
COUNT = Statement(select(func.count()).select_from(players))
HEARTBEATS = 3
"""Number of heartbeats that shows that the event loop is running."""


def add(tx: Tx, player: int) -> None:
    tx.run(ADD, id=player, name="", created=0, seen_at=0)


async def count(store: Store) -> int:
    return int(await store.read(lambda tx: tx.value(COUNT)))


@contextmanager
def locked(store: Store) -> Iterator[None]:
    """Hold the write lock from another connection, as another process would."""
    if store.url.startswith("postgresql"):
        with psycopg.connect(store.url, autocommit=True) as other:
            other.execute("SELECT pg_advisory_lock(%s)", [WRITERS])
            yield
        return
    with closing(sqlite3.connect(store.path, isolation_level=None, timeout=0)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


async def still_writes(store: Store, rows_before: int = 0) -> None:
    """Check that another writer can proceed and sees nothing of the abandoned work."""
    async with asyncio.timeout(HANGS_AFTER):
        assert await count(store) == rows_before
        await store.write(add, 77)
        assert await count(store) == rows_before + 1
    with locked(store):
        pass


@pytest.fixture
async def heartbeats() -> AsyncIterator[list[None]]:
    """A list that grows as long as the event loop is running."""
    reports = list[None]()

    async def beat() -> None:
        while True:
            reports.append(None)
            await asyncio.sleep(0.005)

    task = asyncio.create_task(beat())
    yield reports
    task.cancel()


@pytest.mark.check
async def test_the_event_loop_goes_on_while_a_slow_disk_commits(
    store: Store, heartbeats: list[None], monkeypatch: pytest.MonkeyPatch
) -> None:
    (writer, *_) = store.threads
    commit = writer.connection.commit
    during: list[int] = []

    def commit_slowly() -> None:
        before = len(heartbeats)
        time.sleep(0.2)
        commit()
        during.append(len(heartbeats) - before)

    monkeypatch.setattr(writer.connection, "commit", commit_slowly)
    reads = 0
    writing = asyncio.gather(*(store.write(add, player) for player in range(1, 4)))
    while not writing.done():
        reads += 1
        assert await count(store) in range(4)
        await asyncio.sleep(0.01)
    await writing
    assert len(during) == 3
    assert min(during) >= HEARTBEATS
    assert reads >= HEARTBEATS, "readers do not wait for the disk either"
    assert await count(store) == 3


async def test_the_event_loop_goes_on_while_another_process_holds_the_lock(
    store: Store, heartbeats: list[None]
) -> None:
    await still_writes(store)
    with locked(store):
        waiting = asyncio.create_task(store.write(add, 1))
        before = len(heartbeats)
        async with asyncio.timeout(HANGS_AFTER):
            while len(heartbeats) < before + 5 * HEARTBEATS:
                assert await count(store) == 1
                await asyncio.sleep(0.01)
        assert not waiting.done()
    await waiting
    assert await count(store) == 2


async def test_a_cancelled_wait_for_another_process_blocks_nobody(store: Store) -> None:
    with locked(store):
        tasks = [asyncio.create_task(store.write(add, player)) for player in range(1, 4)]
        await asyncio.sleep(0.02)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    await still_writes(store)


async def test_a_locked_database_is_an_error_until_it_is_unlocked(store: Store) -> None:
    sqlite = not store.url.startswith("postgresql")
    patience = "PRAGMA busy_timeout = 20" if sqlite else "SET lock_timeout = 20"
    await store.write(lambda tx: tx.run(Statement(text(patience))))
    with locked(store), pytest.raises(sqlite3.OperationalError, match="lock"):
        await store.write(add, 1)
    await still_writes(store)


async def test_an_error_that_a_future_cannot_hold_reaches_the_caller(store: Store) -> None:
    def empty(tx: Tx) -> None:
        add(tx, 1)
        next(iter([]))

    async with asyncio.timeout(HANGS_AFTER):
        with pytest.raises(RuntimeError, match="StopIteration"):
            await store.write(empty)
    await still_writes(store)


# -- the end of the process ------------------------------------------------------------------------


@pytest.mark.file
@pytest.mark.parametrize("cancelled", [False, True])
async def test_a_connection_still_being_opened_is_closed_as_well(
    database: Path, monkeypatch: pytest.MonkeyPatch, cancelled: bool
) -> None:
    opened: list[sqlite3.Connection] = []
    real = SqliteConnection.open

    def slowly(self: SqliteConnection) -> sqlite3.Connection:
        time.sleep(0.1)
        opened.append(real(self))
        return opened[-1]

    monkeypatch.setattr(SqliteConnection, "open", slowly)
    threads = {*threading.enumerate()}
    thread = SqliteThread(SqliteConnection(database, query_only=False))
    task = asyncio.create_task(thread.run(SqliteConnection.begin))
    await asyncio.sleep(0.02)
    if cancelled:
        task.cancel()
    await thread.close()
    await asyncio.gather(task, return_exceptions=True)
    for other in {*threading.enumerate()} - threads:
        await asyncio.to_thread(other.join, 60)
        assert not other.is_alive()
    for connection in opened:
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            connection.execute("SELECT 1")


@pytest.mark.file
async def test_a_file_that_cannot_be_opened_is_tried_again(database: Path) -> None:
    store = await Store.open(address(database))
    away = database.with_name("away")
    os.rename(database, away)
    os.mkdir(database)
    for _ in range(2):
        with pytest.raises(sqlite3.OperationalError, match="was moved or replaced"):
            await store.write(add, 1)
    os.rmdir(database)
    os.rename(away, database)
    await still_writes(store)
    await store.close()


INTERRUPTED = """
import asyncio, signal, sys, threading
from bot.store import Store
from tests.bot.store.test_no_hang import add

def pause(tx):
    add(tx, 1)
    print("ready", flush=True)
    threading.Event().wait(0.5)
    add(tx, 2)

async def main(closes):
    store = await Store.open(sys.argv[1])
    try:
        await store.read(lambda tx: None)
        await asyncio.gather(store.write(pause), *(store.write(add, 5 + n) for n in range(5)))
    finally:
        if closes:
            await store.close()

signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in a background job
asyncio.run(main(sys.argv[2] == "closes"))
"""


def interrupted(url: str, *, closes: bool) -> None:
    """Interrupt a program in a transaction, and wait until it exits."""
    with subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED, url, "closes" if closes else "leaves"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == b"ready\n"
        os.kill(program.pid, signal.SIGINT)
        try:
            _, errors = program.communicate(timeout=HANGS_AFTER)
        finally:
            program.kill()
    assert program.returncode != 0
    assert b"KeyboardInterrupt" in errors.splitlines()[-1]


@pytest.mark.check
@pytest.mark.parametrize("closes", [True, False])
async def test_a_program_interrupted_in_a_transaction_exits_and_rolls_back(
    games_at: str, tmp_path: Path, closes: bool
) -> None:
    await asyncio.to_thread(interrupted, games_at, closes=closes)
    store = await Store.open(games_at, files=tmp_path / "halma.sqlite3")
    await still_writes(store)
    await store.close()


# -- the watchdog ----------------------------------------------------------------------------------


@pytest.fixture
def reports(store: Store) -> list[float]:
    """The times at which the watchdog reports that nobody can write."""
    seconds = list[float]()
    store.patience.on_stuck = lambda: seconds.append(time.monotonic())
    return seconds


async def test_the_watchdog_reports_once_when_no_writer_gets_the_lock(
    store: Store, reports: list[float]
) -> None:
    await store.write(add, 1)
    store.patience.limit = 0.12
    with locked(store):
        await asyncio.sleep(0.2)
        assert reports == []  # no writer is waiting
        began = time.monotonic()
        waiting = [asyncio.create_task(store.write(add, player)) for player in (2, 3)]
        async with asyncio.timeout(HANGS_AFTER):
            while not reports:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        await asyncio.sleep(0.3)
        assert len(reports) == 1
        assert reports[0] - began >= 0.1
    await asyncio.gather(*waiting)
    assert await count(store) == 3


async def test_the_watchdog_reports_a_transaction_that_never_ends(
    store: Store, reports: list[float]
) -> None:
    gate = threading.Event()
    store.patience.limit = 0.12
    hanging = asyncio.create_task(store.write(lambda tx: gate.wait(2 * HANGS_AFTER)))
    async with asyncio.timeout(HANGS_AFTER):
        while not reports:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    gate.set()
    await hanging


async def test_a_writer_that_gives_up_passes_its_waiting_time_on(
    store: Store, reports: list[float]
) -> None:
    await store.write(add, 1)
    store.patience.limit = 0.3
    with locked(store):
        for _ in range(12):
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.06):
                    await store.write(add, 2)
    assert len(reports) == 1


async def test_a_writer_that_gets_the_lock_resets_the_watchdog(
    store: Store, reports: list[float]
) -> None:
    store.patience.limit = 0.4

    def pause(tx: Tx) -> Any:
        time.sleep(0.05)

    await asyncio.gather(*(store.write(pause) for _ in range(12)))
    assert reports == []
