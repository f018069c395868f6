"""Life cycle of the bot process over real sockets: start, failures and shutdown.

With HALMA_PAUSES=20 (`make faults`), the process is paused twenty times for four seconds each,
which takes several minutes.
"""

import asyncio
import atexit
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import discord
import pytest

from bot.client import HalmaClient
from bot.process.runner import FATAL_CLOSE_CODES, CannotStart, run_connected
from tests.bot import loopback
from tests.bot.loopback import ROOT, Loopback
from tests.patience import HANGS_AFTER

PAUSES = int(os.environ.get("HALMA_PAUSES", "2"))
PAUSE = 4.0 if PAUSES > 2 else 2.0


@cache
def nursery() -> socket.socket:
    """Start the fork server on first use, and return the socket for requests to it.

    Its processes start quickly, because all modules are already imported.
    """
    ours, theirs = socket.socketpair()
    with theirs:
        command = [sys.executable, "-m", "tests.bot.loopback_bot", "nursery", str(theirs.fileno())]
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            pass_fds=[theirs.fileno()],
        )

    def end() -> None:
        ours.close()
        process.wait()

    atexit.register(end)
    return ours


async def lines(pipe: int) -> asyncio.StreamReader:
    """Return a stream reader for a pipe."""
    reader = asyncio.StreamReader()
    protocol = asyncio.StreamReaderProtocol(reader)
    await asyncio.get_running_loop().connect_read_pipe(lambda: protocol, os.fdopen(pipe, "rb"))
    return reader


class Bot:
    """A bot process and its output."""

    def __init__(
        self, number: int, saying: asyncio.StreamReader, ending: asyncio.StreamReader
    ) -> None:
        self.number = number
        self.output = ""
        self.news = asyncio.Condition()
        self.code: int | None = None
        """Exit code after the process has ended, otherwise None."""
        self._reading = asyncio.create_task(self._read(saying, ending))

    async def _read(self, saying: asyncio.StreamReader, ending: asyncio.StreamReader) -> None:
        while line := await saying.readline():
            async with self.news:
                self.output += line.decode()
                self.news.notify_all()
        self.code = int(await ending.read())

    def signal(self, number: int) -> None:
        """Send the process a signal."""
        os.kill(self.number, number)

    async def end(self, seconds: float = HANGS_AFTER) -> int:
        """Wait for the process to exit, and return its exit code.

        Raises `TimeoutError` if the process runs longer than `seconds`.
        """
        async with asyncio.timeout(seconds):
            await self._reading
        assert self.code is not None
        return self.code

    async def until_said(self, text: str, seconds: float = HANGS_AFTER) -> None:
        """Wait until the output contains `text`."""
        async with asyncio.timeout(seconds), self.news:
            await self.news.wait_for(lambda: text in self.output)


@asynccontextmanager
async def bot(
    port: int, database: Path | str, *command: str, **settings: str
) -> AsyncIterator[Bot]:
    """Run a bot process, and kill it at the end if it is still running."""
    asked = {
        "arguments": [str(port), *(command or ("run",))],
        "settings": {"DISCORD_TOKEN": "secret", "HALMA_DATABASE": str(database), **settings},
    }
    saying, theirs = os.pipe()
    ending, writer = os.pipe()
    socket.send_fds(nursery(), [json.dumps(asked).encode()], [theirs, writer])
    os.close(theirs)
    os.close(writer)
    end = await lines(ending)
    running = Bot(int(await end.readline()), await lines(saying), end)
    try:
        yield running
    finally:
        if running.code is None:
            with suppress(ProcessLookupError):
                running.signal(signal.SIGKILL)
            await running.end()


async def ready(server: Loopback) -> None:
    """Wait until the bot is connected to Discord."""
    await server.until(lambda: server.times("READY", "/ready") > 0)


async def test_the_bot_waits_while_discord_is_down_and_then_continues(database: Path) -> None:
    server = Loopback()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    async with bot(port, database) as running:
        await running.until_said("Discord cannot be reached")
        refusals = iter([(429, {"message": "slow", "retry_after": 0.1, "global": False})])
        server.answer = lambda _method, path: (
            next(refusals, None) if path.endswith("/users/@me") else None
        )
        await server.start(port)
        await ready(server)
        assert server.times("PUT", "/commands") == 1
        running.signal(signal.SIGTERM)
        assert await running.end() == 0
    await server.stop()
    assert "Traceback" not in running.output


async def test_a_rejected_command_sync_does_not_stop_the_bot(database: Path) -> None:
    async with loopback.discord() as server:
        server.answer = lambda _method, path: (
            (400, {"code": 30034, "message": "Max daily application command creates"})
            if path.endswith("/commands")
            else None
        )
        async with bot(server.port, database) as running:
            await ready(server)
            number = await server.submit()
            await server.until(lambda: server.times("POST", f"/{number}/t{number}/callback") == 1)
            running.signal(signal.SIGTERM)
            assert await running.end() == 0
    assert "keeping the registered ones" in running.output
    assert "Traceback" not in running.output


@pytest.mark.parametrize("code", FATAL_CLOSE_CODES)
async def test_each_fatal_close_code_is_reported_with_its_own_sentence(code: int) -> None:
    class Closed:
        as_recommended = False

        """The shard count is configured, and not the one that Discord recommends."""

        async def login(self, _token: str) -> None: ...

        async def connect(self) -> None:
            if code == 4014:
                raise discord.PrivilegedIntentsRequired(None)
            raise discord.ConnectionClosed(SimpleNamespace(close_code=code), shard_id=None)

    with pytest.raises(CannotStart, match=re.escape(FATAL_CLOSE_CODES[code])):
        await run_connected(cast(HalmaClient, Closed()), "secret")


@pytest.mark.parametrize("code", [4004, 4014])
async def test_a_fatal_close_code_prints_a_sentence_and_exits_with_code_2(
    database: Path, code: int
) -> None:
    async with loopback.discord() as server:
        server.close = code
        async with bot(server.port, database) as running:
            assert await running.end() == 2
    assert "Error: Discord" in running.output
    assert "Traceback" not in running.output


async def test_with_the_stay_option_a_bot_that_cannot_run_waits_for_a_signal_and_is_unhealthy(
    database: Path,
) -> None:
    async with loopback.discord() as server:
        server.answer = lambda _method, _path: (401, {"code": 0, "message": "401: Unauthorized"})
        async with bot(server.port, database, "run", "--stay") as running:
            await running.until_said("The bot is idle until it is stopped")
            asked = len(server.asked)
            async with bot(server.port, database, "health") as sick:
                assert await sick.end() == 1
            assert len(server.asked) == asked == 1
            running.signal(signal.SIGTERM)
            await running.end()
    assert "Discord does not accept this DISCORD_TOKEN." in running.output


async def test_a_signal_ends_the_bot_although_another_program_has_locked_the_database(
    database: Path,
) -> None:
    async with loopback.discord() as server, bot(server.port, database) as running:
        await ready(server)
        async with bot(server.port, database, "health") as well:
            assert await well.end() == 0
        other = sqlite3.connect(database, isolation_level=None, check_same_thread=False)
        await asyncio.to_thread(other.execute, "BEGIN IMMEDIATE")
        await server.submit()
        await asyncio.sleep(0.5)
        running.signal(signal.SIGTERM)
        await running.end()  # the lock is held until then
        other.close()
    async with loopback.discord() as server, bot(server.port, database) as again:
        await ready(server)
        again.signal(signal.SIGTERM)
        again.signal(signal.SIGTERM)
        await again.end()


async def test_a_bot_that_cannot_write_exits_so_that_it_is_restarted(database: Path) -> None:
    async with (
        loopback.discord() as server,
        bot(server.port, database, HALMA_TEST_STUCK_AFTER="3") as running,
    ):
        await ready(server)
        other = sqlite3.connect(database, isolation_level=None, check_same_thread=False)
        await asyncio.to_thread(other.execute, "BEGIN IMMEDIATE")
        await server.submit()
        assert await running.end() == 75
        other.close()
    assert "Nothing could be written to the database" in running.output


async def test_pauses_of_the_process_during_commands_do_not_make_it_hang(
    database: Path,
) -> None:
    """Only the late deferrals fail.

    A process is paused, for example, when its virtual machine is paused or the laptop sleeps.
    """
    async with (
        loopback.discord() as server,
        bot(server.port, database, HALMA_TEST_DEFERS_AFTER="0") as running,
    ):
        await ready(server)
        late = set[str]()

        def answer(_method: str, path: str) -> tuple[int, object] | None:
            unknown = path.endswith("/callback") and path.split("/")[-2] in late
            return (404, {"code": 10062, "message": "Unknown interaction"}) if unknown else None

        server.answer = answer
        for _ in range(PAUSES):
            for _ in range(6):
                late.add(f"t{await server.submit()}")
                await asyncio.sleep(0.02)
            running.signal(signal.SIGSTOP)
            for _ in range(3):
                late.add(f"t{await server.submit()}")
            await asyncio.sleep(PAUSE)
            running.signal(signal.SIGCONT)
            await asyncio.sleep(0.5)
        number = await server.submit()
        await server.until(lambda: server.times("POST", f"/{number}/t{number}/callback") > 0)
        edited = f"/webhooks/1/t{number}/messages/@original"
        await server.until(lambda: server.times("PATCH", edited) > 0)
        running.signal(signal.SIGTERM)
        assert await running.end() == 0
    assert "Traceback" not in running.output
    assert "never retrieved" not in running.output
