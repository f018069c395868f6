"""An empty database that is made once and copied for each test that wants one.

All tests together may take four minutes on two cores: no test opens a database of its own where `store`
will do, starts a bot where a service or a view will do, plays a game that a case file has, or sleeps.
"""

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.service.meeting import limits
from bot.service.play import offers
from bot.store import Store, address, connections


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database with all its tables."""
    made = tmp_path_factory.mktemp("template") / "halma.sqlite3"

    async def make() -> None:
        await (await Store.open(address(made))).close()

    asyncio.run(make())
    assert [file.name for file in made.parent.iterdir()] == [made.name]
    return made


@pytest.fixture(autouse=True)
def as_often_as_they_like(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time stands still in most tests: asking is limited only in those that are about it."""
    monkeypatch.setattr(limits, "AN_HOUR", 10**6)
    monkeypatch.setattr(limits, "RUNNING_AT_ONCE", 10**6)
    monkeypatch.setattr(offers, "AGAIN_AFTER", 0)


@pytest.fixture
def database(tmp_path: Path, template: Path) -> Path:
    """A copy of it that belongs to the test."""
    path = tmp_path / "halma.sqlite3"
    shutil.copy(template, path)
    return path


@pytest.fixture
def unsynced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for the disk: what a test has written need not outlive the machine."""
    pragmas = [pragma for pragma in connections.PRAGMAS if pragma != "synchronous = FULL"]
    monkeypatch.setattr(connections, "PRAGMAS", (*pragmas, "synchronous = OFF"))


@pytest.fixture
async def store(database: Path, unsynced: None) -> AsyncIterator[Store]:
    """It is open."""
    opened = await Store.open(address(database))
    yield opened
    await opened.close()
