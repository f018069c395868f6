"""A real database in a file, and people who play in it."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.service.play import draws
from bot.store import Store, address
from tests.bot.service.club import Club


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A place where the first test leaves its empty database for the others to copy."""
    return tmp_path_factory.mktemp("migrated") / "halma.sqlite3"


@pytest.fixture
def database(tmp_path: Path, migrated: Path) -> Path:
    path = tmp_path / "halma.sqlite3"
    if migrated.exists():
        shutil.copy(migrated, path)
    return path


@pytest.fixture
async def store(database: Path, migrated: Path) -> AsyncIterator[Store]:
    first = not database.exists()  # noqa: ASYNC240
    opened = await Store.open(address(database))
    if first:
        await opened.backup(migrated)
    yield opened
    await opened.close()


@pytest.fixture
def club(store: Store) -> Club:
    return Club(store)


@pytest.fixture
def early_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draws may be offered from the beginning, so that a test need not play so long."""
    monkeypatch.setattr(draws, "FIRST_ROUNDS", 0)
