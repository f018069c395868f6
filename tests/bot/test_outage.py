"""Tests of database outages during play in six channels.

Every board must be posted once, soon after the outage. In `make faults`, PostgreSQL refuses
connections for 3 seconds, and the SQLite file is locked for 14 seconds. By default the test runs
ten times as fast.
"""

import asyncio
import os
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from time import monotonic

import pytest
from structlog.testing import capture_logs

from bot.service.jobs.scheduler import Scheduler
from bot.store import Store, address
from bot.store.driver import retrying, sqlite_connection
from bot.store.models.outbox import OutboxRow
from tests import postgres_server
from tests.bot.service.club import START, Club
from tests.bot.service.fake_discord import Discord
from tests.postgres_server import Server

pytestmark = pytest.mark.check

SPEED = float(os.environ.get("HALMA_OUTAGE_SPEED", "10"))
"""Seconds of bot time per real second."""
CHANNELS = range(601, 607)
SOON = 10 if SPEED == 1 else 100
"""Maximum recovery time in seconds of bot time.

The limit is higher at high speed, because delays on a busy machine take real time.
"""


@pytest.fixture
def fast(monkeypatch: pytest.MonkeyPatch, unsynced: None) -> None:
    """Shorten sleeps, retry pauses and the busy timeout by the factor `SPEED`."""
    sleep = Scheduler._sleep

    async def nap(scheduler: Scheduler, seconds: float) -> None:
        await sleep(scheduler, seconds / SPEED)  # type: ignore[arg-type]

    monkeypatch.setattr(Scheduler, "_sleep", nap)
    for name in ("FIRST_PAUSE", "LONGEST_PAUSE"):
        monkeypatch.setattr(retrying, name, getattr(retrying, name) / SPEED)
    busy = f"busy_timeout = {round(sqlite_connection.BUSY_MS / SPEED)}"
    pragmas = [pragma for pragma in sqlite_connection.PRAGMAS if "busy_timeout" not in pragma]
    monkeypatch.setattr(sqlite_connection, "PRAGMAS", (*pragmas, busy))


@asynccontextmanager
async def locked(path: Path) -> AsyncIterator[None]:
    """Lock the file from another connection, for longer than the bot waits for it."""
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    await asyncio.to_thread(other.execute, "BEGIN IMMEDIATE")
    yield
    await asyncio.sleep(14 / SPEED)
    other.execute("ROLLBACK")
    other.close()


@asynccontextmanager
async def stopped(url: str) -> AsyncIterator[None]:
    """Close all connections to the server and refuse new ones."""
    database = url.partition("@/")[2].partition("?")[0]
    usual = url.replace(f"/{database}?", "/postgres?")
    allow = f"ALTER DATABASE {database} ALLOW_CONNECTIONS"
    await asyncio.to_thread(postgres_server.run, usual, f"{allow} false")
    await asyncio.to_thread(postgres_server.run, usual, CUT, database)
    yield
    await asyncio.sleep(3 / SPEED)
    await asyncio.to_thread(postgres_server.run, usual, f"{allow} true")


CUT = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1"


async def until(true: Callable[[], bool], seconds: float) -> None:
    """Wait until the condition is true, at most `seconds` of bot time."""
    async with asyncio.timeout(seconds / SPEED):
        while not true():  # noqa: ASYNC110
            await asyncio.sleep(0.02)


@pytest.mark.usefixtures("fast")
async def test_every_board_is_posted_once_after_the_file_was_locked(database: Path) -> None:
    await played_through(address(database), database, locked(database))


@pytest.mark.usefixtures("fast")
async def test_every_board_is_posted_once_after_the_server_was_unreachable(
    postgresql: Server, tmp_path: Path
) -> None:
    url = postgresql.database()
    await played_through(url, tmp_path / "halma", stopped(url))


async def played_through(url: str, files: Path, away: AbstractAsyncContextManager[None]) -> None:
    """Play six matches across an outage, and one more turn of each after it."""
    store = await Store.open(url, files=files)
    try:
        await through(Club(store), Discord(), away)
    finally:
        await store.close()


async def through(club: Club, discord: Discord, away: AbstractAsyncContextManager[None]) -> None:
    """Play the matches of `played_through` with an open store."""
    began = monotonic()
    games = [await club.match(channel=channel) for channel in CHANNELS]
    deliver, gone = discord.deliver, asyncio.Event()

    async def delivered(row: OutboxRow) -> object:
        answer = await deliver(row)
        await gone.wait()
        return answer

    discord.deliver = delivered  # type: ignore[assignment, method-assign]
    scheduler = Scheduler(
        club.store,
        deliver=discord.deliver,
        find=discord.find,
        clock=lambda: START + round((monotonic() - began) * SPEED),
    )
    await scheduler.start()

    def is_pending() -> bool:
        return bool(scheduler._sender.in_flight) or "outbox" in scheduler.due_times()

    try:
        await until(lambda: len(discord.tried) >= 4, 600)
        with capture_logs() as logs:
            async with away:
                gone.set()
            await until(lambda: len(discord.messages) == len(games) and not is_pending(), SOON)
        assert [line for line in logs if line["log_level"] == "error"] == []
        for game in games:
            await club.turn(game)
        await until(lambda: len(discord.messages) == 2 * len(games) and not is_pending(), SOON)
    finally:
        await scheduler.stop()
    shown = Counter((row.match, row.ply) for row in discord.messages.values())
    assert shown == Counter((game.id, ply) for game in games for ply in (0, 1))
    assert discord.looked_for == [], "no claim was lost"
    assert await club.pending_kinds() == []
