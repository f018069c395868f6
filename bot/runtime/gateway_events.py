"""Gateway events that discord.py cannot parse: logged, counted and dropped.

Without this guard, an exception in a parser would end the process. Nothing that a user has written
is logged: only the name and id of the event, and the type and place of the error.
"""

import json
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
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
NULLABLE = frozenset({"content", "edited_timestamp", "referenced_message", "nonce", "activity"})
"""Fields of messages that may be null. discord.py expects the others to be absent or valid."""
REMEMBERED = 1000
"""Maximum number of interactions whose channel is remembered."""

Parser = Callable[[Any], None]


@dataclass
class _Frame:
    """A frame that is being handled."""

    shard: int
    texts: list[Any] = field(default_factory=list)
    """The frame as text, once it has been decompressed."""
    is_session_lost: bool = False


log = structlog.get_logger(__name__)
_frame: ContextVar[_Frame | None] = ContextVar("frame", default=None)
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

    def __init__(self, client: discord.AutoShardedClient) -> None:
        """Guard the parsers of a client, and all frames that its connections receive."""
        self._channels: OrderedDict[int, int] = OrderedDict()
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
            if name in SESSION_EVENTS:
                data = _with_shard(name, data)
            elif name == "INTERACTION_CREATE":
                data = self._with_channel(_without_nulls(data))
            elif name.startswith("MESSAGE_"):
                data = _without_nulls(data)
            parse(data)
        except Exception as error:
            drop(name, data.get("id") if isinstance(data, dict) else None, error)
            frame = _frame.get()
            if frame is not None and name in SESSION_EVENTS:
                frame.is_session_lost = True

    def _with_channel(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return an interaction whose missing channel object holds only the id.

        discord.py finds the channel in its cache by this id.
        """
        if isinstance(data.get("channel"), dict):
            return dict(data)
        kept = {key: value for key, value in data.items() if key != "channel"}
        channel = str(data.get("channel_id"))
        if not channel.isdecimal():
            return kept
        self._channels[int(data["id"])] = int(channel)
        if len(self._channels) > REMEMBERED:
            self._channels.popitem(last=False)
        return {**kept, "channel": {"id": channel}}


def _without_nulls(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return a message or an interaction without optional fields that are null."""
    kept = {key: each for key, each in data.items() if each is not None or key in NULLABLE}
    if isinstance(message := kept.get("message"), dict):
        kept["message"] = _without_nulls(message)
    return kept


def _with_shard(name: str, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the start of a session with the optional fields that discord.py requires."""
    frame = _frame.get()
    own = 0 if frame is None else frame.shard
    if name == "RESUMED":
        return {"__shard_id__": own, **data}
    guilds = data.get("guilds")
    readable = [
        each
        for each in (guilds if isinstance(guilds, list) else ())
        if isinstance(each, dict) and str(each.get("id")).isdecimal()
    ]
    shard = data.get("shard")
    if not (isinstance(shard, list | tuple) and shard and isinstance(shard[0], int)):
        shard = [own, 1]
    return {**data, "guilds": readable, "shard": shard}


async def _received_message(socket: DiscordWebSocket, message: Any, /) -> None:
    """Handle a frame as discord.py does, and drop it if it is unreadable.

    A frame that cannot be decompressed, and the start of a session, end the connection.
    """
    frame = _Frame(socket.shard_id or 0)
    # The decompressor has a state, so a compressed frame cannot be read a second time.
    socket.log_receive = frame.texts.append  # type: ignore[method-assign]
    token = _frame.set(frame)
    try:
        await _receive(socket, message)
    except PASSED_ON:
        raise
    except Exception as error:
        drop("frame", None, error)
        frame.is_session_lost = not frame.texts or _starts_a_session(frame.texts[0])
    finally:
        _frame.reset(token)
    if frame.is_session_lost:
        await socket.close(code=UNREADABLE_CLOSE)
        raise UnreadableSession


def _starts_a_session(text: Any) -> bool:
    """Return whether a frame is needed for a session."""
    try:
        frame = json.loads(text)
        return frame.get("op") == HELLO or frame.get("t") in SESSION_EVENTS
    except (ValueError, TypeError, AttributeError):
        return False
