"""The bot's process under load: how much it has computed, and how much memory it holds."""

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
    """A running bot; what it has said is kept."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.said: list[str] = []
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        assert self.process.stderr is not None
        while line := await self.process.stderr.readline():
            self.said.append(line.decode())

    def seconds(self) -> float:
        """The seconds of a core that it has computed."""
        parts = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(parts[11]) + int(parts[12])) / TICKS

    def memory(self) -> float:
        """The megabytes that it holds."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    def complaints(self) -> list[str]:
        """What it has warned of, or worse."""
        return [line for line in self.said if "[info" not in line]

    async def end(self) -> int:
        """Stop it; the exit code."""
        if self.process.returncode is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            async with asyncio.timeout(20):
                return await self.process.wait()
        finally:
            if self.process.returncode is None:
                self.process.kill()


def share_with_servers() -> None:
    """The same for all that a PostgreSQL of these tests does for those who are connected."""
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if (process / "cmdline").read_bytes().startswith(b"postgres: halma "):
                _share_equally(int(process.name))


def _share_equally(other: int) -> None:
    """Where the kernel shares a busy machine between sessions, another has as large a share as we."""
    with suppress(OSError):
        ours = Path("/proc/self/autogroup").read_text().rpartition(" ")[2]
        Path(f"/proc/{other}/autogroup").write_text(ours)


@asynccontextmanager
async def running(port: int, database: Path | str, **settings: str) -> AsyncIterator[BotProcess]:
    """The bot on this database, with the Discord at this port."""
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
