"""Process life cycle: log in with retries, run until a signal, shut down in time."""

import asyncio
import signal
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from pathlib import Path
from typing import Any, TypeVar

import aiohttp
import discord
import structlog

from bot.client import HalmaClient
from bot.process import memory_tuning, watchdog
from bot.runtime import metrics
from bot.runtime.gateway_events import summarize_place
from bot.runtime.tasks import start_task
from bot.store import Store
from bot.views.accepted_requests import PARSE_ERRORS
from bot.views.discord_errors import CONNECTION_ERRORS, is_expected, summarize

T = TypeVar("T")

FIRST_RETRY = 5.0
LONGEST_RETRY = 300.0
"""Longest backoff in seconds between attempts to reach Discord."""
SHUTDOWN_TIMEOUT = 8.0
"""Seconds after a stop signal before the process is forced to exit."""

NOT_ACCEPTED = (
    "Discord does not accept this DISCORD_TOKEN. Create a new token on the Bot page of your "
    "application in Discord's developer portal, and set DISCORD_TOKEN to it."
)
FATAL_CLOSE_CODES = {
    4004: NOT_ACCEPTED,
    4010: "Discord rejects a shard number (4010): correct HALMA_SHARDS, or leave it empty.",
    4011: "Discord requires more shards (4011): correct HALMA_SHARDS, or leave it empty.",
    4012: "Discord no longer supports this version of the bot (4012): install a newer one.",
    4013: "Discord does not know an intent this bot requests (4013): install a newer version.",
    4014: "Discord does not allow an intent this bot requests (4014). The bot requests no privileged "
    "intents; check the Bot page of your application in Discord's developer portal.",
}
"""Fatal gateway close codes with the message for the operator."""

log = structlog.get_logger(__name__)


class CannotStart(Exception):
    """The bot cannot run until the operator fixes the problem named in the message."""


async def run(
    client: HalmaClient,
    store: Store,
    token: str,
    health_address: tuple[str, int] | None = None,
    heartbeat_path: Path | None = None,
) -> None:
    """Run the bot until a stop signal.

    `health_address` is the address of the health server, and `heartbeat_path` the base path of the
    heartbeat file. Raises `CannotStart` if a retry would not help.
    """
    asyncio.get_running_loop().set_exception_handler(log_loop_error)
    store.patience.on_stuck = watchdog.exit_stuck_writer
    staying = asyncio.create_task(run_connected(client, token), name="stay")
    stopped = asyncio.Event()
    _listen(stopped)
    signal_task = asyncio.create_task(stopped.wait(), name="signal")
    async with (
        watchdog.Watchdog(heartbeat_path or store.path),
        _health_server(client, health_address),
    ):
        await asyncio.wait({staying, signal_task}, return_when=asyncio.FIRST_COMPLETED)
        watchdog.notify("STOPPING=1")
        signal_task.cancel()
        await client.close()
    if staying.done():
        staying.result()
    else:
        staying.cancel()
        await asyncio.wait({staying}, timeout=1)


def _health_server(
    client: HalmaClient, address: tuple[str, int] | None
) -> AbstractAsyncContextManager[object]:
    """Return the context of the health server, or an empty one without an address."""
    if address is None:
        return nullcontext()
    # Imported locally, because it is optional, and aiohttp's server takes 35 ms and 3 MB.
    from bot.process import health_server

    return health_server.serve_health(client, address)


def log_loop_error(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log an exception that nothing has handled, e.g. in a task of a library."""
    error, task = context.get("exception"), context.get("future")
    happening = task.get_name() if isinstance(task, asyncio.Task) else context.get("message")
    if error is not None and is_expected(error):
        log.warning("Discord request failed", happening=happening, why=summarize(error))
    else:
        metrics.ERRORS.inc()
        log.error("unexpected", happening=happening, exc_info=error)


def _listen(stopped: asyncio.Event) -> None:
    """Install signal handlers.

    The first signal starts a graceful shutdown with a deadline. The second one makes the process
    exit immediately.
    """

    def stop(number: int) -> None:
        if stopped.is_set():
            watchdog.exit_now(128 + number)
        stopped.set()
        watchdog.exit_within(SHUTDOWN_TIMEOUT)

    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, stop, number)
        except NotImplementedError:  # on Windows
            signal.signal(number, lambda got, _frame: loop.call_soon_threadsafe(stop, got))


async def run_connected(client: HalmaClient, token: str) -> None:
    """Connect to the gateway and stay connected.

    Raises `CannotStart` if a retry would not help.
    """
    await log_in(client, token)
    await fetch_shard_count(client)
    sorting = start_task(
        memory_tuning.freeze_after_start(lambda: client.wait_for("ready")), "sort the heap"
    )
    try:
        await client.connect()
    except discord.PrivilegedIntentsRequired:
        raise CannotStart(FATAL_CLOSE_CODES[4014]) from None
    except discord.ConnectionClosed as closed:
        if closed.code not in FATAL_CLOSE_CODES:
            raise
        raise CannotStart(FATAL_CLOSE_CODES[closed.code]) from None
    finally:
        sorting.cancel()


async def log_in(client: HalmaClient, token: str) -> None:
    """Log in, retrying for as long as Discord is unreachable.

    Raises `CannotStart` if Discord rejects the token.
    """

    async def again() -> None:
        await client.http.close()
        # The closed session has closed its connector too.
        client.http.connector = aiohttp.TCPConnector(limit=0)

    try:
        await _retry_until_answered(lambda: client.login(token), again, client)
    except discord.LoginFailure:
        raise CannotStart(NOT_ACCEPTED) from None


async def fetch_shard_count(client: HalmaClient) -> None:
    """Use Discord's recommended shard count unless the operator has set one."""
    if client.as_recommended:
        client.shard_count, *_ = await _retry_until_answered(client.http.get_bot_gateway)
        log.info("shards", count=client.shard_count)


async def _retry_until_answered(
    ask: Callable[[], Awaitable[T]],
    before_again: Callable[[], Awaitable[None]] | None = None,
    client: HalmaClient | None = None,
) -> T:
    """Send a request, retrying with exponential backoff until Discord responds.

    `before_again` runs before each retry. `client` is the one that logs in. Raises
    `discord.LoginFailure` without retrying.
    """
    wait = FIRST_RETRY
    while True:
        try:
            return await ask()
        except discord.LoginFailure:
            raise
        except (discord.HTTPException, discord.GatewayNotFound, *CONNECTION_ERRORS) as down:
            log.warning(
                "Discord cannot be reached; the games are safe, and the bot will retry.",
                seconds=round(wait),
                why=summarize(down),
            )
        except PARSE_ERRORS as unreadable:
            if client is not None and client.is_logged_in:
                raise  # an error of the bot itself
            log.warning(
                "Discord's answer cannot be read; the games are safe, and the bot will retry.",
                seconds=round(wait),
                why=summarize_place(unreadable),
            )
        if before_again is not None:
            await before_again()
        await asyncio.sleep(wait)
        wait = min(2 * wait, LONGEST_RETRY)


def wait_for_signal(echo: Callable[[str], None], sentence: str) -> None:
    """Print why the bot cannot run, then wait for a stop signal instead of exiting.

    This prevents a supervisor from restarting the process in a loop.
    """
    signals = {signal.SIGINT, signal.SIGTERM}
    # An unblocked signal would end the process before `sigwait`.
    signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    echo(sentence)
    echo("The bot is idle until it is stopped. Restart it once this is fixed.")
    signal.sigwait(signals)
