"""Fixtures: a simulated Discord for each test, and checks of its requests."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import discord
import pytest
import structlog
from structlog.testing import capture_logs

from bot.service import position_cache
from bot.service.actions import agreements
from bot.service.clock import time_control
from bot.service.jobs import scheduler
from bot.service.match import downtime
from bot.store import Store
from bot.store.guilds import guild_setting_rows
from tests.bot.bodies import faults
from tests.e2e import simulator
from tests.e2e.table import Table, new_client
from tests.transactions import writing

SETTLE_SECONDS = 20.0
"""Maximum time in which all work of a bot must be done, unless it waits for a later time."""


@pytest.fixture(autouse=True)
def strange_games() -> None:
    """Clear the position cache, so that it holds no matches of another test."""
    position_cache.clear_cache()


@pytest.fixture
def log() -> Iterator[list[Any]]:
    """Capture the bot's log, whatever logging an earlier test has configured."""
    structlog.reset_defaults()
    with capture_logs() as lines:
        yield lines


@dataclass
class Registered:
    """Commands registered by the first bot, so that later bots need not register them."""

    commands: dict[tuple[str, int], dict[str, Any]] = field(default_factory=dict)
    """The commands as Discord stores them."""
    noted: str = ""
    """The contents of the bot's file about registered commands."""

    def known(self, world: simulator.Env, file: Path) -> None:
        """Add the registered commands to this world, with the ids that it would assign."""
        given = [str(world.backend.snowflake()) for _ in self.commands]
        assert given == [command["id"] for command in self.commands.values()]
        world.backend.commands[None] = dict(self.commands)
        file.write_text(self.noted)


@pytest.fixture(scope="session")
def registered() -> Registered:
    """Share the registered commands, so that only the first bot registers them."""
    return Registered()


@pytest.fixture
async def env(
    store: Store, log: list[Any], registered: Registered, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[simulator.Env]:
    # With its usual value, each of these would add wakeups to the simulated world.
    monkeypatch.setattr(downtime, "HEARTBEAT_SECONDS", 86400)
    monkeypatch.setattr(time_control, "IGNORED_DOWNTIME", 2 * 86400)
    monkeypatch.setattr(scheduler, "MAX_SLEEP", 86400)
    client = new_client(None, store)
    world = simulator.Env(client, settle_timeout=SETTLE_SECONDS)
    monkeypatch.setattr(asyncio, "sleep", simulated_sleep(world))
    client.__dict__["worlds"].append(world)
    note = store.path.with_name(f"{store.path.name}.commands")
    if registered.commands:
        registered.known(world, note)
    await world.start()
    registered.commands = world.backend.commands[None]
    registered.noted = note.read_text()
    yield world
    await world.shutdown()
    faults = [fault for sent in world.http_requests if sent.json for fault in _faults(sent.json)]
    assert faults == []


def simulated_sleep(world: simulator.Env) -> Callable[..., Coroutine[Any, Any, Any]]:
    """Return a function that sleeps, if long, in simulated time only.

    Otherwise a test that takes longer than a sleep would wait for its end, on a slow machine only.
    """
    sleep = asyncio.sleep

    async def sleep_in_the_world(seconds: float, result: Any = None) -> Any:
        if seconds < SETTLE_SECONDS:
            return await sleep(seconds, result)
        try:
            return await world.external_wait(sleep(seconds, result), reason="a later time")
        except simulator.SetupError:  # a task of the test, not of the bot
            return await sleep(seconds, result)

    return sleep_in_the_world


def _faults(body: Any) -> list[str]:
    return faults(body) if isinstance(body, dict) else []


@pytest.fixture
async def table(env: simulator.Env, store: Store, log: list[Any]) -> AsyncIterator[Table]:
    guild = env.create_guild("Halma Club")
    channel = guild.create_text_channel("halma")
    people = [
        guild.add_member(env.create_user(name.lower(), global_name=name))
        for name in ("Ada", "Bruno", "Chen", "Dara")
    ]
    table = Table(env, store, channel, *people)
    with writing(store) as tx:  # most tests play in the channel, not in a thread
        guild_setting_rows.set_setting(tx, guild.id, "threads", "off")
    yield table
    assert [error for error in env.errors if not isinstance(error, table.expected)] == []
    assert [line for line in log if line["event"] == "unexpected"] == []


@pytest.fixture
def early_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow draw offers from the start, so that tests need fewer moves."""
    monkeypatch.setattr(agreements, "FIRST_ROUNDS", 0)


@pytest.fixture
def host(table: Table) -> simulator.MemberActor:
    """Return a member with the Manage Server permission."""
    guild = table.channel.guild
    role = guild.create_role("host", permissions=discord.Permissions(manage_guild=True))
    return guild.add_member(table.env.create_user("host"), roles=[role])
