"""Fixtures of PostgreSQL databases."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.store import Store
from bot.store.driver.shard_locks import Shards
from tests.postgres_server import Server


@pytest.fixture
def url(postgresql: Server) -> Iterator[str]:
    made = postgresql.database()
    yield made
    postgresql.drop(made)


@pytest.fixture
async def two(url: str, tmp_path: Path) -> AsyncIterator[list[Store]]:
    """Two stores on one database, which simulate two processes."""
    stores = [
        await Store.open(url, alone=True, files=tmp_path / "halma", shards=Shards((shard,), 2))
        for shard in range(2)
    ]
    yield stores
    for store in stores:
        await store.close()
