"""Lost connections to a PostgreSQL server, in every phase of a transaction."""

import asyncio
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import pytest
from structlog.testing import capture_logs

from bot.app import CommandContext
from bot.client import HalmaClient
from bot.dialogs.typed_move import make_move
from bot.store import Store, Tx
from bot.store.driver import postgres_connection, retrying
from bot.store.driver.errors import ConnectionLost, InUse
from bot.store.driver.shard_locks import Shards
from bot.views import reply
from tests import postgres_server
from tests.bot.service.club import ADA, Club
from tests.bot.spoken import Spoken
from tests.bot.store.test_store import add, people
from tests.patience import HANGS_AFTER


@pytest.mark.check
async def test_a_process_that_lost_its_locks_retakes_them_or_ends(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = Shards((0,), 2)
    store = await Store.open(url, alone=True, files=tmp_path / "halma", shards=mine)
    ended = asyncio.Event()
    store.patience.on_stuck = ended.set
    await asyncio.to_thread(postgres_server.run, url, CUT)
    async with asyncio.timeout(HANGS_AFTER):
        while not await asyncio.to_thread(postgres_server.run, url, TAKEN):
            pass  # each query takes time, so no sleep is needed
    with pytest.raises(InUse):
        await Store.open(url, alone=True, files=tmp_path / "halma", shards=mine)
    assert not ended.is_set()
    other = None
    async with asyncio.timeout(HANGS_AFTER):
        while other is None:
            await asyncio.to_thread(postgres_server.run, url, CUT)
            with suppress(InUse):  # the first process has reacquired the lock
                other = await Store.open(url, alone=True, files=tmp_path / "halma", shards=mine)
        await ended.wait()
    await other.close()
    await store.close()


CUT = """
SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
WHERE pid <> pg_backend_pid() AND datname = current_database()
"""
TAKEN = """
SELECT pid FROM pg_locks JOIN pg_database ON pg_database.oid = database
WHERE locktype = 'advisory' AND mode = 'ExclusiveLock' AND granted AND datname = current_database()
"""
"""Query for the holder of a shard lock."""


async def test_the_store_survives_a_restart_of_the_server(two: list[Store]) -> None:
    store = two[0]
    await store.write(add, 1)
    assert await people(store) == [1]
    await asyncio.to_thread(postgres_server.run, store.url, CUT)
    await store.write(add, 2)
    assert await people(store) == [1, 2]


@pytest.mark.check
@pytest.mark.parametrize("more", [False, True], ids=["commit", "statement"])
async def test_nothing_of_a_transaction_runs_on_a_new_connection(
    two: list[Store], more: bool
) -> None:
    store = two[0]

    def cut(tx: Tx) -> None:
        add(tx, 1)
        postgres_server.run(store.url, CUT)
        if more:
            add(tx, 2)

    with pytest.raises(ConnectionLost):
        await store.write(cut)
    assert await people(store) == []


async def test_a_transaction_that_sleeps_too_long_loses_its_connection_and_the_lock(
    two: list[Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A transaction sleeps, for example, while its process is suspended."""
    quick = {**postgres_connection.SETTINGS, "idle_in_transaction_session_timeout": "50ms"}
    monkeypatch.setattr(postgres_connection, "SETTINGS", quick)
    asleep, gate = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def sleep(tx: Tx) -> None:
        add(tx, 1)
        loop.call_soon_threadsafe(asleep.set)
        assert gate.wait(20)
        add(tx, 2)

    sleeping = asyncio.create_task(two[0].write(sleep))
    await asleep.wait()
    await two[1].write(add, 3)
    gate.set()
    with pytest.raises(ConnectionLost):
        await sleeping
    await two[0].write(add, 4)
    assert await people(two[0]) == [3, 4]


@pytest.mark.check
async def test_a_move_whose_connection_is_lost_is_played_once_and_answered(
    two: list[Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    club = Club(two[0])
    match = await club.match()
    app = HalmaClient(club.store, clock=lambda: club.now)
    monkeypatch.setattr(retrying, "RECONNECTED", (0, 0))
    monkeypatch.setattr(reply, "DEFER_AFTER", 60)
    store = club.store
    connection: Any = store.threads[0].connection
    commit, lost = connection.commit, iter([False, True])

    def cut() -> None:
        """Lose the connection before the first commit, and after the second."""
        kept = next(lost, None)
        if kept is not False:
            commit()
        if kept is not None:
            postgres_server.run(store.url, CUT)
            connection.execute("SELECT 1", ())

    asked: Any = Spoken()
    text = await club.some_move(match)

    async def work() -> reply.Reply:
        done = await store.write(
            make_move, match.id, player=ADA, text=text, interaction=asked.id, now=app.clock()
        )
        return reply.Reply(f"played {done.match.ply}")

    await app.upsert_player(asked.user)
    monkeypatch.setattr(app, "upsert_player", AsyncMock())
    monkeypatch.setattr(connection, "commit", cut)
    with capture_logs() as logs:
        await app.serve(CommandContext(app, asked), work)
    assert asked.responses[-1][1]["content"] == "played 1"
    assert (await club.get(match)).ply == 1
    assert [line for line in logs if line["log_level"] == "error"] == []
