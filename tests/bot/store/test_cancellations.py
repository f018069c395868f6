"""Cancelled callers: each transaction is committed as a whole or rolled back."""

import asyncio
import random
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import func, insert, select

from bot.store import Store, StoreError, Tx
from bot.store.driver.statement import Statement
from bot.store.driver.store import READERS
from bot.store.driver.table_statements import bind_columns
from bot.store.tables.guilds import servers
from bot.store.tables.players import players
from tests import raw
from tests.bot.store.statements import PERSON, SLOW
from tests.patience import HANGS_AFTER

ADD = Statement(PERSON)
ADD_SERVER = Statement(insert(servers).values(bind_columns(servers)))
COUNT = Statement(select(func.count()).select_from(players))
PEOPLE = Statement(select(players.c.id).order_by(players.c.id))
SERVERS = Statement(select(servers.c.guild).order_by(servers.c.guild))
MOMENTS = ("before queueing", "queued", "working", "half done", "committing", "any", "done")
"""Stages of a write during which its caller may be cancelled."""


def add(tx: Tx, player: int) -> None:
    tx.run(ADD, id=player, name="", created=0, seen_at=0)


def read_slowly(tx: Tx) -> None:
    tx.value(SLOW)


async def people(store: Store) -> list[int]:
    return await store.read(lambda tx: tx.column(PEOPLE))


def before_commit(
    store: Store, monkeypatch: pytest.MonkeyPatch, then: Callable[[], object]
) -> None:
    """Call a function on the writer's thread before each commit."""
    (writer, *_) = store.threads
    commit = writer.connection.commit

    def commit_later() -> None:
        then()
        commit()

    monkeypatch.setattr(writer.connection, "commit", commit_later)


class Storm:
    """Writers that each insert their number into two tables. Most are cancelled."""

    def __init__(self, store: Store, writers: int) -> None:
        self.store = store
        self.loop = asyncio.get_running_loop()
        rng = random.Random(8)
        self.rng = rng
        self.moments = dict(enumerate(rng.choices(MOMENTS, k=writers), 1))
        self.tasks: dict[int, asyncio.Task[int]] = {}
        self.begun: list[int] = []

    def write(self, tx: Tx, number: int) -> int:
        self.begun.append(number)
        self.reach("working", number)
        add(tx, number)
        self.reach("half done", number)
        tx.run(ADD_SERVER, guild=number, setting="colour", value="red")
        return number

    def reach(self, moment: str, number: int) -> None:
        """Cancel this writer's caller from the thread if `moment` is the chosen stage."""
        if self.moments.get(number) == moment:
            self.loop.call_soon_threadsafe(self.tasks[number].cancel)
            time.sleep(number % 3 / 500)

    async def batch(self, numbers: list[int]) -> list[int | BaseException]:
        """Queue these writers behind another one, and return their results."""
        gate = threading.Event()
        blocking = asyncio.create_task(self.store.write(lambda tx: gate.wait(HANGS_AFTER)))
        for number in numbers:
            self.tasks[number] = asyncio.create_task(self.store.write(self.write, number))
        for moment in MOMENTS[:2]:
            for number in numbers:
                if self.moments[number] == moment:
                    self.tasks[number].cancel()
            await asyncio.sleep(0.001)
        gate.set()
        for number in numbers:
            if self.moments[number] == "any":
                self.loop.call_later(self.rng.random() / 20, self.tasks[number].cancel)
        tasks = [self.tasks[number] for number in numbers]
        results = await asyncio.gather(*tasks, return_exceptions=True)
        assert not any(task.cancel() for task in tasks)
        await blocking
        return results


@pytest.mark.check
async def test_a_thousand_cancellations_lose_and_double_nothing(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    commits: list[None] = []
    store.on_commit = lambda: commits.append(None)
    storm, size = Storm(store, 1000), 40
    before_commit(
        store, monkeypatch, lambda: storm.begun and storm.reach("committing", storm.begun[-1])
    )
    results: dict[int, int | BaseException] = {}
    for first in range(1, 1001, size):
        numbers = list(range(first, first + size))
        results |= dict(zip(numbers, await storm.batch(numbers), strict=True))
    stored = await people(store)
    assert await store.read(lambda tx: tx.column(SERVERS)) == stored, "no half of a transaction"
    assert len(storm.begun) == len({*storm.begun}), "none ran twice"
    assert {*stored} <= {*storm.begun}
    assert len(commits) == len(stored) + 1000 // size
    for number, result in results.items():
        moment = storm.moments[number]
        assert result == number or isinstance(result, asyncio.CancelledError)
        assert number in stored or result != number, "a caller with a result finds its row"
        assert number in stored or moment != "done"
        assert number not in storm.begun or moment not in MOMENTS[:2]
    assert {*storm.begun} - {*stored}, "some were rolled back"
    await store.write(add, 2000)
    counts = await asyncio.gather(
        *(store.read(lambda tx: tx.value(COUNT)) for _ in range(2 * READERS))
    )
    assert counts == [len(stored) + 1] * len(counts)


async def test_a_writer_that_is_cancelled_rolls_back_at_its_next_statement(store: Store) -> None:
    """For example, Ctrl-C interrupts a long import without waiting for its end."""
    written, cancelled = threading.Event(), threading.Event()

    def write(tx: Tx) -> None:
        add(tx, 1)
        written.set()
        assert cancelled.wait(20)
        add(tx, 2)

    task = asyncio.create_task(store.write(write))
    await asyncio.to_thread(written.wait, 20)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    cancelled.set()
    await store.write(add, 3)
    assert await people(store) == [3]


async def test_a_cancelled_writer_that_commits_wakes_the_scheduler(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard, cancelled = asyncio.Event(), threading.Event()
    store.on_commit = heard.set
    committing = asyncio.Event()
    loop = asyncio.get_running_loop()

    def hang() -> None:
        loop.call_soon_threadsafe(committing.set)
        assert cancelled.wait(20)

    before_commit(store, monkeypatch, hang)
    task = asyncio.create_task(store.write(add, 1))
    await committing.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not heard.is_set()
    cancelled.set()
    async with asyncio.timeout(HANGS_AFTER):
        await heard.wait()
    assert await people(store) == [1]


@pytest.mark.check
@pytest.mark.parametrize("work", [read_slowly, lambda tx: time.sleep(0.01)])
async def test_a_cancelled_read_leaves_its_connection_usable(
    store: Store, work: Callable[[Tx], None]
) -> None:
    for _ in range(2 * READERS):
        reading = asyncio.create_task(store.read(work))
        await asyncio.sleep(0.001)
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)
    await store.write(add, 1)
    async with asyncio.timeout(HANGS_AFTER):
        counts = await asyncio.gather(
            *(store.read(lambda tx: tx.value(COUNT)) for _ in range(2 * READERS))
        )
    assert counts == [1] * (2 * READERS)


@pytest.mark.parametrize("served", [False, True])
async def test_a_reader_that_is_cancelled_while_it_waits_blocks_nobody(
    store: Store, served: bool
) -> None:
    gate = threading.Event()
    busy = [
        asyncio.create_task(store.read(lambda tx: gate.wait(HANGS_AFTER))) for _ in range(READERS)
    ]
    await asyncio.sleep(0.01)
    waiting = [asyncio.create_task(people(store)) for _ in range(READERS)]
    await asyncio.sleep(0.01)
    if served:
        gate.set()
        await asyncio.wait(busy, return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()
    gate.set()
    await asyncio.gather(*busy)
    async with asyncio.timeout(HANGS_AFTER):
        assert await asyncio.gather(*(people(store) for _ in range(READERS))) == [[]] * READERS


@pytest.mark.check
@pytest.mark.parametrize("after", [0, 0.0005, 0.002, 0.02])
@pytest.mark.filterwarnings("ignore:coroutine")
async def test_a_coroutine_closed_inside_its_task_blocks_nobody(store: Store, after: float) -> None:
    """The task has been cancelled, but nobody has awaited it."""
    for number, work in enumerate((add, add, add, read_slowly), 1):
        call: Any = store.read(work) if work is read_slowly else store.write(work, number)
        task = asyncio.create_task(call)
        await asyncio.sleep(after)
        task.cancel()
        call.close()
        await asyncio.gather(task, return_exceptions=True)
    await store.write(add, 77)
    assert 77 in await people(store)


async def test_closing_ends_after_the_transaction_in_progress_and_refuses_those_that_wait(
    store: Store,
) -> None:
    begun, gate = threading.Semaphore(0), threading.Event()

    def write(tx: Tx) -> int:
        begun.release()
        assert gate.wait(HANGS_AFTER)
        add(tx, 1)
        return 1

    def read(tx: Tx) -> Any:
        begun.release()
        assert gate.wait(HANGS_AFTER)
        return tx.value(COUNT)

    first = asyncio.create_task(store.write(write))
    reading = [asyncio.create_task(store.read(read)) for _ in range(READERS)]
    for _ in range(1 + READERS):
        assert await asyncio.to_thread(begun.acquire, timeout=HANGS_AFTER)
    waiting: list[asyncio.Task[Any]] = [
        asyncio.create_task(store.write(add, player)) for player in range(2, 5)
    ]
    waiting += [asyncio.create_task(people(store)) for _ in range(3)]
    await asyncio.sleep(0.05)
    closing = asyncio.create_task(store.close())
    await asyncio.sleep(0.05)
    assert not closing.done()
    gate.set()
    async with asyncio.timeout(HANGS_AFTER):
        await closing
        assert await first == 1
        assert len(await asyncio.gather(*reading)) == READERS
        results = await asyncio.gather(*waiting, return_exceptions=True)
    assert [type(result) for result in results] == [StoreError] * len(results)
    with pytest.raises(StoreError, match="closed"):
        await people(store)
    with pytest.raises(StoreError, match="closed"):
        await store.write(add, 9)
    assert raw.look(store, "SELECT id FROM players") == [{"id": 1}]


async def test_a_cancelled_read_does_not_delay_the_next_ones(store: Store) -> None:
    begun, ends = threading.Event(), threading.Event()

    def slow(tx: Tx) -> None:
        begun.set()
        ends.wait(2 * HANGS_AFTER)

    await store.read(lambda tx: None)
    task = asyncio.create_task(store.read(slow))
    while not begun.is_set():  # noqa: ASYNC110
        await asyncio.sleep(0.001)
    task.cancel()
    await asyncio.wait([task])
    try:
        async with asyncio.timeout(HANGS_AFTER):
            await store.read(lambda tx: None)
    finally:
        ends.set()
