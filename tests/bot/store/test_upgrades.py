"""A database of every schema since the first becomes one of today's, and its games go on."""

from pathlib import Path

import pytest

from bot.store import Store, address, matches
from bot.store.schema import MIGRATIONS, prepare, revisions
from tests.bot.service.club import Club
from tests.bot.store.old_databases import kept, revision, unpack

pytestmark = pytest.mark.file


def migrations_until(last: str, folder: Path) -> Path:
    """The migrations as they were when this schema was the newest."""
    versions = folder / "versions"
    versions.mkdir(parents=True)
    (folder / "env.py").symlink_to(MIGRATIONS / "env.py")
    for file in (MIGRATIONS / "versions").glob("v*"):
        if file.name[1:5] <= last:
            (versions / file.name).symlink_to(file)
    return folder


async def go_on(club: Club) -> None:
    """Somebody moves in every running game of a database that is in order."""
    assert await club.faults() == []
    async with club.store.read() as tx:
        running = await matches.running(tx)
        club.now = max(match.moved_at for match in running) + 60
    assert len(running) > 8
    for match in running:
        assert (await club.turn(match)).match.ply > match.ply
    assert len(await club.tell()) >= len(running)
    assert await club.faults() == []


@pytest.mark.parametrize("schema", revisions())
async def test_the_games_of_every_schema_go_on(schema: str, tmp_path: Path, unsynced: None) -> None:
    path = tmp_path / "halma.sqlite3"
    unpack(max(file for file in kept() if revision(file) <= schema), path)
    prepare(path, create=True, migrations=migrations_until(schema, tmp_path / schema))
    store = await Store.open(address(path))
    await go_on(Club(store))
    await store.close()


def test_a_database_of_the_first_schema_is_kept() -> None:
    assert revision(kept()[0]) == "0001"
