"""Whether the process is alive: said to whoever supervises it, and ended where it is not.

A task of the event loop beats: it touches a file beside the database, which `halma-bot health` looks at,
and tells systemd. A thread counts the seconds since the last beat and ends a process whose loop stands
still. It counts naps of a second and not the clock, so that a process or a machine that was paused for
hours is not taken for stuck when it goes on.
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

BEAT = 5
"""Seconds between beats."""
STILL = 60
"""Seconds without a beat after which the process is stuck."""
STUCK = 75
"""The exit code of a process that ends because it is stuck: another start may help."""

log = structlog.get_logger(__name__)


def notify(state: str) -> None:
    """Tell systemd, if it supervises us: "READY=1", "WATCHDOG=1", "STOPPING=1"."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        # An address that begins with @ is in the abstract namespace, which has a zero byte there.
        systemd.connect("\0" + address[1:] if address.startswith("@") else address)
        systemd.sendall(state.encode())


def sign(database: Path) -> Path:
    """The file that is touched at each beat."""
    return database.with_name(database.name + ".alive")


def silence(database: Path) -> float | None:
    """The seconds since the bot of this database last beat; None if it does not run."""
    try:
        return max(time.time() - sign(database).stat().st_mtime, 0.0)
    except FileNotFoundError:
        return None


def end(code: int) -> None:
    """End at once, whatever threads and tasks are doing: what was confirmed is in the database."""
    os._exit(code)


class Pulse:
    """Beats while it is entered; `ended` is what is done to a process that is stuck."""

    def __init__(
        self,
        database: Path,
        *,
        beat: float = BEAT,
        still: int = STILL,
        nap: float = 1.0,
        ended: Callable[[int], None] = end,
    ) -> None:
        self._sign = sign(database)
        self._beat = beat
        self._still = still
        self._nap = nap
        self._end = ended
        self._naps = 0
        self._over = threading.Event()
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Pulse:
        self._task = asyncio.create_task(self._run(), name="pulse")
        threading.Thread(target=self._watch, name="watch", daemon=True).start()
        notify("READY=1")
        return self

    async def __aexit__(self, *_: object) -> None:
        self._over.set()
        assert self._task is not None
        self._task.cancel()
        self._sign.unlink(missing_ok=True)

    async def _run(self) -> None:
        while True:
            self._naps = 0
            notify("WATCHDOG=1")
            try:
                self._sign.touch(mode=0o600)
            except OSError as error:  # a full disk is no reason to end
                log.warning("no sign of life", path=str(self._sign), why=str(error))
            await asyncio.sleep(self._beat)

    def _watch(self) -> None:
        while not self._over.wait(self._nap):
            self._naps += 1
            if self._naps >= self._still:
                log.critical(
                    "Nothing has moved in me for a minute: I end, so that I am started again."
                )
                self._end(STUCK)
                return


def stuck_writing() -> None:
    """Nobody could write for a minute: end, so that the next start gets the database anew."""
    log.critical(
        "Nothing could be written to the database for a minute: I end, so that I am started again."
    )
    end(STUCK)


def end_within(seconds: float, code: int = 1) -> None:
    """End after so long at the latest, even if the event loop or the disk stands still by then."""

    def late() -> None:
        log.error("Stopping took too long: I end now. Nothing that was confirmed is lost.")
        end(code)

    timer = threading.Timer(seconds, late)
    timer.daemon = True
    timer.start()
