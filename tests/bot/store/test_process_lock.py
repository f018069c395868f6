"""Process lock: one running bot for each database file."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bot.operations import backup
from bot.store import Store, StoreError, address
from bot.store.driver.sqlite import ProcessLock

pytestmark = pytest.mark.file


HOLDS = """
import asyncio, sys
from bot.store import Store

async def main():
    await Store.open(sys.argv[1], alone=True)
    print("open", flush=True)
    await asyncio.sleep(600)

asyncio.run(main())
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "halma.sqlite3"


@pytest.mark.check
async def test_a_second_bot_is_refused_until_the_first_one_stops(path: Path) -> None:
    first = await Store.open(address(path), alone=True)
    with pytest.raises(StoreError, match=f"in use: process {os.getpid()} is running a bot on it"):
        await Store.open(address(path), alone=True)
    await first.close()
    await first.close()
    second = await Store.open(address(path), alone=True)
    await second.close()


@pytest.mark.check
def test_a_killed_process_leaves_no_lock(path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLDS, address(path)], stdout=subprocess.PIPE
    ) as bot:
        assert bot.stdout is not None
        assert bot.stdout.readline() == b"open\n"
        with pytest.raises(StoreError, match=f"process {bot.pid} "):
            ProcessLock(path)
        os.kill(bot.pid, signal.SIGKILL)
        bot.wait()
    ProcessLock(path).release()


@pytest.mark.check
async def test_read_only_commands_work_while_a_bot_runs(path: Path, tmp_path: Path) -> None:
    bot = await Store.open(address(path), alone=True)
    beside = await Store.open(address(path), create=False)
    assert await beside.database.damage() is None
    await beside.close()
    backup.back_up(path, tmp_path / "copy")
    await bot.close()


async def test_a_database_that_cannot_be_opened_is_not_locked(path: Path) -> None:
    path.write_bytes(b"Dear diary, " * 500)  # noqa: ASYNC240
    for _ in range(2):
        with pytest.raises(StoreError, match="not a database"):
            await Store.open(address(path), alone=True)
