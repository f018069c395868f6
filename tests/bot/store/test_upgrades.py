"""A database of every schema since the first becomes one of today's, and its games go on."""

from pathlib import Path

import asyncpg
import pytest

from bot.store import Store, address, matches
from bot.store.postgres import Server as Database
from bot.store.schema import MIGRATIONS, prepare, revisions
from bot.store.tables import metadata
from tests import raw
from tests.bot.service.club import Club
from tests.bot.store.old_databases import KEPT, kept, revision, unpack
from tests.postgres_server import Server

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


async def test_the_games_of_the_first_schema_go_on_where_they_are_on_a_server(
    tmp_path: Path, postgresql: Server
) -> None:
    unpack(kept()[0], tmp_path / "first.sqlite3")
    url = postgresql.empty()
    server = Database(url, tmp_path / "there")
    first = migrations_until(revisions()[0], tmp_path / "first")
    await server.prepare(create=True, alone=False, migrations=first)
    await copied(tmp_path / "first.sqlite3", url)
    store = await Store.open(url, files=tmp_path / "there")
    await go_on(Club(store))
    await store.close()
    postgresql.drop(url)


async def copied(path: Path, url: str) -> None:
    """The rows of a file, in a server's database of the same tables."""
    connection = await asyncpg.connect(url)
    for table in metadata.sorted_tables:
        there = await connection.fetchval("SELECT to_regclass($1)", table.name)
        if there is None:
            continue
        if rows := raw.look(path, f"SELECT * FROM {table.name}"):
            names = ", ".join(f'"{name}"' for name in rows[0])
            places = ", ".join(f"${number}" for number in range(1, len(rows[0]) + 1))
            await connection.executemany(
                f"INSERT INTO {table.name} ({names}) VALUES ({places})",
                [tuple(row.values()) for row in rows],
            )
        if (number := table.autoincrement_column) is not None:
            await connection.execute(
                f"SELECT setval(pg_get_serial_sequence('{table.name}', '{number.name}'), "
                f"(SELECT coalesce(max({number.name}), 0) + 1 FROM {table.name}))"
            )
    await connection.close()


def test_a_database_of_the_first_schema_is_kept() -> None:
    assert revision(kept()[0]) == "0001"


def test_rated_games_are_kept_when_their_weight_goes(tmp_path: Path) -> None:
    path = tmp_path / "halma.sqlite3"
    unpack(KEPT / "v0010.sqlite3.xz", path)
    raw.spoil(
        path,
        "INSERT INTO rated_games (match, finished_at, kind, guild, worldwide, half) "
        "SELECT id, 5, 'duel', 7, 1, 0 FROM matches",
    )
    raw.spoil(path, "INSERT INTO annulments (match, by, at) SELECT match, 11, 6 FROM rated_games")
    before = raw.look(path, "SELECT * FROM rated_games ORDER BY number")
    assert len(before) > 8
    prepare(path, create=True)
    after = raw.look(path, "SELECT * FROM rated_games ORDER BY number")
    assert [{**row, "half": 0} for row in after] == before
    assert "half" not in after[0]
    assert raw.look(path, "PRAGMA foreign_key_check") == []
