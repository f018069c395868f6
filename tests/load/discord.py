"""Discord stand-in for load tests, with guilds, rate limits and body checks."""

import json
from collections import Counter, defaultdict, deque
from itertools import count
from time import perf_counter
from typing import Any

from aiohttp import web

from bot.invite_link import PERMISSIONS
from tests.bot.bodies import faults
from tests.bot.loopback import ME, Loopback
from tests.load.database import Game

A_SECOND, OF_A_CHANNEL, SPAN = 50, 5, 5.0
"""The global rate limit per second, and messages per channel in `SPAN` seconds."""
UNCOUNTED = ("/interactions/", "/webhooks/")


class LoadedDiscord(Loopback):
    """A Discord stand-in that records answers, boards and rate limit violations."""

    def __init__(self, servers: dict[int, list[int]], a_second: int = A_SECOND) -> None:
        """Create the stand-in.

        `servers` maps guilds to channels, and `a_second` is the global rate limit.
        """
        super().__init__()
        self.servers = servers
        self._a_second = a_second
        self.answered: dict[int, float] = {}
        """Time of the first answer to each interaction."""
        self.refused: dict[int, str] = {}
        """The reply to each interaction whose move was refused."""
        self.posted: list[tuple[float, int]] = []
        """The time and channel of each posted message."""
        self.counted: list[float] = []
        """Arrival time of each request that counts towards the global rate limit."""
        self.broken: Counter[str] = Counter()
        """Rate limit violations."""
        self.bodies: list[str] = []
        """Errors found in request bodies."""
        self.deferred = 0
        """Number of deferred replies."""
        self.held_back = 0
        """Number of responses whose headers said that a channel's limit was used up."""
        self._second: deque[float] = deque()
        self._channels: defaultdict[str, deque[float]] = defaultdict(deque)
        self._messages = count(9 * 10**17)

    async def move(self, game: Game, person: int, text: str) -> int:
        """Send a `/move` command in the match's channel and return the interaction id."""
        return await self._move_interaction(game, person, 2, {"value": text})

    async def autocomplete(self, game: Game, person: int, typed: str) -> int:
        """Request autocomplete for a partly typed move. Returns its id."""
        return await self._move_interaction(game, person, 4, {"value": typed, "focused": True})

    async def _move_interaction(
        self, game: Game, person: int, kind: int, text: dict[str, Any]
    ) -> int:
        """Send a `/move` interaction of Discord's type `kind`. Returns its id."""
        number = next(self._ids)
        user = {"id": str(person), "username": f"p{person}", "discriminator": "0", "avatar": None}
        guild, channel = str(game.guild), str(game.channel)
        await self._emit(
            "INTERACTION_CREATE",
            {
                "id": str(number), "application_id": "1", "type": kind, "token": f"t{number}",
                "version": 1, "guild_id": guild, "channel_id": channel, "locale": "en-US",
                "guild_locale": "en-US", "guild": {"id": guild, "locale": "en-US", "features": []},
                "channel": {"id": channel, "type": 0, "name": "halma", "permissions": "0"},
                "member": {"user": user, "roles": [], "joined_at": "2026-01-01T00:00:00+00:00",
                           "deaf": False, "mute": False, "flags": 0, "permissions": "0"},
                "app_permissions": str(PERMISSIONS.value), "entitlements": [],
                "authorizing_integration_owners": {"0": guild}, "context": 0,
                "attachment_size_limit": 10485760,
                "data": {"id": "9", "name": "move", "type": 1, "options": [
                    {"name": "move", "type": 3, **text},
                    {"name": "game", "type": 3, "value": str(game.id)}]},
            },
        )  # fmt: skip
        return number

    async def _identified(self, socket: web.WebSocketResponse, shard: Any) -> None:
        self._sockets.add(socket)
        self.served.append(shard)
        await self._emit("READY", {
            "v": 10, "user": ME, "session_id": "s", "shard": shard,
            "guilds": [{"id": str(guild), "unavailable": True} for guild in self.servers],
            "resume_gateway_url": f"ws://127.0.0.1:{self.port}/ws",
            "application": {"id": "1", "flags": 0},
        })  # fmt: skip
        for guild, channels in self.servers.items():
            await self._emit("GUILD_CREATE", _guild(guild, channels))
        async with self.news:
            self.asked.append(("READY", "/ready"))
            self.news.notify_all()

    async def _rest(self, request: web.Request) -> web.StreamResponse:  # type: ignore[override]
        now, method, path = perf_counter(), request.method, request.path
        body, headers = await _body(request), {}
        if isinstance(body, dict):
            self.bodies += faults(body)
        status, answer = 200, None
        if not any(part in path for part in UNCOUNTED):
            self.counted.append(now)
            status, answer, headers = self._limited(method, path, now)
        if answer is None:
            status, answer = self.answer(method, path) or self._record_request(
                method, path, body, now
            )
        async with self.news:
            self.asked.append((method, path))
            self.news.notify_all()
        return web.Response(
            body=json.dumps(answer).encode(), status=status, headers=headers,
            content_type="application/json",
        )  # fmt: skip

    def _limited(
        self, method: str, path: str, now: float
    ) -> tuple[int, dict[str, Any] | None, dict[str, str]]:
        """Return the (status, body, headers) that the rate limits require for a request.

        The status is 429 if a limit is exceeded. Otherwise it is 200 and the body is None.
        """
        _forget(self._second, now - 1)
        if len(self._second) >= self._a_second:
            self.broken["50 a second"] += 1
            answer = {"message": "slow", "retry_after": 0.5, "global": True}
            return 429, answer, {"Retry-After": "1", "Via": "1.1"}
        self._second.append(now)
        if method != "POST" or not path.endswith("/messages"):
            return 200, None, {}
        used = self._channels[path]
        _forget(used, now - SPAN)
        left = OF_A_CHANNEL - len(used) - 1
        again = SPAN if not used else used[0] + SPAN - now
        headers = {
            "X-RateLimit-Limit": str(OF_A_CHANNEL), "X-RateLimit-Remaining": str(max(left, 0)),
            "X-RateLimit-Reset": "0", "X-RateLimit-Reset-After": f"{again:.3f}",
            "X-RateLimit-Bucket": "messages", "Via": "1.1",
        }  # fmt: skip
        if left < 0:
            self.broken["5 in 5 seconds"] += 1
            return 429, {"message": "slow", "retry_after": again, "global": False}, headers
        used.append(now)
        self.held_back += left == 0
        return 200, None, headers

    def _record_request(self, method: str, path: str, body: Any, now: float) -> tuple[int, Any]:
        parts = path.split("/")
        if path.endswith("/callback") and body["type"] in {5, 6}:
            self.deferred += 1
        elif path.endswith("/@original"):
            self.answered.setdefault(int(parts[-3].lstrip("t")), now)
        elif path.endswith("/callback"):
            number = int(parts[-3])
            self.answered.setdefault(number, now)
            content = (body.get("data") or {}).get("content") if isinstance(body, dict) else None
            if content:
                self.refused[number] = content
        elif method == "POST" and path.endswith("/messages"):
            self.posted.append((now, int(parts[-2])))
            _, answer = self._usual(path + "/messages/", b"")
            return 200, answer | {"id": str(next(self._messages)), "channel_id": parts[-2]}
        return self._usual(path, json.dumps(body).encode())

    async def until_posted(self, number: int, seconds: float = 60) -> None:
        """Wait until `number` messages have been posted."""
        await self.until(lambda: len(self.posted) >= number, seconds)

    def forget(self) -> None:
        """Discard all measurements so far, to limit memory use in long runs."""
        for each in (self.answered, self.posted, self.counted, self.asked, self.refused):
            each.clear()

    def most_in_a_second(self) -> int:
        """Return the highest number of counted requests within any second."""
        window: deque[float] = deque()
        most = 0
        for at in self.counted:
            _forget(window, at - 1)
            window.append(at)
            most = max(most, len(window))
        return most


def _forget(times: deque[float], before: float) -> None:
    while times and times[0] <= before:
        times.popleft()


async def _body(request: web.Request) -> Any:
    """Return the JSON body of a request, even if files are attached."""
    if request.content_type == "multipart/form-data":
        fields = await request.post()
        return json.loads(str(fields["payload_json"]))
    raw = await request.read()
    return json.loads(raw) if raw else None


def _guild(guild: int, channels: list[int]) -> dict[str, Any]:
    """Return a guild with these channels and ten more, and all needed permissions."""
    everyone = {
        "id": str(guild), "name": "@everyone", "color": 0, "hoist": False, "position": 0,
        "permissions": str(PERMISSIONS.value), "managed": False, "mentionable": False, "flags": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
    }  # fmt: skip
    others = [{**everyone, "id": str(guild * 100 + n), "name": f"role {n}"} for n in range(5)]
    places = [*channels, *(guild * 1000 + n for n in range(10))]
    joined = "2026-01-01T00:00:00+00:00"
    return {
        "id": str(guild), "name": f"Server {guild}", "icon": None, "splash": None, "region": "x",
        "discovery_splash": None, "owner_id": "2", "afk_channel_id": None, "afk_timeout": 60,
        "verification_level": 0, "default_message_notifications": 0, "explicit_content_filter": 0,
        "roles": [everyone, *others], "emojis": [], "features": [], "mfa_level": 0,
        "application_id": None, "system_channel_id": None, "system_channel_flags": 0,
        "rules_channel_id": None, "vanity_url_code": None, "description": None, "banner": None,
        "premium_tier": 0, "preferred_locale": "en-US", "public_updates_channel_id": None,
        "nsfw_level": 0, "stickers": [], "premium_progress_bar_enabled": False,
        "joined_at": joined, "large": True, "unavailable": False, "member_count": 300,
        "voice_states": [], "threads": [], "presences": [], "stage_instances": [],
        "guild_scheduled_events": [], "soundboard_sounds": [], "safety_alerts_channel_id": None,
        "members": [{"user": ME, "roles": [], "joined_at": joined, "deaf": False, "mute": False,
                     "flags": 0}],
        "channels": [
            {"id": str(place), "type": 0, "name": "halma", "position": n, "nsfw": False,
             "permission_overwrites": [], "parent_id": None, "topic": None, "flags": 0,
             "last_message_id": None, "rate_limit_per_user": 0}
            for n, place in enumerate(places)
        ],
    }  # fmt: skip
