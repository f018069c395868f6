"""Watchdog for the write lock."""

import asyncio
from collections.abc import Callable

STUCK_SECONDS = 60.0
"""Seconds without a successful writer after which `on_stuck` is called."""
_STEPS = 6


class WriteWatchdog:
    """Context manager held while waiting for the write lock.

    Calls `on_stuck` once if nobody gets the lock for `limit` seconds. Only time in which a writer
    waits counts, and the count restarts whenever one calls `acquired`. A writer that gives up,
    because another process holds the database, passes its count on to the next. Time is counted in
    steps, so a pause of the whole process counts as one step.
    """

    def __init__(self) -> None:
        self.limit = STUCK_SECONDS
        self.on_stuck: Callable[[], None] | None = None
        self._waiting = 0
        self._waited = 0.0
        self._reported = False
        self._timer: asyncio.TimerHandle | None = None
        self._counted = 0.0
        """Loop time up to which `_waited` is counted."""

    def __enter__(self) -> None:
        self._waiting += 1
        if self._waiting == 1:
            loop = asyncio.get_running_loop()
            if loop.time() - self._counted > self.limit / 2:
                self.acquired()
            self._counted = loop.time()
            self._schedule(loop)

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self._waiting -= 1
        if self._waiting == 0 and self._timer is not None:
            self._timer.cancel()

    def acquired(self) -> None:
        """Restart the count, because a writer has the lock. Safe to call from any thread."""
        self._waited = 0.0
        self._reported = False

    def report_stuck(self) -> None:
        """Report that no writer will get the lock."""
        if self.on_stuck is not None:
            self.on_stuck()

    def _schedule(self, loop: asyncio.AbstractEventLoop) -> None:
        self._timer = loop.call_later(self.limit / _STEPS, self._tick, loop)

    def _tick(self, loop: asyncio.AbstractEventLoop) -> None:
        self._waited += self.limit / _STEPS
        self._counted = loop.time()
        if self._waited >= self.limit * 0.99 and not self._reported and self.on_stuck is not None:
            self._reported = True
            self.on_stuck()
        self._schedule(loop)
