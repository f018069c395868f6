"""Schemas of old, new, damaged and foreign databases."""

import asyncio
import random
import re
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine
from sqlalchemy.pool import StaticPool

from bot.store import Store, StoreError, address
from bot.store.driver.schema import database_revisions
from bot.store.driver.upgrades import CORE, SCRIPTS, MigrationFolder
from bot.store.tables import metadata
from tests import raw
from tests.extensions import MISSING_TABLES
from tests.patience import HANGS_AFTER

pytestmark = pytest.mark.file


NEXT = '''
"""A migration of a later version, for the tests."""

from alembic import op

revision = "9999"
down_revision = "{newest}"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("ALTER TABLE players ADD COLUMN zone TEXT")
    {more}
'''


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "halma.sqlite3"


def later(tmp_path: Path, more: str = "pass") -> list[MigrationFolder]:
    """Write all current migrations of the core and one more, and return their folder."""
    folder = tmp_path / "100% later"
    shutil.copytree(CORE.path, folder)
    newest = CORE.revisions()[-1]
    (folder / "v9999_later.py").write_text(NEXT.format(newest=newest, more=more))
    return [MigrationFolder(folder)]


def columns(path: Path) -> list[str]:
    connection = sqlite3.connect(path)
    columns = [row[1] for row in connection.execute("PRAGMA table_info(players)")]
    connection.close()
    return columns


def contents(path: Path) -> bytes:
    return path.read_bytes()


def fill(path: Path, contents: bytes) -> None:
    path.write_bytes(contents)


async def with_one_player(path: Path) -> None:
    await (await Store.open(address(path))).close()
    raw.spoil(path, "INSERT INTO players (id, name, locale, created) VALUES (1, 'Ada', NULL, 0)")


async def refusal(path: Path, **more: list[MigrationFolder]) -> str:
    with pytest.raises(StoreError) as refused:
        await Store.open(address(path), **more)
    sentence = str(refused.value)
    assert sentence.startswith(f"The database {path} ")
    assert sentence.endswith(".")
    return sentence


def test_the_migrations_create_the_tables_of_the_metadata(database: Path) -> None:
    made, wanted = sqlite3.connect(database), sqlite3.connect(":memory:")
    engine = create_engine("sqlite://", creator=lambda: wanted, poolclass=StaticPool)
    metadata.create_all(engine)
    present = definitions(made)
    assert {table: present[table] for table in present.keys() - of_missing(made)} == definitions(
        wanted
    )
    engine.dispose()
    made.close()


def of_missing(connection: sqlite3.Connection) -> set[str]:
    """Return the tables and indexes of extensions that are not installed."""
    rows = connection.execute("SELECT name, tbl_name FROM sqlite_master")
    return {name for name, table in rows if table in MISSING_TABLES}


def definitions(connection: sqlite3.Connection) -> dict[str, list[str]]:
    """Return the sorted columns and constraints of each table and index."""
    rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE name NOT LIKE '%alembic%'")
    return {name: sorted(parts(sql or "")) for name, sql in rows}


def parts(sql: str) -> list[str]:
    """Split a definition at its outer parentheses and the commas inside them."""
    parts, depth = [""], 0
    for letter in " ".join(sql.replace(chr(34), "").split()):
        depth += (letter == "(") - (letter == ")")
        if (letter in ",(" and depth == 1) or (letter == ")" and depth == 0):
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def test_revisions_are_read_from_the_file_names() -> None:
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    script = ScriptDirectory.from_config(config)
    assert script.get_heads() == CORE.revisions()[-1:]
    assert sorted(known.revision for known in script.walk_revisions()) == CORE.revisions()


@pytest.mark.check
def test_alembic_is_imported_only_for_a_migration(path: Path) -> None:
    opens = (
        "import asyncio, sys; from bot.store import Store\n"
        "async def once(): await (await Store.open(sys.argv[1])).close()\n"
        "asyncio.run(once()); print('alembic' in sys.modules)"
    )
    modules = [
        subprocess.run(
            [sys.executable, "-c", opens, address(path)], capture_output=True, text=True, check=True
        ).stdout.strip()
        for _ in range(2)
    ]
    assert modules == ["True", "False"]


@pytest.mark.check
async def test_opening_an_up_to_date_database_changes_nothing(path: Path) -> None:
    await with_one_player(path)
    before = contents(path)
    await (await Store.open(address(path))).close()
    assert contents(path) == before


@pytest.mark.check
async def test_an_older_database_is_upgraded_and_keeps_its_rows(path: Path, tmp_path: Path) -> None:
    await with_one_player(path)
    await (await Store.open(address(path), migrations=later(tmp_path))).close()
    assert raw.look(path, "SELECT name, zone FROM players") == [{"name": "Ada", "zone": None}]


@pytest.mark.check
async def test_a_failed_upgrade_leaves_the_database_unchanged(path: Path, tmp_path: Path) -> None:
    await with_one_player(path)
    before = columns(path)
    broken = later(tmp_path, 'op.execute("UPDATE players SET nonsense = 1")')
    assert "nonsense" in await refusal(path, migrations=broken)
    assert columns(path) == before
    await (await Store.open(address(path))).close()


@pytest.mark.check
async def test_an_upgrade_that_breaks_references_is_refused(path: Path, tmp_path: Path) -> None:
    await with_one_player(path)
    await (await Store.open(address(path))).close()
    raw.spoil(
        path,
        "INSERT INTO challenges (id, challenger, variant, note, status, channel, created, "
        "expires_at) VALUES (1, 1, 'halma', '', 'open', 5, 0, 9)",
    )
    careless = later(tmp_path, 'op.execute("DELETE FROM players")')
    assert "refer to rows that are missing" in await refusal(path, migrations=careless)
    assert "zone" not in columns(path)


@pytest.mark.check
async def test_a_newer_database_is_refused_with_a_sentence(path: Path, tmp_path: Path) -> None:
    await (await Store.open(address(path), migrations=later(tmp_path))).close()
    sentence = await refusal(path)
    assert "newer version" in sentence
    assert "9999" in sentence


async def test_the_database_of_another_program_is_refused(path: Path) -> None:
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE recipes (title TEXT)")
    other.close()
    assert "another program" in await refusal(path)


async def test_a_file_that_is_not_a_database_is_refused_and_unchanged(path: Path) -> None:
    fill(path, b"Dear diary, " * 500)
    assert "file is not a database" in await refusal(path)
    assert contents(path) == b"Dear diary, " * 500


async def damage_of(path: Path) -> str:
    """Return the error raised on opening the store, or the damage found by a check.

    Returns "None" if the database is intact.
    """
    try:
        store = await Store.open(address(path))
    except StoreError as error:
        return str(error)
    try:
        return str(await store.database.damage())
    finally:
        await store.close()


@pytest.mark.check
async def test_damage_is_reported_on_opening_or_by_a_check(path: Path) -> None:
    await with_one_player(path)
    raw.spoil(path, "VACUUM")  # VACUUM removes free pages, where damage would not be noticed
    whole = contents(path)
    for start in range(4096, len(whole), 4096):
        hurt = bytearray(whole)
        hurt[start : start + 4096] = b"\xff" * 4096
        fill(path, bytes(hurt))
        assert await damage_of(path) != "None"
    fill(path, whole[: len(whole) // 2])
    assert await damage_of(path) != "None"


@pytest.mark.check
async def test_noise_in_the_schema_is_reported_in_a_sentence(path: Path) -> None:
    """SQLite's error message may quote bytes that cannot be decoded."""
    await with_one_player(path)
    raw.spoil(path, "VACUUM")  # the migrations leave copies of old definitions between the rows
    whole, rng = contents(path), random.Random(4)
    places = [match.start() for match in re.finditer(b"CREATE ", whole)]
    for start in rng.sample(places, 25):
        hurt = bytearray(whole)
        hurt[start : start + 24] = bytes(rng.randrange(0x80, 0x100) for _ in range(24))
        fill(path, bytes(hurt))
        assert await damage_of(path) != "None"


@pytest.mark.check
async def test_opening_a_large_file_reads_little_and_locks_nothing(path: Path) -> None:
    await with_one_player(path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    async with asyncio.timeout(HANGS_AFTER):
        await (await Store.open(address(path))).close()
    other.close()


@pytest.mark.parametrize("contents", [None, b"", b"x", b"Dear diary, " * 500])
async def test_a_database_is_created_only_with_permission(
    path: Path, contents: bytes | None
) -> None:
    if contents is not None:
        fill(path, contents)
    with pytest.raises(StoreError, match=r"does not exist|is empty|not a database") as refused:
        await Store.open(address(path), create=False)
    assert str(refused.value).endswith(".")
    assert (path.read_bytes() if path.exists() else None) == contents  # noqa: ASYNC240


@pytest.mark.check
async def test_without_permission_to_create_an_older_database_is_unchanged(
    path: Path, tmp_path: Path
) -> None:
    await with_one_player(path)
    before = contents(path)
    with pytest.raises(StoreError, match="older version"):
        await Store.open(address(path), create=False, migrations=later(tmp_path))
    assert contents(path) == before
    assert database_revisions(path) == {"alembic_version": CORE.revisions()[-1]}


@pytest.mark.check
async def test_an_empty_file_becomes_a_database(path: Path) -> None:
    fill(path, b"")
    await (await Store.open(address(path))).close()
    assert "name" in columns(path)


async def test_a_folder_is_no_database(tmp_path: Path) -> None:
    assert "directory" in await refusal(tmp_path)
    (tmp_path / "file").touch()
    assert "cannot be used" in await refusal(tmp_path / "file" / "halma.sqlite3")


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("sqlite+aiosqlite://", "must be a file"),
        ("sqlite+aiosqlite:///:memory:", "must be a file"),
        ("postgresql:///halma?host=/nowhere", "The database halma on /nowhere cannot be used"),
        ("mysql://host/halma", "Only SQLite and PostgreSQL are supported, not mysql"),
        ("nonsense", "is not the address of a database"),
    ],
)
async def test_an_unsupported_database_url_is_refused(url: str, message: str) -> None:
    with pytest.raises(StoreError, match=message):
        await Store.open(url)
