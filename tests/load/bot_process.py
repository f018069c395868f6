"""The bot process under load, with its CPU time and memory."""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from tests.bot.loopback import ROOT

TOKEN = "a-token-of-the-load-test"
TICKS = os.sysconf("SC_CLK_TCK")


class BotProcess:
    """A running bot process, whose log is kept."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.output: list[str] = []
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        assert self.process.stderr is not None
        while line := await self.process.stderr.readline():
            self.output.append(line.decode())

    def seconds(self) -> float:
        """Return the CPU time used, in seconds."""
        parts = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(parts[11]) + int(parts[12])) / TICKS

    def memory(self) -> float:
        """Return the resident memory, in megabytes."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    def complaints(self) -> list[str]:
        """Return the log lines of level warning or above."""
        return [line for line in self.output if "[info" not in line]

    async def end(self) -> int:
        """Stop the process and return its exit code."""
        if self.process.returncode is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            async with asyncio.timeout(20):
                return await self.process.wait()
        finally:
            if self.process.returncode is None:
                self.process.kill()


def share_with_servers() -> None:
    """Give all PostgreSQL backends of these tests the same CPU share as this process."""
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if (process / "cmdline").read_bytes().startswith(b"postgres: halma "):
                _share_equally(int(process.name))


def _share_equally(other: int) -> None:
    """Move another process into the autogroup of this process.

    The Linux scheduler divides CPU time equally between autogroups, one per session.
    """
    with suppress(OSError):
        ours = Path("/proc/self/autogroup").read_text().rpartition(" ")[2]
        Path(f"/proc/{other}/autogroup").write_text(ours)


@asynccontextmanager
async def running(port: int, database: Path | str, **settings: str) -> AsyncIterator[BotProcess]:
    """Run the bot on this database, connected to the Discord stand-in at this port."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.bot.loopback_bot", str(port), "run",
        cwd=ROOT, stderr=PIPE, start_new_session=True,
        env={**os.environ, "DISCORD_TOKEN": TOKEN, "HALMA_DATABASE": str(database),
             "PYTHONPATH": str(ROOT), **settings},
    )  # fmt: skip
    bot = BotProcess(process)
    _share_equally(process.pid)
    try:
        yield bot
    finally:
        await bot.end()
