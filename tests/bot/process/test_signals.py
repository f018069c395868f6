"""Signals, also on Windows, whose event loop cannot handle them."""

import asyncio
import signal
from collections.abc import Callable
from typing import Any

import pytest

from bot.process import runner, watchdog
from tests.patience import HANGS_AFTER


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_a_signal_stops_the_bot_where_the_loop_handles_none(
    monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    handlers: dict[int, Callable[[int, Any], object]] = {}
    limits: list[float] = []

    def refuse(*_: object) -> None:
        raise NotImplementedError

    monkeypatch.setattr(asyncio.get_running_loop(), "add_signal_handler", refuse)
    monkeypatch.setattr(signal, "signal", handlers.__setitem__)
    monkeypatch.setattr(watchdog, "exit_within", limits.append)
    stopped = asyncio.Event()
    runner._listen(stopped)
    handlers[number](number, None)
    async with asyncio.timeout(HANGS_AFTER):
        await stopped.wait()
    assert limits == [runner.SHUTDOWN_TIMEOUT]
