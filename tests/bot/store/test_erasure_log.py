"""Erasure log: after a restore, only the players in the log are erased again."""

import stat
from pathlib import Path

import pytest
from sqlalchemy import bindparam, delete

from bot.operations import backup
from bot.store import Store, address
from bot.store.driver.statement import Statement
from bot.store.players import erasure_log
from bot.store.tables.players import players
from tests.bot.store.statements import PERSON
from tests.transactions import reading, writing

ADD = Statement(PERSON)
DELETE = Statement(delete(players).where(players.c.id == bindparam("id")))
ADA, BRUNO = 987_654_321_012_345_678, 987_654_321_012_345_679


@pytest.fixture
async def store(store: Store) -> Store:
    with writing(store) as tx:
        for player in (ADA, BRUNO):
            tx.run(ADD, id=player, name="", created=100, seen_at=0)
    return store


async def again(store: Store) -> list[int]:
    with reading(store) as tx:
        return erasure_log.to_erase_again(tx, store.path)


async def test_without_erasures_nobody_is_erased_again(store: Store) -> None:
    assert await again(store) == []


@pytest.mark.check
@pytest.mark.file
async def test_an_erased_player_is_found_in_a_restored_copy(store: Store, tmp_path: Path) -> None:
    backup.back_up(store.path, tmp_path / "restored.sqlite3")
    with writing(store) as tx:
        erasure_log.record(store.path, [ADA], 200)
        tx.run(DELETE, id=ADA)
    assert await again(store) == []
    await store.close()
    (tmp_path / "restored.sqlite3").rename(store.path)
    restored = await Store.open(address(store.path))
    assert await again(restored) == [ADA]
    await restored.close()


async def test_a_player_who_came_back_after_erasure_is_kept(store: Store) -> None:
    erasure_log.record(store.path, [ADA], 100)
    erasure_log.record(store.path, [BRUNO], 101)
    assert await again(store) == [BRUNO]
    erasure_log.record(store.path, [ADA], 300)
    assert await again(store) == [ADA, BRUNO]


async def test_the_log_contains_no_ids_and_is_readable_only_by_its_owner(store: Store) -> None:
    erasure_log.record(store.path, [ADA, BRUNO], 200)
    erasure_log.record(store.path, [ADA], 300)
    path = erasure_log.path_for(store.path)
    text = path.read_text()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert str(ADA) not in text
    salt, *lines = text.splitlines()
    assert len(lines) == 3
    assert lines[0].split()[0] == lines[2].split()[0] != lines[1].split()[0]
    other = store.path.with_name("other.sqlite3")
    erasure_log.record(other, [ADA], 200)
    assert erasure_log.path_for(other).read_text().split()[:2] != [salt, lines[0].split()[0]]


async def test_an_incomplete_line_does_no_harm(store: Store) -> None:
    erasure_log.record(store.path, [ADA], 200)
    path = erasure_log.path_for(store.path)
    whole = path.read_text()
    for length in range(len(whole)):
        path.write_text(whole[:length])
        assert await again(store) in ([], [ADA])
        erasure_log.record(store.path, [BRUNO], 200)
        assert BRUNO in await again(store)
