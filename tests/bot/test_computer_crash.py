"""A worker or the bot is killed during a search; the computer still moves once."""

import asyncio
import os
import signal
from collections.abc import Hashable

import pytest

from bot.runtime import computer_jobs
from bot.runtime.computer_jobs import SearchRequest
from bot.runtime.worker_pool import MAX_TRIES, JobFailed, Worker, WorkerProcess
from bot.service.jobs.scheduler import Scheduler
from bot.store import Store, address
from bot.store.match import computer_queue
from tests import raw
from tests.bot.service.club import ADA, Club
from tests.bot.service.fake_discord import Discord
from tests.patience import HANGS_AFTER
from tests.transactions import writing

pytestmark = pytest.mark.check


async def pid(process: WorkerProcess) -> int:
    """Wait until the process has started and return its process id."""
    for _ in range(6000):
        if process.pid is not None:
            return process.pid
        await asyncio.sleep(0.01)
    raise TimeoutError


async def gone(process: WorkerProcess, number: int) -> None:
    """Wait until this process id is gone. A replacement may already be running."""
    for _ in range(6000):
        if process.pid != number:
            return
        await asyncio.sleep(0.01)
    raise TimeoutError


async def test_a_killed_worker_or_bot_only_means_that_the_search_is_repeated(store: Store) -> None:
    async with asyncio.timeout(HANGS_AFTER):
        await killed_and_asked_again(store)


async def killed_and_asked_again(store: Store) -> None:
    """Kill the worker three times, and then the bot, during searches."""
    process, club, discord = WorkerProcess(), Club(store), Discord()
    worker = Worker(1, lambda: process)
    why: list[str] = []

    async def think(asked: SearchRequest, owner: Hashable) -> str:
        try:
            text: str = await worker.run(computer_jobs.MOVE_JOB, asked, owner=owner, seconds=60)
        except JobFailed as fault:
            why.append(fault.why)
            raise
        return text

    def bot(on: Store) -> Scheduler:
        return Scheduler(
            on, deliver=discord.deliver, find=discord.find, clock=lambda: club.now, think=think
        )

    async def killed_at_work(times: int) -> None:
        for _ in range(times):
            number = await pid(process)
            os.kill(number, signal.SIGKILL)
            await gone(process, number)

    match = await club.against_computer(level=2)
    await club.play(match, ADA, await club.some_move(match), answers=False)
    killer = asyncio.create_task(killed_at_work(MAX_TRIES))
    await bot(store).run_until_idle()
    await killer
    assert why == ["killed"]
    assert (await club.get(match)).level == 2, "nothing has come of it yet"
    # The bot is killed during a search. Its next start retries the claimed computer move.
    club.now += 60
    first = bot(store)
    begun = asyncio.create_task(first.run_until_idle())
    await pid(process)
    begun.cancel()
    await first.stop()
    other = await Store.open(address(store.path))
    with writing(other) as tx:
        computer_queue.release_claims(tx, club.now)
    await bot(other).run_until_idle()
    await other.close()
    await worker.close()
    after = await club.get(match)
    assert (after.ply, after.to_move) == (2, ADA)
    made = raw.look(store, "SELECT ply, by FROM moves ORDER BY ply")
    assert [(row["ply"], row["by"]) for row in made] == [(0, "player"), (1, "computer")]
    assert await club.faults() == []
