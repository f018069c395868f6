"""Global rate limiter for Discord requests: fair queueing and circuit breaker.

Discord allows a bot 50 requests per second, not counting interaction responses. It bans an IP
address after 10,000 invalid requests (401, 403, 429) in ten minutes. discord.py handles the
per-route limits but neither of these two.
"""

import asyncio
import math
import re
from collections import OrderedDict, deque
from collections.abc import Callable
from contextvars import ContextVar
from types import SimpleNamespace
from typing import Any

import aiohttp
import structlog

from bot.runtime import metrics
from bot.runtime.tasks import start_task

REQUESTS_PER_SECOND = 45
"""Maximum requests per second, below Discord's 50 because network latency varies."""
INVALID_STATUSES = frozenset({401, 403, 429})
"""HTTP statuses that count as invalid requests."""
INVALID_WINDOW = 600.0
MAX_INVALID = 5000
"""Number of invalid requests per window that opens the circuit breaker.

This is half of Discord's limit.
"""
UNLIMITED_PATHS = re.compile(r"/(?:interactions|webhooks)/|^/ws|/gateway")
"""Paths exempt from the global limit: interactions, webhooks and the gateway."""
MESSAGES_PATH = re.compile(r"/channels/(\d+)/messages$")
BUCKET_PATH = re.compile(r"/(channels|guilds)/(\d+)")
RESPONSE_STATUS: ContextVar[int | None] = ContextVar("response status", default=None)
"""HTTP status of the newest response that the current task has received, or None."""

log = structlog.get_logger(__name__)


class RateLimiter:
    """Rate limiter that queues requests and serves the guilds round-robin."""

    def __init__(
        self,
        *,
        server: Callable[[int], int | None] = lambda _channel: None,
        rate: int | None = None,
        most_invalid: int = MAX_INVALID,
        span: float = 1.0,
        window: float = INVALID_WINDOW,
    ) -> None:
        """Create a rate limiter; `server` returns the guild of a channel, or None."""
        self._server = server
        self._rate = rate or REQUESTS_PER_SECOND
        self._span = span
        self._window = window
        self._most_invalid = most_invalid
        self._recent_requests: deque[float] = deque()
        self.on_channel_exhausted: Callable[[], None] = lambda: None
        """Called when a channel is rate limited, so that other channels can be served."""
        self._exhausted_until: dict[int, float] = {}
        """Event loop time at which each rate-limited channel reopens, by channel id."""
        self._invalid: deque[float] = deque()
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._serving: asyncio.Task[None] | None = None

    def trace_config(self) -> aiohttp.TraceConfig:
        """Return an aiohttp trace that delays each request until it is allowed."""
        trace = aiohttp.TraceConfig()
        trace.on_request_start.append(self._on_request_start)
        trace.on_request_end.append(self._on_request_end)
        return trace

    def invalid_requests(self) -> int:
        """Return the number of invalid requests in the current window."""
        now = asyncio.get_running_loop().time()
        while self._invalid and self._invalid[0] <= now - self._window:
            self._invalid.popleft()
        return len(self._invalid)

    def count_invalid(self) -> None:
        """Record an invalid request."""
        self._invalid.append(asyncio.get_running_loop().time())

    def exhausted_channels(self) -> set[int]:
        """Return the ids of channels that are rate limited for sending messages."""
        now = asyncio.get_running_loop().time()
        self._exhausted_until = {
            channel: until for channel, until in self._exhausted_until.items() if until > now
        }
        return set(self._exhausted_until)

    async def acquire(self, bucket: str) -> None:
        """Wait until a request in this bucket may be sent."""
        if not self._waiting and self._delay() <= 0:
            self._recent_requests.append(asyncio.get_running_loop().time())
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(bucket, deque()).append(turn)
        if self._serving is None or self._serving.done():
            self._serving = start_task(self._release_waiting(), "pace")
        await turn

    def bucket_of(self, path: str) -> str:
        """Return the fairness bucket of a request path.

        The bucket is the guild id if it is known, otherwise the channel id or a path segment.
        """
        parsed = BUCKET_PATH.search(path)
        if parsed is None:
            return path.split("/")[3] if path.count("/") > 2 else path
        kind, number = parsed.groups()
        if kind == "channels" and (server := self._server(int(number))) is not None:
            return str(server)
        return str(number)

    def _delay(self) -> float:
        """Return the seconds until the next request is allowed."""
        now = asyncio.get_running_loop().time()
        while self._recent_requests and self._recent_requests[0] <= now - self._span:
            self._recent_requests.popleft()
        if self.invalid_requests() >= self._most_invalid:
            return self._invalid[-self._most_invalid] + self._window - now
        return (
            0.0
            if len(self._recent_requests) < self._rate
            else self._recent_requests[0] + self._span - now
        )

    async def _release_waiting(self) -> None:
        """Release waiting requests, one per bucket in turn."""
        while self._waiting:
            if (pause := self._delay()) > 0:
                if self.invalid_requests() >= self._most_invalid:
                    log.error(
                        "Discord rejected too many requests; pausing all to avoid a ban.",
                        seconds=round(pause),
                    )
                await asyncio.sleep(pause)
                continue
            whose, turns = self._waiting.popitem(last=False)
            turn = turns.popleft()
            if turns:
                self._waiting[whose] = turns  # Move the bucket to the end of the queue.
            if not turn.done():
                turn.set_result(None)
                self._recent_requests.append(asyncio.get_running_loop().time())

    async def _on_request_start(
        self, _session: Any, about: SimpleNamespace, params: aiohttp.TraceRequestStartParams
    ) -> None:
        RESPONSE_STATUS.set(None)
        if UNLIMITED_PATHS.search(params.url.path):
            return
        began = asyncio.get_running_loop().time()
        await self.acquire(self.bucket_of(params.url.path))
        metrics.REQUEST_WAIT.observe(asyncio.get_running_loop().time() - began)

    async def _on_request_end(
        self, _session: Any, _about: SimpleNamespace, params: aiohttp.TraceRequestEndParams
    ) -> None:
        status = params.response.status
        RESPONSE_STATUS.set(status)
        metrics.REQUESTS.labels(str(status)).inc()
        if status in INVALID_STATUSES:
            self.count_invalid()
        parsed = MESSAGES_PATH.search(params.url.path) if params.method == "POST" else None
        if parsed is not None and params.response.headers.get("X-RateLimit-Remaining") == "0":
            seconds = _parse_seconds(params.response.headers.get("X-RateLimit-Reset-After"))
            self._exhausted_until[int(parsed[1])] = asyncio.get_running_loop().time() + seconds
            self.on_channel_exhausted()


def _parse_seconds(text: str | None) -> float:
    """Return the seconds in a header, or 0 if it is missing or invalid."""
    try:
        seconds = float(text or 0)
    except ValueError:
        return 0.0
    return seconds if math.isfinite(seconds) else 0.0
