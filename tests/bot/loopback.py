"""A fake Discord API over real sockets.

It implements only what the bot needs to start, answer and stop.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web

from tests.patience import HANGS_AFTER

ME = {"id": "1", "username": "halma", "discriminator": "0", "avatar": None, "bot": True}
ROOT = Path(__file__).resolve().parent.parent.parent

Answer = Callable[[str, str], tuple[int, Any] | None]
"""Function of (method, path) that returns (status, body), or None for the default."""


class Loopback:
    """A fake Discord server.

    `answer` may override responses, and `asked` lists the requests received. `close` is the code
    with which the gateway closes new connections.
    """

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []
        self.answer: Answer = lambda _method, _path: None
        self.close: int | None = None
        self.lost = self.unanswered = False
        """Whether posted messages are lost, or are stored but get no response."""
        self.messages: list[dict[str, Any]] = []
        self.nonces: list[str] = []
        """Nonces of the posted messages, in the order of `messages`."""
        self.shards = 1
        """Recommended number of shards."""
        self.served: list[tuple[int, int]] = []
        """Shards that have identified themselves, as (shard id, shard count)."""
        self.port = 0
        self.news = asyncio.Condition()
        self._sockets: set[web.WebSocketResponse] = set()
        self._sequence = count(1)
        self._ids = count((1_900_000_000_000 - 1_420_070_400_000) << 22)
        self._runner: web.AppRunner | None = None

    async def start(self, port: int = 0) -> None:
        """Listen on `port`, or on any free port if it is 0."""
        app = web.Application()
        app.router.add_get("/ws/", self._gateway)
        app.router.add_get("/ws", self._gateway)
        app.router.add_route("*", "/{path:.*}", self._rest)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", port).start()
        self.port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        """Close all connections and stop listening."""
        for socket in list(self._sockets):
            await socket.close(code=WSCloseCode.GOING_AWAY)
        if self._runner is not None:
            await self._runner.cleanup()
        self._runner = None

    def times(self, method: str, ending: str) -> int:
        """Return the number of requests with this method whose path has this ending."""
        return sum(1 for how, path in self.asked if how == method and path.endswith(ending))

    async def until(self, condition: Callable[[], bool], seconds: float = HANGS_AFTER) -> None:
        """Wait until the predicate is true, for at most `seconds`."""
        async with asyncio.timeout(seconds), self.news:
            await self.news.wait_for(condition)

    async def submit(self) -> int:
        """Submit a form of `/me settings` in a DM and return the id of the interaction."""
        number = next(self._ids)
        person = {"id": "77", "username": "ada", "discriminator": "0", "avatar": None}
        await self._emit(
            "INTERACTION_CREATE",
            {
                "id": str(number), "application_id": "1", "type": 5, "token": f"t{number}", "version": 1,
                "user": person, "channel_id": "5", "locale": "en-US", "entitlements": [],
                "channel": {"id": "5", "type": 1, "recipients": [person], "last_message_id": None},
                "authorizing_integration_owners": {}, "attachment_size_limit": 10485760,
                "data": {"custom_id": "m:me-change:0:0:time", "components": [
                    {"type": 18, "component": {"type": 21, "custom_id": "remind:0",
                     "value": ("dm", "none")[number % 2]}}]},
            },
        )  # fmt: skip
        return number

    async def _emit(self, name: str, data: Any) -> None:
        for socket in list(self._sockets):
            event = {"op": 0, "t": name, "s": next(self._sequence), "d": data}
            await socket.send_str(json.dumps(event))

    async def _rest(self, request: web.Request) -> web.Response:
        method, path = request.method, request.path
        body = await request.read()
        response = self.answer(method, path)
        if response is None and method == "POST" and path.endswith("/messages"):
            response = await self._take(path, body)
        response = response or self._usual(path, body)
        async with self.news:
            self.asked.append((method, path))
            self.news.notify_all()
        status, answer = response
        # discord.py parses a body as JSON only if it has exactly this content type.
        text = json.dumps(answer).encode()
        return web.Response(body=text, status=status, content_type="application/json")

    async def _take(self, path: str, body: bytes) -> tuple[int, Any]:
        """Store a posted message.

        If `lost` is set, the message is not stored. If `lost` or `unanswered` is set, no response
        is sent.
        """
        if self.lost:
            await self._record_request("LOST", path)
            await asyncio.sleep(3600)
        parsed, _ = json.JSONDecoder().raw_decode(body[body.index(b"{") :].decode(errors="replace"))
        message = {
            "id": str(next(self._ids)), "channel_id": path.split("/")[-2], "author": ME,
            "content": "", "attachments": [], "embeds": [], "components": parsed.get("components", []),
            "mentions": [], "mention_roles": [], "pinned": False, "mention_everyone": False,
            "tts": False, "type": 0, "edited_timestamp": None, "flags": 0,
            "timestamp": datetime.now(UTC).isoformat(),
        }  # fmt: skip
        self.messages.append(message)
        self.nonces.append(parsed["nonce"])
        if self.unanswered:
            await self._record_request("UNANSWERED", path)
            await asyncio.sleep(3600)
        return 200, message

    async def _record_request(self, what: str, path: str) -> None:
        async with self.news:
            self.asked.append((what, path))
            self.news.notify_all()

    def _place(self, path: str) -> tuple[int, Any] | None:
        """Return the response to a request for the guild, its channel or its messages.

        Returns None for other paths.
        """
        roles = [{
            "id": "500", "name": "@everyone", "permissions": str(1 << 10 | 1 << 11 | 1 << 16),
            "position": 0, "color": 0, "hoist": False, "managed": False, "mentionable": False,
            "flags": 0,
        }]  # fmt: skip
        channel = {
            "id": "600", "type": 0, "name": "halma", "guild_id": "500", "position": 0,
            "permission_overwrites": [], "nsfw": False, "parent_id": None,
        }  # fmt: skip
        member = {
            "user": ME,
            "roles": [],
            "joined_at": None,
            "deaf": False,
            "mute": False,
            "flags": 0,
        }
        known = {
            "/channels/600": channel,
            "/channels/600/messages": self.messages[::-1],
            "/guilds/500": {
                "id": "500", "name": "Club", "roles": roles, "emojis": [], "features": [],
                "owner_id": "9", "preferred_locale": "de", "stickers": [],
            },
            "/guilds/500/channels": [channel],
            "/guilds/500/members/1": member,
        }  # fmt: skip
        answer = known.get(path.partition("/v10")[2])
        return None if answer is None else (200, answer)

    def _usual(self, path: str, body: bytes) -> tuple[int, Any]:
        if path.endswith("/users/@me"):
            return 200, ME
        if (place := self._place(path)) is not None:
            return place
        if path.endswith("/gateway/bot"):
            limits = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
            url = f"ws://127.0.0.1:{self.port}/ws/"
            return 200, {"url": url, "shards": self.shards, "session_start_limit": limits}
        if path.endswith("/applications/@me"):
            return 200, {
                "id": "1", "name": "halma", "icon": None, "description": "", "rpc_origins": [],
                "summary": "", "verify_key": "0", "flags": 0, "owner": ME, "bot_public": True,
                "bot_require_code_grant": False, "team": None, "interactions_endpoint_url": None,
            }  # fmt: skip
        if path.endswith("/commands"):
            return 200, [
                {"type": 1, "description": "", **each, "id": str(number), "application_id": "1",
                 "version": "1"}
                for number, each in enumerate(json.loads(body))
            ]  # fmt: skip
        if path.endswith("/callback"):
            asked = {"id": path.split("/")[-3], "type": 2, "response_message_id": "3"}
            return 200, {"interaction": asked}
        if "/messages/" in path:
            return 200, {
                "id": "3", "channel_id": "5", "author": ME, "content": "", "attachments": [],
                "embeds": [], "components": [], "mentions": [], "mention_roles": [], "pinned": False,
                "mention_everyone": False, "tts": False, "type": 0, "edited_timestamp": None,
                "timestamp": "2026-11-20T00:00:00+00:00", "flags": 0,
            }  # fmt: skip
        return 200, {}

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_str(json.dumps({"op": 10, "d": {"heartbeat_interval": 41250}}))
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                break
            event = json.loads(message.data)
            if event["op"] == 1:
                await socket.send_str(json.dumps({"op": 11}))
            elif event["op"] == 2:
                await self._identified(socket, tuple(event["d"].get("shard", (0, 1))))
        self._sockets.discard(socket)
        return socket

    async def _identified(self, socket: web.WebSocketResponse, shard: Any) -> None:
        if self.close is not None:
            await socket.close(code=self.close)
            return
        ready = {
            "v": 10, "user": ME, "guilds": [], "session_id": "s", "shard": shard,
            "resume_gateway_url": f"ws://127.0.0.1:{self.port}/ws",
            "application": {"id": "1", "flags": 0},
        }  # fmt: skip
        self._sockets.add(socket)
        self.served.append(shard)
        event = {"op": 0, "t": "READY", "s": next(self._sequence), "d": ready}
        await socket.send_str(json.dumps(event))
        async with self.news:
            self.asked.append(("READY", "/ready"))
            self.news.notify_all()


@asynccontextmanager
async def discord() -> AsyncIterator[Loopback]:
    """Yield a running fake Discord server."""
    server = Loopback()
    await server.start()
    try:
        yield server
    finally:
        await server.stop()
