"""Crash test of two bot processes on one PostgreSQL server: `make processes`.

Each process is killed while it posts. The processes and their Discord client are real, with real
sockets, and talk to a fake Discord.
"""

import asyncio
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import click

from bot.store import Store
from tests import raw
from tests.bot.loopback import Loopback, discord
from tests.bot.process.test_process import Bot, bot
from tests.bot.service.club import ADA, BRUNO, Club
from tests.patience import HANGS_AFTER
from tests.postgres_server import server


async def settled(store: Store) -> float:
    """Wait until nothing is pending, and return how long that took, in seconds."""
    began = time.monotonic()
    async with asyncio.timeout(HANGS_AFTER):
        while raw.look(store, "SELECT id FROM outbox WHERE state = 'owed'"):  # noqa: ASYNC110
            await asyncio.sleep(0.2)
    return time.monotonic() - began


async def killed_while_posting(
    loopback: Loopback, store: Store, bot: Bot, other: Bot, *, arrives: bool
) -> None:
    """Kill the posting process and wait for the other one.

    `arrives` is true if the message that was being posted has been delivered.
    """
    bot.signal(signal.SIGKILL)
    await bot.end()
    loopback.lost = loopback.unanswered = False
    seconds = await settled(store)
    what = "arrived, but nobody knew" if arrives else "never arrived"
    click.echo(f"What {what} was settled by the other process {seconds:.1f} s after the kill.")
    assert other.code is None, other.output


async def main() -> None:
    """Kill both processes, one after the other, and count the messages posted."""
    with server() as postgresql, tempfile.TemporaryDirectory() as folder:
        url = postgresql.database()
        settings = {"HALMA_FOLDER": folder, "HALMA_COMPUTERS": "0", "HALMA_TEST_LOOKS_EVERY": "2"}
        store = await Store.open(url, files=Path(folder) / "test")
        club = Club(store)
        club.now = int(time.time())
        async with discord() as loopback:
            first = bot(loopback.port, url, HALMA_SHARDS="0/2", **settings)
            second = bot(loopback.port, url, HALMA_SHARDS="1/2", **settings)
            third = bot(loopback.port, url, HALMA_SHARDS="0/2", **settings)
            async with first as first_bot:
                await loopback.until(lambda: (0, 2) in loopback.served)
                loopback.unanswered = True
                match = await club.match(ADA, BRUNO)
                await loopback.until(lambda: loopback.times("UNANSWERED", "/messages") > 0)
                async with second as other:
                    await loopback.until(lambda: (1, 2) in loopback.served)
                    await killed_while_posting(loopback, store, first_bot, other, arrives=True)
                    loopback.lost = True
                    await club.turn(match)
                    await loopback.until(lambda: loopback.times("LOST", "/messages") > 0)
                    async with third as again:
                        await loopback.until(lambda: loopback.served.count((0, 2)) == 2)
                        await killed_while_posting(loopback, store, other, again, arrives=False)
            twice = [nonce for nonce, times in Counter(loopback.nonces).items() if times > 1]
        sent = raw.look(store, "SELECT id FROM outbox WHERE state = 'sent' AND kind = 'board'")
        faults = await club.faults()
        await store.close()
    click.echo(f"{len(loopback.nonces)} messages are in the channel, {len(twice)} of them twice.")
    sys.exit(1 if twice or faults or not sent else 0)


if __name__ == "__main__":
    asyncio.run(main())
