"""HTTP health server: `/metrics` for Prometheus, `/live` and `/ready` probes.

It runs on the bot's own event loop, so a process with a blocked loop does not respond.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from time import perf_counter

import structlog
from aiohttp import web

from bot.client import HalmaClient
from bot.operations import backup
from bot.runtime import metrics
from bot.runtime.tasks import start_task
from bot.service.actions import timeouts
from bot.store.driver.errors import DRIVER_ERRORS, StoreError
from bot.store.outbox import queue_stats

DATABASE_TIMEOUT = 2.0
"""Timeout in seconds for the database check of the readiness probe."""
LAG_INTERVAL = 1.0
"""Seconds between measurements of the event loop lag."""
OVERDUE_GRACE = 60
"""Seconds past the grace period after which a turn is reported as overdue."""

log = structlog.get_logger(__name__)


@asynccontextmanager
async def serve_health(client: HalmaClient, address: tuple[str, int]) -> AsyncIterator[int | None]:
    """Run the health server inside the context, and yield its port, or None.

    If the address is taken, a warning is logged and the bot runs without a health server.
    """
    client.store.counts.on_phase = metrics.observe_transaction
    lag = start_task(_measure_lag(), "lag")
    runner = web.AppRunner(_routes(client), access_log=None, shutdown_timeout=0.1)
    try:
        yield await _listen(runner, address)
    finally:
        lag.cancel()
        with suppress(Exception):
            await runner.cleanup()


async def _listen(runner: web.AppRunner, address: tuple[str, int]) -> int | None:
    await runner.setup()
    try:
        await web.TCPSite(runner, *address).start()
    except OSError as error:
        log.warning(
            "The monitoring page cannot be served.",
            address=f"{address[0]}:{address[1]}",
            why=error.strerror,
        )
        return None
    port: int = runner.addresses[0][1]
    return port


def _routes(client: HalmaClient) -> web.Application:
    async def metrics_page(_request: web.Request) -> web.Response:
        await refresh_gauges(client)
        return web.Response(
            body=metrics.render_metrics(), content_type="text/plain", charset="utf-8"
        )

    async def live(_request: web.Request) -> web.Response:
        return web.Response(text="alive\n")

    async def ready(_request: web.Request) -> web.Response:
        lacking = await not_ready_reason(client)
        return web.Response(text=f"{lacking or 'ready'}\n", status=503 if lacking else 200)

    app = web.Application()
    app.router.add_get("/metrics", metrics_page)
    app.router.add_get("/live", live)
    app.router.add_get("/ready", ready)
    return app


async def not_ready_reason(client: HalmaClient) -> str | None:
    """Return the reason why the bot is not ready, or None if it is ready."""
    if not client.is_reachable():
        return "not connected to Discord"
    try:
        async with asyncio.timeout(DATABASE_TIMEOUT):
            await client.store.read(queue_stats.get_stats, before=0)
    except (TimeoutError, StoreError, *DRIVER_ERRORS):
        return "the database does not respond"
    return None


async def refresh_gauges(client: HalmaClient) -> None:
    """Update the metrics that are sampled rather than counted."""
    now = client.clock()
    metrics.CONNECTED.set(client.is_reachable())
    metrics.GUILDS.set(len(client.guilds))
    metrics.SHARDS.set(client.connected_shards())
    metrics.WANTED_SHARDS.set(client.shard_count or 1)
    metrics.BACKUP.set(backup.last_backup(client.store.path))
    metrics.INVALID_REQUESTS.set(client.pace.invalid_requests())
    metrics.WORKER_QUEUE.set(client.worker.queue_length())
    # The writer's thread increments this counter, so it is not reset here.
    moves = client.store.counts.moves
    metrics.MOVES.inc(moves - client.counted_moves)
    client.counted_moves = moves
    for job, failures in client.scheduler.failures().items():
        metrics.JOB_FAILURES.labels(job).set(failures)
    for part, size in client.store.sizes().items():
        metrics.DATABASE_BYTES.labels(part).set(size)
    try:
        async with asyncio.timeout(DATABASE_TIMEOUT):
            stats = await client.store.read(
                queue_stats.get_stats, before=now - timeouts.GRACE - OVERDUE_GRACE
            )
    except (TimeoutError, StoreError, *DRIVER_ERRORS) as error:
        log.warning("The queue statistics cannot be read.", why=type(error).__name__)
        return
    metrics.OUTBOX_LENGTH.set(stats.queued)
    metrics.OUTBOX_AGE.set(0 if stats.oldest is None else max(now - stats.oldest, 0))
    metrics.OVERDUE.set(stats.overdue)
    metrics.RUNNING_GAMES.set(stats.running)


async def _measure_lag() -> None:
    """Measure the event loop lag once a second."""
    while True:
        began = perf_counter()
        await asyncio.sleep(LAG_INTERVAL)
        metrics.LOOP_LAG.observe(max(perf_counter() - began - LAG_INTERVAL, 0.0))
