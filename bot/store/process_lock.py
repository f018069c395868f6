"""One database, one running bot: the lock beside the file that says so."""

import os
import sys
from pathlib import Path

from bot.store.errors import InUse, StoreError


class ProcessLock:
    """Held from its making to its release.

    Two bots on one database would each tell what is owed. The lock is the kernel's (flock), on a file
    of its own beside the database: it ends with the process however that ends, so none is ever left
    behind, and the file stays, since a lock on a file that is gone locks nobody out. It does not
    hinder `db backup` or `db check`, which may run beside the bot; `db forget` leaves it to the bot
    then, which remembers names of its own.
    """

    def __init__(self, path: Path) -> None:
        """Raises StoreError with a sentence; InUse: another process holds it."""
        self._file: int | None = None
        if sys.platform == "win32":
            return  # there is no flock
        import fcntl

        beside = path.with_name(f"{path.name}.lock")
        try:
            self._file = os.open(beside, os.O_CREAT | os.O_RDWR, 0o600)
        except OSError as error:
            raise StoreError(f"The database {path} cannot be used: {error.strerror}.") from error
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
        """Let the next one have it; harmless a second time."""
        if self._file is not None:
            os.close(self._file)
            self._file = None
