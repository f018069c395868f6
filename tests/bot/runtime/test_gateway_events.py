"""Tests of gateway frames and events that cannot be read."""

import asyncio
import json
import logging
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord.gateway import DiscordWebSocket
from structlog.testing import capture_logs

from bot.client import HalmaClient
from bot.process.runner import log_loop_error
from bot.runtime.gateway_events import UnreadableSession
from bot.runtime.tasks import start_task
from bot.store import Store
from bot.views.discord_errors import silence_library_logs

ME = {"id": "1", "username": "halma", "discriminator": "0", "avatar": None}
DROPPED: tuple[Any, ...] = (
    "no json",
    [],
    {"op": 0, "t": "GUILD_CREATE", "s": 1, "d": None},
    {"op": 0, "t": {"a": 1}, "s": 1, "d": {}},
    {"op": 0, "t": "INTERACTION_CREATE", "s": 2, "d": {"id": "7", "type": 3}},
    {"op": 0, "t": "MESSAGE_UPDATE", "s": 2, "d": {"id": "7", "member": {"roles": [{}]}}},
    {"op": 0, "t": "NEW_KIND", "s": 2, "d": 5},
    {"op": 99, "d": None},
)
LOST: tuple[Any, ...] = (
    {"op": 10, "d": {}},
    {"op": 0, "t": "READY", "s": 1, "d": {}},
    {"op": 0, "t": "READY", "s": 1, "d": {"session_id": "s", "resume_gateway_url": "ws://a"}},
    {"op": 0, "t": "RESUMED", "s": 1, "d": None},
    b"\x00no zlib\x00\x00\xff\xff",
)


class Socket:
    """An aiohttp socket that remembers with which code it was closed."""

    close_code: int | None = None

    async def close(self, *, code: int) -> None:
        self.close_code = code


@pytest.fixture
async def client(store: Store) -> HalmaClient:
    client = HalmaClient(store, clock=lambda: 0)
    await client._async_setup_hook()
    return client


def connection(client: HalmaClient) -> DiscordWebSocket:
    """Return the connection of shard 0."""
    socket: Any = Socket()
    made = DiscordWebSocket(socket, loop=asyncio.get_running_loop())
    # `DiscordWebSocket.from_client` sets these attributes, but it also connects.
    vars(made).update(_discord_parsers=client._connection.parsers)
    made.shard_id, made.session_id, made.sequence = 0, None, None
    return made


def frame(content: Any) -> Any:
    """Return the text of a frame; bytes are sent as they are."""
    return content if isinstance(content, str | bytes) else json.dumps(content)


@pytest.mark.parametrize("content", DROPPED, ids=lambda each: str(each)[:40])
async def test_an_unreadable_frame_is_dropped(client: HalmaClient, content: Any) -> None:
    received = connection(client)
    with capture_logs() as log:
        await received.received_message(frame(content))
    assert {line["event"] for line in log} <= {"unreadable event"}
    assert not any("exc_info" in line for line in log)


@pytest.mark.parametrize("content", LOST, ids=lambda each: str(each)[:40])
async def test_an_unreadable_session_ends_the_connection_and_not_the_process(
    client: HalmaClient, content: Any
) -> None:
    received = connection(client)
    with pytest.raises(UnreadableSession):
        await received.received_message(frame(content))
    assert isinstance(UnreadableSession(), OSError)  # discord.py then connects again
    assert received.socket.close_code == 4000


async def test_ready_needs_no_shard_and_may_list_unreadable_guilds(client: HalmaClient) -> None:
    ready = {
        "session_id": "s",
        "resume_gateway_url": "ws://127.0.0.1/",
        "user": ME,
        "guilds": [{"id": None}, None, {"id": "5", "unavailable": True}],
        "application": {"id": "1", "flags": 0},
    }
    received = connection(client)
    await received.received_message(frame({"op": 0, "t": "READY", "s": 1, "d": ready}))
    assert client.user is not None
    assert [guild.id for guild in client.guilds] == [5]
    own = asyncio.current_task()
    await asyncio.sleep(0)  # the events that discord.py has dispatched
    for task in asyncio.all_tasks():
        if task is not own:
            task.cancel()
    await asyncio.sleep(0)


async def test_an_unreadable_event_is_logged_by_name_and_id_only(client: HalmaClient) -> None:
    message = {"id": "77", "content": "secret", "member": "secret", "channel_id": "secret"}
    with capture_logs() as log:
        await connection(client).received_message(
            frame({"op": 0, "t": "MESSAGE_CREATE", "s": 1, "d": message})
        )
    [line] = log
    assert (line["event"], line["name"], line["id"]) == ("unreadable event", "MESSAGE_CREATE", "77")
    assert "secret" not in str(line)


@pytest.mark.parametrize("lost", [OSError(101, "unreachable"), discord.GatewayNotFound()])
def test_a_lost_connection_is_one_line_in_the_log(
    lost: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    silence_library_logs()
    logging.getLogger("discord.shard").error(
        "Attempting a reconnect for shard ID %s in %.2fs", 0, 1.5, exc_info=lost
    )
    [record] = caplog.records
    assert record.exc_info is None
    assert record.levelname == "WARNING"


async def test_the_exception_of_a_task_is_logged() -> None:
    async def fail() -> None:
        raise ValueError("lost")

    with capture_logs() as log:
        await asyncio.wait([start_task(fail(), "panel")])
        await asyncio.sleep(0)
    assert [(line["event"], line["happening"]) for line in log] == [("unexpected", "panel")]


def test_the_exception_of_a_task_of_a_library_is_logged() -> None:
    loop: Any = SimpleNamespace()
    with capture_logs() as log:
        log_loop_error(loop, {"message": "never retrieved", "exception": ValueError("lost")})
        log_loop_error(loop, {"message": "never retrieved", "exception": ConnectionError()})
        log_loop_error(loop, {"message": "unclosed"})
    assert [line["log_level"] for line in log] == ["error", "warning", "error"]
