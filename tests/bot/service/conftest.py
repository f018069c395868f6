"""A real database in a file, and people who play in it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import Store, address
from tests.bot.service.club import Club


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(address(tmp_path / "halma.sqlite3"))
    yield opened
    await opened.close()


@pytest.fixture
def club(store: Store) -> Club:
    return Club(store)
