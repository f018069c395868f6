"""Dump and restore of a database: from SQLite to PostgreSQL and back."""

import asyncio
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from bot import extension_points
from bot.operations import dump
from bot.store import Store, StoreError, address
from bot.store.driver.upgrades import CORE, MigrationFolder
from bot.store.tables import metadata
from tests import raw
from tests.bot.service.club import Club
from tests.bot.store.old_databases import stored_databases, unpack
from tests.bot.store.test_upgrades import go_on
from tests.postgres_server import Server

pytestmark = pytest.mark.check


async def exported(store: Store) -> list[str]:
    return await store.read(lambda tx: list(dump.export_lines(tx)))


async def filled(store: Store, lines: list[str]) -> int:
    return await store.write(dump.import_lines, lines)


def contents(store: Store) -> dict[str, list[tuple[object, ...]]]:
    """Return every row of every table."""
    return {
        name: sorted(
            (tuple(row.values()) for row in raw.look(store, f"SELECT * FROM {name}")), key=repr
        )
        for name in metadata.tables
    }


@pytest.fixture
async def full(tmp_path: Path, unsynced: None) -> Store:
    """A SQLite database with matches of many kinds."""
    unpack(stored_databases()[-1], tmp_path / "full.sqlite3")
    return await Store.open(address(tmp_path / "full.sqlite3"))


async def test_a_dump_moves_everything_to_postgresql_and_back(
    full: Store, store: Store, postgresql: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dump, "BATCH", 50)
    url = postgresql.database()
    target = await Store.open(url, files=tmp_path / "there")
    lines, before = await exported(full), contents(full)
    rows = sum(map(len, before.values()))
    assert rows > 500
    assert await filled(target, lines) == rows
    assert contents(target) == before
    assert sorted(await exported(target)) == sorted(lines)
    assert await filled(store, await exported(target)) == rows
    assert contents(store) == before
    for each in (target, store):
        await go_on(Club(each))
    numbers = [raw.look(each, "SELECT max(id) AS last FROM outbox") for each in (target, store)]
    assert numbers[0] == numbers[1]
    await asyncio.gather(target.close(), full.close())
    postgresql.drop(url)


async def test_ids_are_not_reused_after_a_restore(full: Store, store: Store) -> None:
    (last,) = raw.look(full, "SELECT max(id) AS id FROM outbox")
    raw.spoil(full, "DELETE FROM outbox")
    await filled(store, await exported(full))
    (delivered, *_) = await deliver_new_challenge(Club(store))
    assert delivered > last["id"]
    await full.close()


async def deliver_new_challenge(club: Club) -> list[int]:
    club.now += 10 * 86400  # so that interactions get new ids
    await club.challenge()
    return [row.id for row in await club.deliver()]


async def test_only_an_empty_database_can_be_restored_into(full: Store) -> None:
    lines = await exported(full)
    with pytest.raises(StoreError, match="not empty"):
        await filled(full, lines)
    await full.close()


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda lines: [], "ends early, after line 0"),
        (lambda lines: ["{}"], "not a Halma by Post export"),
        (lambda lines: ["Dear diary"], "Line 1 cannot be read"),
        (lambda lines: [lines[0].replace("00", "99"), *lines[1:]], "has schema 99"),
        (lambda lines: lines[:-1], "ends early"),
        (lambda lines: lines[: len(lines) // 2], "The file ends early"),
        (lambda lines: [*lines, lines[-1]], "more lines after the last one"),
        (
            lambda lines: [line for line in lines if line[0] == "{" or "{" not in line],
            "number of rows",
        ),
        (lambda lines: [*lines[:1], *lines[3:]], "should start the table"),
        (
            lambda lines: [line.replace('"Exported"', '"Exported",1') for line in lines],
            "complete row",
        ),
        (lambda lines: [line.replace('"Exported"', "[]") for line in lines], "cannot be imported"),
        (lambda lines: [line.replace('"locale"', '"tongue"') for line in lines], "should start"),
        (
            lambda lines: [
                lines[0].replace('"extensions":{', '"extensions":{"chess":null,'),
                *lines[1:],
            ],
            "extensions that are not installed here: chess",
        ),
        (
            lambda lines: [lines[0].replace("extensions", "extras"), *lines[1:]],
            "should list the extensions",
        ),
    ],
)
async def test_an_invalid_dump_changes_nothing(
    store: Store,
    template: Path,
    tmp_path: Path,
    spoil: Callable[[list[str]], list[str]],
    message: str,
) -> None:
    await Club(store).challenge()
    raw.spoil(store, "UPDATE players SET name = 'Exported' WHERE id = 11")
    other = await Store.open(address(Path(shutil.copy(template, tmp_path / "empty.sqlite3"))))
    before = contents(other)
    with pytest.raises(StoreError, match=message) as refused:
        await filled(other, spoil(await exported(store)))
    assert str(refused.value).endswith(".")
    assert contents(other) == before
    await other.close()


async def test_tables_of_extensions_that_were_not_installed_stay_empty(
    full: Store, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, left_out = "chess", frozenset({"blocks"})
    monkeypatch.setattr(dump, "tables_of_extension", {name: left_out}.__getitem__)
    lines, blocks = await exported(full), contents(full)["blocks"]
    assert blocks
    start = next(number for number, line in enumerate(lines) if '"table":"blocks"' in line)
    end = json.loads(lines[-1])
    del end["rows"]["blocks"]
    without = [*lines[:start], *lines[start + 1 + len(blocks) : -1], json.dumps(end)]
    monkeypatch.setattr(
        dump.extension_points, "names", lambda: (*json.loads(lines[0])["extensions"], name)
    )
    await filled(store, without)
    assert contents(store) == {**contents(full), "blocks": []}
    await full.close()


async def test_a_dump_that_only_names_the_extensions_is_still_read(
    full: Store, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    head, *rest = await exported(full)
    values = json.loads(head)
    # It is from a time at which no extension had migrations of its own.
    monkeypatch.setattr(dump, "_extensions", lambda: dict.fromkeys(values["extensions"]))
    names = json.dumps({**values, "extensions": list(values["extensions"])})
    await filled(store, [names, *rest])
    assert contents(store) == contents(full)
    await full.close()


NAME = extension_points.names()[0]


@pytest.mark.parametrize(
    ("written", "installed", "sentences"),
    [
        ("0001", "0002", "has schema 0001 of .*, the installed version has 0002. Upgrade the"),
        (None, "0001", "has schema 0000 of .*, the installed version has 0001. Upgrade the"),
        ("0003", "0002", "has schema 0003 of .*, the installed version has 0002. Install the"),
        ("0001", None, "has schema 0001 of .*, the installed version has 0000. Install the"),
    ],
)
async def test_a_dump_with_another_schema_of_an_extension_is_refused(
    store: Store,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    written: str | None,
    installed: str | None,
    sentences: str,
) -> None:
    install(monkeypatch, tmp_path / "there", written)
    lines = await exported(store)
    assert json.loads(lines[0])["extensions"][NAME] == written
    assert await filled(store, lines) == 0
    install(monkeypatch, tmp_path / "here", installed)
    with pytest.raises(StoreError, match=sentences) as refused:
        await filled(store, lines)
    assert f"of the extension {NAME}" in str(refused.value)
    assert str(refused.value).endswith(".")


def install(monkeypatch: pytest.MonkeyPatch, folder: Path, newest: str | None) -> None:
    """Give an extension migrations up to this revision, as if they had been run."""
    folder.mkdir()
    numbers = range(1, int(newest or "0") + 1)
    for number in numbers:
        (folder / f"v{number:04}_sample.py").touch()
    migrations = [MigrationFolder(folder, NAME)] if newest else []
    monkeypatch.setattr(dump, "installed_migrations", lambda: [CORE, *migrations])
