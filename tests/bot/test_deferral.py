"""Deferrals that fail in the middle of a transaction: the answer is still sent.

Another connection locks the database, so that the move waits inside its transaction, as on a slow
disk.
"""

import asyncio
import itertools
import logging
import sqlite3
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.app import CommandContext
from bot.client import HalmaClient
from bot.dialogs.typed_move import make_move
from bot.service.jobs.scheduler import Scheduler
from bot.store import Store, address
from bot.store.models import Match
from bot.views import reply
from bot.views.reply import Reply
from tests.bot.service.club import ADA, Club
from tests.bot.service.fake_discord import Discord
from tests.bot.spoken import Spoken, refused
from tests.patience import HANGS_AFTER


@pytest.fixture
async def club(database: Path) -> AsyncIterator[Club]:
    store = await Store.open(address(database))
    yield Club(store)
    await store.close()


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Defer at once, and use a short timeout for deferrals without a response."""
    monkeypatch.setattr(reply, "DEFER_AFTER", 0.05)
    monkeypatch.setattr(reply, "DEFERRAL_TIMEOUT", 0.1)
    monkeypatch.setattr(reply, "RETRY_DELAY", 0.01)


@asynccontextmanager
async def held(path: Path, seconds: float = 0.4) -> AsyncIterator[None]:
    """Hold the write lock from another connection for `seconds`."""
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    await asyncio.to_thread(other.execute, "BEGIN IMMEDIATE")
    timer = threading.Timer(seconds, other.execute, ["ROLLBACK"])
    timer.start()
    yield
    await asyncio.to_thread(timer.join)
    other.close()


async def silent(**_: Any) -> None:
    """Never return, as if Discord did not respond."""
    await asyncio.Event().wait()


def spoken(how: str, number: int) -> Any:
    """Return a command interaction whose deferral fails as named by `how`."""
    reset = ConnectionResetError(104, "Connection reset by peer")
    why = {
        "refused": Spoken(defer=[refused(404, 10062)], send=[refused(404, 10062)]),
        "reset": Spoken(defer=[reset]),
        "arrived, but nobody knows": Spoken(defer=[reset], send=[refused(400, 40060)]),
        "silent": Spoken(),
    }
    reason = why[how]
    if how == "silent":
        reason.response.defer = silent
    reason.id = number
    return reason


async def played(app: HalmaClient, club: Club, match: Match) -> Reply:
    """Make a move in its own transaction, as a command does."""
    now = await club.get(match)
    done = await app.store.write(
        make_move,
        match.id,
        player=now.to_move or 0,
        text=await club.some_move(now),
        interaction=next(club.ids),
        now=app.clock(),
    )
    return Reply(f"played {done.match.ply}")


@pytest.mark.check
@pytest.mark.parametrize("how", ["refused", "reset", "arrived, but nobody knows", "silent"])
async def test_a_failing_deferral_costs_at_most_the_answer(
    club: Club, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    match, discord = await club.match(), Discord()
    scheduler = Scheduler(
        club.store, deliver=discord.deliver, find=discord.find, clock=lambda: club.now
    )
    app = HalmaClient(club.store, clock=lambda: club.now)
    numbers, answers = itertools.count(100), []
    await scheduler.start()
    try:
        with capture_logs() as log:
            for _ in range(5):
                asked = spoken(how, next(numbers))
                async with held(club.store.path):
                    await asyncio.wait_for(
                        app.serve(CommandContext(app, asked), partial(played, app, club, match)),
                        HANGS_AFTER,
                    )
                answers.append(asked.responses[-1])
        async with asyncio.timeout(HANGS_AFTER):  # the running scheduler posts the moves
            while discord.shown()[-1:] != [("board", 5)]:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        async with asyncio.timeout(HANGS_AFTER):  # the write lock is free
            await club.store.write(lambda tx: None)
    finally:
        await scheduler.stop()
    assert (await club.get(match)).ply == 5
    assert [line for line in log if line["log_level"] in {"warning", "error"}] == []
    assert [line for line in caplog.records if line.levelno >= logging.WARNING] == []
    if how in {"reset", "silent"}:
        assert [(way, answer["content"]) for way, answer in answers] == [
            ("send", f"played {ply}") for ply in range(1, 6)
        ]
    elif how != "refused":  # the deferral was delivered, so the answer replaces it
        assert [(way, answer["view"].children[0].content) for way, answer in answers] == [
            ("original", f"played {ply}") for ply in range(1, 6)
        ]


async def test_work_that_was_never_started_is_closed(
    club: Club, monkeypatch: pytest.MonkeyPatch, recwarn: pytest.WarningsRecorder
) -> None:
    app = HalmaClient(club.store, clock=lambda: club.now)
    begun = []

    async def work() -> Reply:
        begun.append(True)
        return Reply("done")

    async def lost(*_: Any) -> None:
        raise RuntimeError("no memory of names")

    monkeypatch.setattr(app, "upsert_player", lost)
    asked: Any = Spoken()
    with capture_logs() as log:
        await app.serve(CommandContext(app, asked), work)
    assert begun == []
    assert [line["event"] for line in log] == ["unexpected"]
    assert "something went wrong" in asked.responses[-1][1]["content"]
    assert [str(each.message) for each in recwarn if "never awaited" in str(each.message)] == []


async def test_stopping_waits_for_pending_answers_but_not_forever(club: Club) -> None:
    app = HalmaClient(club.store, clock=lambda: club.now)
    gate = asyncio.Event()

    async def work() -> Reply:
        await gate.wait()
        return Reply("done")

    asked: Any = Spoken()
    serving = asyncio.create_task(app.serve(CommandContext(app, asked), work))
    await asyncio.sleep(0.2)
    await asyncio.wait_for(app.wait_for_requests(0.05), HANGS_AFTER)
    assert not serving.done()
    gate.set()
    await asyncio.wait_for(app.wait_for_requests(2 * HANGS_AFTER), HANGS_AFTER)
    assert asked.responses[-1][0] == "original"
    assert asked.user.id == ADA
