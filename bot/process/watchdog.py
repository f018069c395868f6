"""Watchdog: heartbeat for supervisors, and an exit if the process is stuck.

A task on the event loop sends a heartbeat: it touches a file next to the database, which `halma-bot
health` checks, and notifies systemd. A thread ends the process if the heartbeat stops. It counts
its own one-second sleeps rather than clock time, so that a process or machine that was suspended
for hours is not considered stuck when it resumes.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path

import structlog

from bot.runtime.tasks import start_task

BEAT_SECONDS = 5
"""Seconds between heartbeats."""
STALE_AFTER = 60
"""Seconds without a heartbeat after which the process counts as stuck."""
STUCK_AFTER = 75
"""Exit code of a stuck process (EX_TEMPFAIL: a restart may help)."""

log = structlog.get_logger(__name__)


def notify(state: str) -> None:
    """Notify systemd of a state: "READY=1", "WATCHDOG=1" or "STOPPING=1".

    No-op unless the process runs under systemd with `NOTIFY_SOCKET` set.
    """
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        # A leading @ stands for the zero byte of Linux's abstract socket namespace.
        systemd.connect("\0" + address[1:] if address.startswith("@") else address)
        systemd.sendall(state.encode())


def heartbeat_file(database: Path) -> Path:
    """Return the path of the heartbeat file."""
    return database.with_name(database.name + ".alive")


def seconds_since_beat(database: Path) -> float | None:
    """Return the seconds since the last heartbeat; None if the bot is not running."""
    try:
        return max(time.time() - heartbeat_file(database).stat().st_mtime, 0.0)
    except FileNotFoundError:
        return None


def process_fault(database: Path) -> str | None:
    """Return why the bot process for this database is unhealthy, or None."""
    try:
        since = seconds_since_beat(database)
    except OSError as error:
        return f"The bot's heartbeat cannot be read: {error.filename}: {error.strerror}."
    if since is None:
        return "The bot is not running."
    if since > STALE_AFTER:
        return f"The bot last responded {round(since)} seconds ago."
    return None


def exit_now(code: int) -> None:
    """Exit immediately, without waiting for threads or tasks; committed data is safe."""
    os._exit(code)


class Watchdog:
    """Context manager that sends heartbeats, and calls `ended` if they stop."""

    def __init__(
        self,
        database: Path,
        *,
        beat: float = BEAT_SECONDS,
        still: int = STALE_AFTER,
        nap: float = 1.0,
        ended: Callable[[int], None] = exit_now,
    ) -> None:
        self._sign = heartbeat_file(database)
        self._beat = beat
        self._still = still
        self._nap = nap
        self._end = ended
        self._sleep_seconds = 0
        self._stopped = threading.Event()
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Watchdog:
        self._task = start_task(self._run(), "pulse")
        threading.Thread(target=self._watch, name="watch", daemon=True).start()
        notify("READY=1")
        return self

    async def __aexit__(self, *_: object) -> None:
        self._stopped.set()
        assert self._task is not None
        self._task.cancel()
        self._sign.unlink(missing_ok=True)

    async def _run(self) -> None:
        while True:
            self._sleep_seconds = 0
            notify("WATCHDOG=1")
            try:
                self._sign.touch(mode=0o600)
            except OSError as error:  # A full disk is not a reason to exit.
                log.warning("heartbeat file not updated", path=str(self._sign), why=str(error))
            await asyncio.sleep(self._beat)

    def _watch(self) -> None:
        while not self._stopped.wait(self._nap):
            self._sleep_seconds += 1
            if self._sleep_seconds >= self._still:
                log.critical(
                    "The event loop has been blocked for a minute; exiting to be restarted."
                )
                self._end(STUCK_AFTER)
                return


def exit_stuck_writer() -> None:
    """Exit because no write transaction could begin for a minute.

    The database lock is released with the process.
    """
    log.critical("Nothing could be written to the database for a minute; exiting to be restarted.")
    exit_now(STUCK_AFTER)


def exit_within(seconds: float) -> None:
    """Exit after this many seconds at the latest, even if the event loop is blocked."""

    def late() -> None:
        log.error("Stopping took too long; exiting now. Everything confirmed is stored.")
        exit_now(1)

    timer = threading.Timer(seconds, late)
    timer.daemon = True
    timer.start()
