"""Migrations of extensions run after the core's, with their own version tables."""

import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest

from bot.store import Store, StoreError
from bot.store.driver.upgrades import CORE, MigrationFolder
from tests import raw

pytestmark = pytest.mark.check

MIGRATION = '''
"""A migration for the tests."""

from alembic import op

revision = "{revision}"
down_revision = {before}


def upgrade() -> None:
    {work}
'''
CREATE = 'op.execute("CREATE TABLE memos (player BIGINT PRIMARY KEY)")'
ADD_TEXT = 'op.execute("ALTER TABLE memos ADD COLUMN text TEXT")'
ADD_TIME = 'op.execute("ALTER TABLE memos ADD COLUMN at BIGINT")'
NEXT_OF_THE_CORE = 'op.execute("ALTER TABLE players ADD COLUMN zone TEXT")'

Writing = Callable[..., MigrationFolder]
Opening = Callable[..., Any]


@pytest.fixture
def migrations_of(tmp_path: Path) -> Writing:
    """Return a function that writes migrations of an extension with this work."""
    numbers = count()

    def write(name: str, *works: str) -> MigrationFolder:
        path = tmp_path / f"{next(numbers)}: 100% of a;b"  # separators of lists of paths
        path.mkdir()
        for number, work in enumerate(works, 1):
            before = f'"{number - 1:04}"' if number > 1 else None
            source = MIGRATION.format(revision=f"{number:04}", before=before, work=work)
            (path / f"v{number:04}_sample.py").write_text(source, "utf-8")
        return MigrationFolder(path, name)

    return write


@pytest.fixture
def upgraded(games_at: str, tmp_path: Path) -> Opening:
    """Return a function that opens the database with the core and these migrations."""

    @asynccontextmanager
    async def opened(
        *migrations: MigrationFolder, core: MigrationFolder = CORE, create: bool = True
    ) -> AsyncIterator[Store]:
        store = await Store.open(
            games_at,
            create=create,
            files=tmp_path / "halma.sqlite3",
            migrations=[core, *migrations],
        )
        try:
            yield store
        finally:
            await store.close()

    return opened


def later_core(tmp_path: Path) -> MigrationFolder:
    """Return the migrations of the core and one more."""
    path = tmp_path / "core"
    path.mkdir()
    for file in CORE.path.glob("v*"):
        (path / file.name).symlink_to(file)
    source = MIGRATION.format(
        revision="9999", before=f'"{CORE.revisions()[-1]}"', work=NEXT_OF_THE_CORE
    )
    (path / "v9999_later.py").write_text(source, "utf-8")
    return MigrationFolder(path)


def revision_of(store: Store, name: str) -> str:
    (row,) = raw.look(store, f"SELECT version_num FROM alembic_version_{name}")
    return str(row["version_num"])


def has(store: Store, columns: str, table: str) -> bool:
    """Return whether a table exists and has these columns."""
    try:
        raw.look(store, f"SELECT {columns} FROM {table}")
    except (sqlite3.OperationalError, psycopg.ProgrammingError):
        return False
    return True


async def refusal(opening: Any) -> str:
    with pytest.raises(StoreError) as refused:
        async with opening:
            pass
    return str(refused.value)


async def test_an_extension_appears_is_upgraded_goes_away_and_comes_back(
    upgraded: Opening, migrations_of: Writing
) -> None:
    async with upgraded(migrations_of("memos", CREATE)) as store:
        assert revision_of(store, "memos") == "0001"
        raw.spoil(store, "INSERT INTO memos (player) VALUES (11)")
    async with upgraded(migrations_of("memos", CREATE, ADD_TEXT)) as store:
        assert revision_of(store, "memos") == "0002"
        assert raw.look(store, "SELECT * FROM memos") == [{"player": 11, "text": None}]
    async with upgraded() as store:
        raw.spoil(store, "UPDATE memos SET text = 'kept'")
        assert revision_of(store, "memos") == "0002"
    async with upgraded(migrations_of("memos", CREATE, ADD_TEXT, ADD_TIME)) as store:
        assert revision_of(store, "memos") == "0003"
        assert raw.look(store, "SELECT * FROM memos") == [
            {"player": 11, "text": "kept", "at": None}
        ]


async def test_extensions_have_revisions_of_their_own(
    upgraded: Opening, migrations_of: Writing
) -> None:
    pets = migrations_of("pets", 'op.execute("CREATE TABLE pets (player BIGINT)")')
    async with upgraded(migrations_of("memos", CREATE, ADD_TEXT), pets) as store:
        assert (revision_of(store, "memos"), revision_of(store, "pets")) == ("0002", "0001")
        assert raw.look(store, "SELECT version_num FROM alembic_version") == [
            {"version_num": CORE.revisions()[-1]}
        ]


async def test_an_extension_is_upgraded_after_the_core(
    upgraded: Opening, migrations_of: Writing, tmp_path: Path
) -> None:
    needs_it = migrations_of("memos", "op.execute(\"UPDATE players SET zone = 'UTC'\")")
    async with upgraded(needs_it, core=later_core(tmp_path)) as store:
        assert raw.look(store, "SELECT version_num FROM alembic_version") == [
            {"version_num": "9999"}
        ]


@pytest.mark.parametrize(
    ("work", "reason"),
    [
        ('op.execute("UPDATE memos SET nonsense = 1")', "nonsense"),
        ('raise ValueError("the memos are odd")', "the memos are odd"),
        ("raise LookupError", "LookupError"),
        ("import halma_nowhere", "No module named 'halma_nowhere'"),
    ],
)
async def test_a_failed_migration_of_an_extension_undoes_the_whole_upgrade(
    upgraded: Opening, migrations_of: Writing, tmp_path: Path, work: str, reason: str
) -> None:
    pets = migrations_of("pets", 'op.execute("CREATE TABLE pets (player BIGINT)")')
    broken = migrations_of("memos", CREATE, work)
    sentence = await refusal(upgraded(pets, broken, core=later_core(tmp_path)))
    assert "cannot be upgraded for the extension memos" in sentence
    assert reason in sentence
    assert sentence.endswith("the bot can start without the extension.")
    async with upgraded() as store:
        assert has(store, "name", "players")
        for columns, table in (("zone", "players"), ("*", "pets"), ("*", "memos")):
            assert not has(store, columns, table)
        for name in ("pets", "memos"):
            assert not has(store, "*", f"alembic_version_{name}")


async def test_tables_of_a_newer_extension_are_refused(
    upgraded: Opening, migrations_of: Writing
) -> None:
    async with upgraded(migrations_of("memos", CREATE, ADD_TEXT)):
        pass
    sentence = await refusal(upgraded(migrations_of("memos", CREATE)))
    assert "was written by a newer version of the extension memos" in sentence
    assert "its schema is 0002, the installed version knows up to 0001" in sentence


async def test_without_permission_to_create_nothing_is_upgraded(
    upgraded: Opening, migrations_of: Writing
) -> None:
    first, second = migrations_of("memos", CREATE), migrations_of("memos", CREATE, ADD_TEXT)
    sentence = await refusal(upgraded(first, create=False))
    assert "was written without the migrations of the extension memos" in sentence
    async with upgraded(first):
        pass
    sentence = await refusal(upgraded(second, create=False))
    assert "was written by an older version of the extension memos" in sentence
    assert "its schema is 0001, the installed version's is 0002" in sentence
    assert "run `halma-bot db upgrade`" in sentence
    async with upgraded(first, create=False) as store:
        assert revision_of(store, "memos") == "0001"


async def test_a_migration_that_breaks_references_is_refused(
    upgraded: Opening, migrations_of: Writing
) -> None:
    async with upgraded() as store:
        raw.spoil(store, "INSERT INTO players (id, name, created) VALUES (1, 'Ada', 0)")
        raw.spoil(store, "INSERT INTO blocks (player, blocked, at) VALUES (1, 1, 0)")
    await refusal(upgraded(migrations_of("memos", 'op.execute("DELETE FROM players")')))
    async with upgraded() as store:
        assert len(raw.look(store, "SELECT id FROM players WHERE id = 1")) == 1
