"""Watchdog: liveness file, and exit of a process whose event loop is stuck."""

import asyncio
import os
import socket
import threading
import time
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.process import watchdog


async def test_a_process_with_a_heartbeat_is_healthy_and_an_ended_one_is_not(
    tmp_path: Path,
) -> None:
    database = tmp_path / "halma.sqlite3"
    assert watchdog.process_fault(database) == "The bot is not running."
    async with watchdog.Watchdog(database):
        await asyncio.sleep(0.05)
        assert watchdog.process_fault(database) is None
        long_ago = time.time() - 3600
        os.utime(watchdog.heartbeat_file(database), (long_ago, long_ago))
        assert "The bot last responded" in str(watchdog.process_fault(database))
    assert watchdog.process_fault(database) == "The bot is not running."


async def test_a_stuck_event_loop_ends_the_process(tmp_path: Path) -> None:
    codes: list[int] = []
    ended = threading.Event()

    def end(code: int) -> None:
        codes.append(code)
        ended.set()

    pulse = watchdog.Watchdog(tmp_path / "x", beat=0.01, still=8, nap=0.05, ended=end)
    with capture_logs() as log:
        async with pulse:
            await asyncio.sleep(1)  # far longer than the limit, but the heartbeat continues
            assert codes == []
            ended.wait(20)  # blocks the event loop
    assert codes == [watchdog.STUCK_AFTER]
    assert log[-1]["log_level"] == "critical"


@pytest.mark.parametrize("abstract", [False, True])
def test_systemd_is_notified_on_its_socket(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, abstract: bool
) -> None:
    watchdog.notify("READY=1")  # no socket is configured
    name = f"\0halma-{os.getpid()}" if abstract else str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(name)
        monkeypatch.setenv("NOTIFY_SOCKET", name.replace("\0", "@"))
        watchdog.notify("WATCHDOG=1")
        assert systemd.recv(100) == b"WATCHDOG=1"
    watchdog.notify("STOPPING=1")  # the socket is closed: no error
