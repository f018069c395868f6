"""How fast the bot may ask Discord: so many requests a second, each server in its turn, and never so
many refused ones that Discord would ban its address.

Discord allows a bot 50 requests a second, answers to interactions aside, and bans an address after
10,000 refused requests (401, 403, 429) in ten minutes. discord.py keeps to the limits of each channel,
of which Discord tells, but not to these two.
"""

import asyncio
import re
from collections import OrderedDict, deque
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import aiohttp
import structlog

from bot.runtime import metrics

A_SECOND = 45
"""Requests within any second: below Discord's 50, since the way there is not always equally long."""
INVALID = frozenset({401, 403, 429})
"""What counts towards the ban."""
WINDOW = 600.0
MOST_INVALID = 5000
"""Refused requests within ten minutes after which nothing more is asked: half of what would be a ban."""
UNCOUNTED = re.compile(r"/(?:interactions|webhooks)/|^/ws|/gateway")
"""Answers to people are not counted by Discord, and wait for nothing."""
MESSAGES = re.compile(r"/channels/(\d+)/messages$")
PLACE = re.compile(r"/(channels|guilds)/(\d+)")

log = structlog.get_logger(__name__)


class Pace:
    """Lets requests go one after the other; who waits is served in turn, by servers."""

    def __init__(
        self,
        *,
        server: Callable[[int], int | None] = lambda _channel: None,
        rate: int | None = None,
        most_invalid: int = MOST_INVALID,
        span: float = 1.0,
        window: float = WINDOW,
    ) -> None:
        """`server` answers the server of a channel, as far as is known."""
        self._server = server
        self._rate = rate or A_SECOND
        self._span = span
        self._window = window
        self._most_invalid = most_invalid
        self._gone: deque[float] = deque()
        self.on_rest: Callable[[], None] = lambda: None
        """Called when a channel takes no more for a while, and others may be told meanwhile."""
        self._rests: dict[int, float] = {}
        """Until when a channel takes no message, as Discord has said."""
        self._invalid: deque[float] = deque()
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._serving: asyncio.Task[None] | None = None

    def trace(self) -> aiohttp.TraceConfig:
        """What tells aiohttp to ask here before each request."""
        trace = aiohttp.TraceConfig()
        trace.on_request_start.append(self._start)
        trace.on_request_end.append(self._end)
        return trace

    def invalid(self) -> int:
        """How many requests Discord has refused within the last ten minutes."""
        now = asyncio.get_running_loop().time()
        while self._invalid and self._invalid[0] <= now - self._window:
            self._invalid.popleft()
        return len(self._invalid)

    def refused(self) -> None:
        """Discord has refused a request."""
        self._invalid.append(asyncio.get_running_loop().time())

    def resting(self) -> set[int]:
        """The channels that take no message now: what would be sent there would only wait."""
        now = asyncio.get_running_loop().time()
        self._rests = {channel: until for channel, until in self._rests.items() if until > now}
        return set(self._rests)

    async def turn(self, whose: str) -> None:
        """Wait until a request of this server may go."""
        if not self._waiting and self._pause() <= 0:
            self._gone.append(asyncio.get_running_loop().time())
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(whose, deque()).append(turn)
        if self._serving is None or self._serving.done():
            self._serving = asyncio.create_task(self._serve(), name="pace")
        await turn

    def whose(self, path: str) -> str:
        """Who a request is for, by its path: a server, or a place that belongs to none."""
        found = PLACE.search(path)
        if found is None:
            return path.split("/")[3] if path.count("/") > 2 else path
        kind, number = found.groups()
        if kind == "channels" and (server := self._server(int(number))) is not None:
            return str(server)
        return str(number)

    def _pause(self) -> float:
        """Seconds until the next request may go."""
        now = asyncio.get_running_loop().time()
        while self._gone and self._gone[0] <= now - self._span:
            self._gone.popleft()
        if self.invalid() >= self._most_invalid:
            return self._invalid[-self._most_invalid] + self._window - now
        return 0.0 if len(self._gone) < self._rate else self._gone[0] + self._span - now

    async def _serve(self) -> None:
        """Let go who waits, one of each server after the other."""
        while self._waiting:
            if (pause := self._pause()) > 0:
                if self.invalid() >= self._most_invalid:
                    log.error(
                        "Discord has refused too many requests: I ask for nothing until it would "
                        "no longer ban me.",
                        seconds=round(pause),
                    )
                await asyncio.sleep(pause)
                continue
            whose, turns = self._waiting.popitem(last=False)
            turn = turns.popleft()
            if turns:
                self._waiting[whose] = turns  # at the end of the line
            if not turn.done():
                turn.set_result(None)
                self._gone.append(asyncio.get_running_loop().time())

    async def _start(
        self, _session: Any, about: SimpleNamespace, asked: aiohttp.TraceRequestStartParams
    ) -> None:
        if UNCOUNTED.search(asked.url.path):
            return
        began = asyncio.get_running_loop().time()
        await self.turn(self.whose(asked.url.path))
        metrics.REQUEST_WAIT.observe(asyncio.get_running_loop().time() - began)

    async def _end(
        self, _session: Any, _about: SimpleNamespace, asked: aiohttp.TraceRequestEndParams
    ) -> None:
        status = asked.response.status
        metrics.REQUESTS.labels(str(status)).inc()
        if status in INVALID:
            self.refused()
        found = MESSAGES.search(asked.url.path) if asked.method == "POST" else None
        if found is not None and asked.response.headers.get("X-RateLimit-Remaining") == "0":
            seconds = float(asked.response.headers.get("X-RateLimit-Reset-After", 0))
            self._rests[int(found[1])] = asyncio.get_running_loop().time() + seconds
            self.on_rest()
