"""Process lock: one running bot for each database file."""

import os
import sys
from pathlib import Path

from bot.store.driver.errors import InUse, StoreError, explain


class ProcessLock:
    """An exclusive lock, held from construction until `release`.

    Two bots on one database would both send pending messages. The lock is a kernel lock (flock) on
    a separate file next to the database. The kernel releases it when the process ends, even in a
    crash, so no stale lock remains. The lock file is never deleted, since a lock on a deleted file
    would not exclude other processes. `db backup` and `db check` can run alongside the bot. While a
    bot is running, `db forget` leaves the erasure to it, because the bot caches names.
    """

    def __init__(self, path: Path) -> None:
        """Take the lock.

        Raises `InUse` if another process holds it, `StoreError` if the file cannot be opened.
        """
        self._file: int | None = None
        if sys.platform == "win32":
            return  # Windows has no flock
        import fcntl

        beside = path.with_name(f"{path.name}.lock")
        try:
            self._file = os.open(beside, os.O_CREAT | os.O_RDWR, 0o600)
        except OSError as error:
            raise StoreError(f"The database {path} cannot be used: {explain(error)}.") from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = os.read(self._file, 20).decode(errors="replace").strip()
            self.release()
            who = f"process {holder}" if holder else "another process"
            raise InUse(
                f"The database {path} is in use: {who} is running a bot on it. Stop that one first."
            ) from error
        os.truncate(self._file, 0)
        os.write(self._file, f"{os.getpid()}\n".encode())

    def release(self) -> None:
        """Release the lock. Harmless if repeated."""
        if self._file is not None:
            os.close(self._file)
            self._file = None
