"""Backups, which are checked before they are renamed, and log truncation."""

import os
import sqlite3
import stat
from pathlib import Path

import pytest
from sqlalchemy import delete

from bot.operations import backup
from bot.store import Store, StoreError, address
from bot.store.driver import schema
from bot.store.driver.statement import Statement
from bot.store.tables.players import players
from tests import raw
from tests.bot.store.statements import PERSON
from tests.transactions import reading, writing

pytestmark = pytest.mark.file


SECRET = "Zenobia Xylander's little secret"
ADD = Statement(PERSON)
DELETE = Statement(delete(players))


async def add(store: Store, player: int, name: str = "") -> None:
    with writing(store) as tx:
        tx.run(ADD, id=player, name=name, created=0, seen_at=0)


def copies_in(folder: Path) -> list[str]:
    """Return the names of complete and incomplete copies."""
    return [name for name in os.listdir(folder) if name.startswith("copy")]


def people(path: Path) -> list[int]:
    return [row["id"] for row in raw.look(path, "SELECT id FROM players ORDER BY id")]


async def test_a_copy_is_a_whole_private_database(store: Store, tmp_path: Path) -> None:
    await add(store, 1)
    copy = tmp_path / "it's a copy"
    backup.back_up(store.path, copy)
    await add(store, 2)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert people(copy) == [1]
    assert [name for name in os.listdir(tmp_path) if "copy" in name] == ["it's a copy"]
    await (await Store.open(address(copy), create=False)).close()


async def test_a_copy_never_replaces_a_file(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "there"
    folder.write_text("precious")
    with pytest.raises(StoreError, match="File exists"):
        backup.back_up(store.path, folder)
    assert folder.read_text() == "precious"
    with pytest.raises(StoreError, match="No such file"):
        backup.back_up(store.path, tmp_path / "nowhere" / "copy")


async def test_a_copy_does_not_wait_for_a_writer(store: Store, tmp_path: Path) -> None:
    with writing(store) as tx:
        tx.run(ADD, id=1, name="", created=0, seen_at=0)
        backup.back_up(store.path, tmp_path / "copy")
    assert people(tmp_path / "copy") == []


async def test_an_incomplete_copy_is_replaced(store: Store, tmp_path: Path) -> None:
    (tmp_path / "copy.part").write_text("half")
    backup.back_up(store.path, tmp_path / "copy")
    assert people(tmp_path / "copy") == []
    assert not (tmp_path / "copy.part").exists()


async def test_a_copy_gets_its_name_only_after_it_is_synced_and_checked(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    copy, part = tmp_path / "copy", tmp_path / "copy.part"
    sync, damage = backup._fsync, schema.find_damage

    def synced(path: Path) -> None:
        done.append(f"sync {path.name} {copy.exists()}")
        sync(path)

    def looked(path: Path) -> str | None:
        done.append(f"check {path.name} {copy.exists()}")
        return damage(path)

    monkeypatch.setattr(backup, "_fsync", synced)
    monkeypatch.setattr(schema, "find_damage", looked)
    backup.back_up(store.path, copy)
    assert done == [
        f"sync {part.name} False",
        f"check {part.name} False",
        f"sync {tmp_path.name} True",
    ]


async def test_a_damaged_copy_is_removed(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema, "find_damage", lambda path: "page 3 is torn")
    with pytest.raises(StoreError, match="cannot be created: page 3 is torn"):
        backup.back_up(store.path, tmp_path / "copy")
    assert copies_in(tmp_path) == []


async def test_a_failed_copy_leaves_no_file(store: Store, tmp_path: Path) -> None:
    os.truncate(store.path, 4096)
    with pytest.raises(StoreError, match="malformed"):
        backup.back_up(store.path, tmp_path / "copy")
    assert copies_in(tmp_path) == []


@pytest.mark.parametrize("contents", [None, b"", b"x", b"Dear diary, " * 500])
def test_a_file_that_is_not_a_database_is_not_copied(
    tmp_path: Path, contents: bytes | None
) -> None:
    source = tmp_path / "halma.sqlite3"
    if contents is not None:
        source.write_bytes(contents)
    with pytest.raises(StoreError):
        backup.back_up(source, tmp_path / "copy")
    assert copies_in(tmp_path) == []


def traces(store: Store) -> dict[str, int]:
    """Return how often each database file contains the secret.

    Files without it are left out.
    """
    files = store.path.parent.glob(f"{store.path.name}*")
    return {file.name: count for file in files if (count := file.read_bytes().count(b"Zenobia"))}


async def test_deleted_data_leaves_the_write_ahead_log(store: Store) -> None:
    await add(store, 1, SECRET)
    with writing(store) as tx:
        tx.run(DELETE)
    assert traces(store)
    assert await store.database.truncate_log()
    assert traces(store) == {}
    await add(store, 2)


async def test_a_log_still_in_use_is_not_truncated_and_nobody_waits(store: Store) -> None:
    await add(store, 1, SECRET)
    with reading(store) as tx:
        assert tx.value(Statement(players.select())) == 1
        await add(store, 2)
        assert not await store.database.truncate_log()
        await add(store, 3)
    with writing(store) as tx:
        tx.run(ADD, id=4, name="", created=0, seen_at=0)
        assert not await store.database.truncate_log()
    assert await store.database.truncate_log()
    assert people(store.path) == [1, 2, 3, 4]


async def test_damaged_pages_are_found_without_blocking_others(store: Store) -> None:
    with writing(store) as tx:
        tx.many(
            ADD, [{"id": n, "name": "x" * 500, "created": 0, "seen_at": 0} for n in range(1, 99)]
        )
        assert await store.database.damage() is None
    await store.database.truncate_log()
    pages = store.path.stat().st_size // 4096
    with store.path.open("r+b") as file:
        for page in range(pages - 5, pages):
            file.seek(page * 4096)
            file.write(b"\xff" * 64)
    assert await store.database.damage() is not None


def test_checking_for_damage_does_not_create_a_missing_file(tmp_path: Path) -> None:
    assert schema.find_damage(tmp_path / "nothing") is not None
    assert os.listdir(tmp_path) == []
    with pytest.raises(sqlite3.OperationalError):
        schema._reader(tmp_path / "nothing").execute("SELECT 1 FROM sqlite_schema")
