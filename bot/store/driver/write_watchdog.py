"""Watchdog for the write lock."""

import asyncio
from collections.abc import Callable

STUCK_SECONDS = 60.0
"""Seconds without a successful writer after which `on_stuck` is called."""
_STEPS = 12


class WriteWatchdog:
    """Context manager held during a write transaction and the wait for it.

    Calls `on_stuck` once if no transaction begins for `limit` seconds. Only time in which a caller
    is waiting is counted, and the count restarts whenever a writer calls `acquired`. If a writer
    gives up because another process holds the database, the next writer continues the count. Time
    is counted in steps, so a pause of the whole process counts as one step only.
    """

    def __init__(self) -> None:
        self.limit = STUCK_SECONDS
        self.on_stuck: Callable[[], None] = lambda: None
        self._waiting = self._steps = 0
        self._timer: asyncio.TimerHandle | None = None
        self._left = 0.0
        """Loop time at which the last caller stopped waiting."""

    def __enter__(self) -> None:
        self._waiting += 1
        if self._waiting == 1:
            loop = asyncio.get_running_loop()
            if loop.time() - self._left > self.limit / 2:
                self.acquired()
            self._schedule(loop)

    def __exit__(self, *error: object) -> None:
        self._waiting -= 1
        if self._waiting == 0 and self._timer is not None:
            self._timer.cancel()
            self._left = asyncio.get_running_loop().time()

    def acquired(self) -> None:
        """Restart the count, because a writer has the lock. Safe to call from any thread."""
        self._steps = 0

    def report_stuck(self) -> None:
        """Report that no writer will get the lock."""
        self.on_stuck()

    def _schedule(self, loop: asyncio.AbstractEventLoop) -> None:
        self._timer = loop.call_later(self.limit / _STEPS, self._tick, loop)

    def _tick(self, loop: asyncio.AbstractEventLoop) -> None:
        self._steps += 1
        if self._steps == _STEPS:
            self.on_stuck()
        self._schedule(loop)
