"""An empty database that is made once and copied for each test that wants one."""

import asyncio
import shutil
from pathlib import Path

import pytest

from bot.service.meeting import limits
from bot.service.play import offers
from bot.store import Store, address


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database with all its tables."""
    made = tmp_path_factory.mktemp("template") / "halma.sqlite3"
    copy = made.with_name("copy.sqlite3")

    async def make() -> None:
        store = await Store.open(address(made))
        try:
            await store.backup(copy)
        finally:
            await store.close()

    asyncio.run(make())
    return copy


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
