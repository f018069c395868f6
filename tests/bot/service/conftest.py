"""A real database in a file, and people who play in it."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import Store, address
from tests.bot.service.club import Club


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file that the first test makes and the others copy: migrating takes a tenth of a second."""
    return tmp_path_factory.mktemp("empty") / "halma.sqlite3"


@pytest.fixture
async def store(tmp_path: Path, empty_database: Path) -> AsyncIterator[Store]:
    path = tmp_path / "halma.sqlite3"
    if empty_database.exists():
        shutil.copy(empty_database, path)
    opened = await Store.open(address(path))
    if not empty_database.exists():
        await opened.backup(empty_database)
    yield opened
    await opened.close()


@pytest.fixture
def club(store: Store) -> Club:
    return Club(store)
