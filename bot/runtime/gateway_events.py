"""Gateway events that discord.py cannot parse: logged, counted and dropped.

Without this guard, an exception in a parser would end the process. Nothing that a user has written
is logged: only the name and id of the event, and the type and place of the error.
"""

import json
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from functools import partial
from pathlib import Path
from typing import Any

import aiohttp
import discord
import structlog
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

from bot.runtime import metrics

SESSION_EVENTS = frozenset({"READY", "RESUMED"})
"""Events without which a shard is of no use, so that it must connect again."""
HELLO = 10
UNREADABLE_CLOSE = 4000
"""Close code of a connection that the bot gives up. Discord keeps its session."""
PASSED_ON = (
    ReconnectWebSocket,
    discord.DiscordException,
    OSError,
    TimeoutError,
    aiohttp.ClientError,
)
"""Exceptions with which discord.py itself ends a connection."""
REMEMBERED = 1000
"""Maximum number of interactions whose channel is remembered."""

Parser = Callable[[Any], None]

log = structlog.get_logger(__name__)
_shard: ContextVar[int | None] = ContextVar("shard", default=None)
_receive = DiscordWebSocket.received_message


class UnreadableSession(ConnectionError):
    """The start of a session cannot be read; the shard connects again after a backoff."""


def summarize_place(error: BaseException) -> str:
    """Return the type and place of an error, without its message."""
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    if last is None:
        return type(error).__name__
    file = Path(last.tb_frame.f_code.co_filename).name
    return f"{type(error).__name__} in {file}:{last.tb_lineno}"


def drop(event: str, number: object, error: BaseException) -> None:
    """Log and count an event that is dropped because it cannot be read."""
    metrics.UNREADABLE_EVENTS.labels(event).inc()
    plain = number if isinstance(number, int) or str(number).isdecimal() else None
    log.warning("unreadable event", name=event, id=plain, why=summarize_place(error))


class EventGuard:
    """Wraps discord.py's parsers of gateway events."""

    def __init__(self) -> None:
        self._channels: OrderedDict[int, int] = OrderedDict()

    def install(self, client: discord.AutoShardedClient) -> None:
        """Guard the parsers of a client, and all frames that its connections receive."""
        DiscordWebSocket.received_message = _received_message  # type: ignore[method-assign]
        parsers: dict[str, Parser] = client._connection.parsers
        for name, parse in parsers.items():
            parsers[name] = partial(self._parse, name, parse)

    def channel_of(self, interaction: int) -> int | None:
        """Return the channel of an interaction whose payload has no channel object."""
        return self._channels.get(interaction)

    def _parse(self, name: str, parse: Parser, data: Any) -> None:
        """Parse an event. An unreadable one is dropped; see `SESSION_EVENTS`."""
        try:
            if name == "READY":
                data = _with_shard(data)
            elif name == "INTERACTION_CREATE" and not isinstance(data.get("channel"), dict):
                data = self._with_channel(data)
            parse(data)
        except Exception as error:
            drop(name, data.get("id") if isinstance(data, dict) else None, error)
            if name in SESSION_EVENTS:
                raise UnreadableSession(name) from None

    def _with_channel(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return an interaction without a channel object with one that holds only the id.

        discord.py finds the channel in its cache by this id.
        """
        kept = {key: value for key, value in data.items() if key != "channel"}
        channel = str(data.get("channel_id"))
        if not channel.isdecimal():
            return kept
        self._channels[int(data["id"])] = int(channel)
        if len(self._channels) > REMEMBERED:
            self._channels.popitem(last=False)
        return {**kept, "channel": {"id": channel}}


def _with_shard(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return a READY event with the optional fields that discord.py requires."""
    guilds = data.get("guilds")
    readable = [
        each
        for each in (guilds if isinstance(guilds, list) else ())
        if isinstance(each, dict) and str(each.get("id")).isdecimal()
    ]
    shard = data.get("shard")
    if not (isinstance(shard, list | tuple) and shard and isinstance(shard[0], int)):
        shard = [_shard.get() or 0, 1]
    return {**data, "guilds": readable, "shard": shard}


async def _received_message(socket: DiscordWebSocket, message: Any, /) -> None:
    """Handle a frame as discord.py does, and drop it if it is unreadable.

    A frame that cannot be decompressed, and the start of a session, end the connection.
    """
    texts: list[Any] = []
    # The decompressor has a state, so a compressed frame cannot be read a second time.
    socket.log_receive = texts.append  # type: ignore[method-assign]
    token = _shard.set(socket.shard_id)
    try:
        await _receive(socket, message)
    except UnreadableSession:
        await socket.close(code=UNREADABLE_CLOSE)
        raise
    except PASSED_ON:
        raise
    except Exception as error:
        needed = not texts or _starts_a_session(texts[0])
        drop("frame", None, error)
        if needed:
            await socket.close(code=UNREADABLE_CLOSE)
            raise UnreadableSession("frame") from None
    finally:
        _shard.reset(token)


def _starts_a_session(text: Any) -> bool:
    """Return whether a frame is needed for a session."""
    try:
        frame = json.loads(text)
        return frame.get("op") == HELLO or frame.get("t") in SESSION_EVENTS
    except (ValueError, TypeError, AttributeError):
        return False
