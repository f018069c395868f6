"""Signs of life, and the end of a process that stands still."""

import asyncio
import os
import socket
import threading
import time
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.runtime import runner, watchdog


async def test_a_process_that_beats_is_well_and_one_that_has_ended_is_not(tmp_path: Path) -> None:
    database = tmp_path / "halma.sqlite3"
    assert runner.health(database) == "The bot does not run."
    async with watchdog.Pulse(database):
        await asyncio.sleep(0.05)
        assert runner.health(database) is None
        long_ago = time.time() - 3600
        os.utime(watchdog.sign(database), (long_ago, long_ago))
        assert "last sign of life" in str(runner.health(database))
    assert runner.health(database) == "The bot does not run."


async def test_a_loop_that_stands_still_ends_the_process(tmp_path: Path) -> None:
    codes: list[int] = []
    ended = threading.Event()

    def end(code: int) -> None:
        codes.append(code)
        ended.set()

    pulse = watchdog.Pulse(tmp_path / "x", beat=0.01, still=8, nap=0.05, ended=end)
    with capture_logs() as log:
        async with pulse:
            await asyncio.sleep(1)  # it beats: far longer than it may stand still
            assert codes == []
            ended.wait(20)  # the loop stands still
    assert codes == [watchdog.STUCK]
    assert log[-1]["log_level"] == "critical"


@pytest.mark.parametrize("abstract", [False, True])
def test_systemd_is_told_where_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, abstract: bool
) -> None:
    watchdog.notify("READY=1")  # nobody listens
    name = f"\0halma-{os.getpid()}" if abstract else str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(name)
        monkeypatch.setenv("NOTIFY_SOCKET", name.replace("\0", "@"))
        watchdog.notify("WATCHDOG=1")
        assert systemd.recv(100) == b"WATCHDOG=1"
    watchdog.notify("STOPPING=1")  # it is gone: no error
