"""The simulated Discord for each test, and what must be true of everything that was sent."""

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import simcord
import structlog
from structlog.testing import capture_logs

from bot.service import position_cache
from bot.service.actions import draws
from bot.service.clock import time_control
from bot.service.jobs import scheduler
from bot.service.match import downtime
from bot.store import Store, guild_setting_rows
from tests.bot.bodies import faults
from tests.e2e.table import Table, new_client


@pytest.fixture(autouse=True)
def strange_games() -> None:
    """No game of another test's database is remembered."""
    position_cache.forget()


@pytest.fixture
def log() -> Iterator[list[Any]]:
    """What the bot has logged, whatever a test of the command line has set before."""
    structlog.reset_defaults()
    with capture_logs() as lines:
        yield lines


@dataclass
class Registered:
    """What the first bot has told Discord of its commands: the others find that it knows them."""

    commands: dict[tuple[str, int], dict[str, Any]] = field(default_factory=dict)
    """As Discord has them."""
    noted: str = ""
    """What the bot has noted of them."""

    def known(self, world: simcord.Env, file: Path) -> None:
        """Discord knows them, under the ids that it would give them in this world too."""
        given = [str(world.backend.snowflake()) for _ in self.commands]
        assert given == [command["id"] for command in self.commands.values()]
        world.backend.commands[None] = dict(self.commands)
        file.write_text(self.noted)


@pytest.fixture(scope="session")
def registered() -> Registered:
    """The commands are put into all languages and registered once, not at each start of a bot."""
    return Registered()


@pytest.fixture
async def env(
    store: Store, log: list[Any], registered: Registered, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[simcord.Env]:
    # Each of these is a step of the simulated world.
    monkeypatch.setattr(downtime, "BEAT", 86400)
    monkeypatch.setattr(time_control, "SHORT_ABSENCE", 2 * 86400)
    monkeypatch.setattr(scheduler, "LONGEST_SLEEP", 86400)
    client = new_client(None, store)
    world = simcord.Env(client, settle_timeout=20.0)
    client.__dict__["worlds"].append(world)
    note = store.path.with_name(f"{store.path.name}.commands")
    if registered.commands:
        registered.known(world, note)
    await world.start()
    registered.commands = world.backend.commands[None]
    registered.noted = note.read_text()
    yield world
    await world.shutdown()
    found = [fault for sent in world.http_requests if sent.json for fault in _faults(sent.json)]
    assert found == []


def _faults(body: Any) -> list[str]:
    return faults(body) if isinstance(body, dict) else []


@pytest.fixture
async def table(env: simcord.Env, store: Store, log: list[Any]) -> AsyncIterator[Table]:
    guild = env.create_guild("Halma Club")
    channel = guild.create_text_channel("halma")
    people = [
        guild.add_member(env.create_user(name.lower(), global_name=name))
        for name in ("Ada", "Bruno", "Chen", "Dara")
    ]
    table = Table(env, store, channel, *people)
    async with store.write() as tx:  # the games of most tests are in the channel
        await guild_setting_rows.choose(tx, guild.id, "threads", "off")
    yield table
    assert [error for error in env.errors if not isinstance(error, table.expected)] == []
    assert [line for line in log if line["event"] == "unexpected"] == []


@pytest.fixture
def early_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draws may be offered from the beginning, so that a test need not play so long."""
    monkeypatch.setattr(draws, "FIRST_ROUNDS", 0)
