"""Transactions: atomic and serialized, whatever is raised or cancelled inside."""

import asyncio
import os
import sqlite3
import stat
import traceback
from contextlib import suppress
from pathlib import Path
from sqlite3 import IntegrityError, OperationalError
from typing import Any

import pytest
from sqlalchemy import delete, func, select, text

from bot.store import Store, Tx, address
from bot.store.statement import Statement
from bot.store.tables.players import players
from tests.bot.store.statements import PERSON
from tests.transactions import reading, writing

FILE = "halma.sqlite3"
ADD = Statement(PERSON)
SEAT = Statement(text("INSERT INTO match_seats (match, seat, player, bank) VALUES (1, 0, 1, 5)"))
PEOPLE = Statement(select(players.c.id).order_by(players.c.id))
COUNT = Statement(select(func.count()).select_from(players))
LAST = Statement(select(func.coalesce(func.max(players.c.id), 0)))


def add(tx: Tx, player: int) -> None:
    tx.run(ADD, id=player, name="", created=0, seen_at=0)


async def people(store: Store) -> list[int]:
    with reading(store) as tx:
        return tx.column(PEOPLE)


def pragma(tx: Tx, name: str) -> Any:
    return tx.value(Statement(text(f"PRAGMA {name}")))


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.file
async def test_the_file_and_its_folder_are_private_to_the_owner(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / FILE
    store = await Store.open(address(path))
    with writing(store) as tx:
        add(tx, 1)
    assert {file.name: mode(file) for file in path.parent.iterdir()} == {
        FILE: 0o600,
        f"{FILE}-wal": 0o600,
        f"{FILE}-shm": 0o600,
    }
    assert mode(path.parent) == 0o700
    await store.close()


@pytest.mark.file
async def test_opening_a_readable_file_makes_it_private(tmp_path: Path) -> None:
    path = tmp_path / FILE
    path.touch(mode=0o644)
    await (await Store.open(address(path))).close()
    assert mode(path) == 0o600


@pytest.mark.file
@pytest.mark.parametrize("name", ["with space", "100%", "a?b=c#d", "schöne Spiele"])
async def test_any_file_name_works(tmp_path: Path, name: str) -> None:
    store = await Store.open(address(tmp_path / name))
    assert store.path == tmp_path / name
    await store.close()
    assert os.listdir(tmp_path) == [name]


@pytest.mark.file
async def test_every_connection_sets_the_safety_pragmas(database: Path) -> None:
    store = await Store.open(address(database))
    async with store.write() as writing, store.read() as reading:
        for tx, query_only in ((writing, 0), (reading, 1)):
            assert pragma(tx, "journal_mode") == "wal"
            assert pragma(tx, "synchronous") == 2
            assert pragma(tx, "foreign_keys") == 1
            assert pragma(tx, "busy_timeout") == 10_000
            assert pragma(tx, "query_only") == query_only
    await store.close()


async def test_a_transaction_commits_as_a_whole(store: Store) -> None:
    with writing(store) as tx:
        add(tx, 1)
        add(tx, 2)
    assert await people(store) == [1, 2]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, asyncio.CancelledError])
async def test_an_exception_inside_rolls_back_everything(
    store: Store, error: type[BaseException]
) -> None:
    async def one() -> None:
        with writing(store) as tx:
            add(tx, 1)
            raise error

    with pytest.raises(error):
        await one()
    assert await people(store) == []
    with writing(store) as tx:
        add(tx, 2)
    assert await people(store) == [2]


async def test_a_refused_statement_rolls_back_everything(store: Store) -> None:
    async def twice() -> None:
        with writing(store) as tx:
            add(tx, 1)
            add(tx, 1)

    with pytest.raises(IntegrityError):
        await twice()
    assert await people(store) == []


async def test_a_row_with_a_broken_reference_is_refused(store: Store) -> None:
    with pytest.raises(IntegrityError), writing(store) as tx:
        tx.run(SEAT)


@pytest.mark.parametrize("values", [{"id": 1}, {"id": 2, "created": "my phone is 0151-2345"}, {}])
async def test_an_error_message_does_not_quote_user_text(
    store: Store, values: dict[str, object]
) -> None:
    ours = {"name": "my phone is 0151-2345", "created": 0, "seen_at": 0, **values}

    async def twice() -> None:
        with writing(store) as tx:
            add(tx, 1)
            tx.run(ADD, **ours)

    with pytest.raises((IntegrityError, TypeError)) as refused:
        await twice()
    assert "0151" not in repr(refused.value)
    assert "0151" not in "".join(traceback.format_exception(refused.value))


async def test_a_text_in_an_integer_column_is_refused(store: Store) -> None:
    with pytest.raises(IntegrityError), writing(store) as tx:
        tx.run(ADD, id=1, name="", created="soon", seen_at=0)


async def test_a_reader_cannot_write(store: Store) -> None:
    with pytest.raises(OperationalError), reading(store) as tx:
        add(tx, 1)


async def test_a_reader_sees_one_snapshot(store: Store) -> None:
    with reading(store) as tx:
        assert tx.value(COUNT) == 0
        with writing(store) as writing:
            await add(writing, 1)
        assert tx.value(COUNT) == 0
    assert await people(store) == [1]


async def test_writers_are_serialized(store: Store) -> None:
    """Writers pause between reading and writing, and see no uncommitted changes."""

    async def count_up() -> None:
        with writing(store) as tx:
            seen = tx.value(LAST)
            await asyncio.sleep(0)
            add(tx, seen + 1)
            await asyncio.sleep(0)

    await asyncio.gather(*(count_up() for _ in range(30)))
    assert await people(store) == list(range(1, 31))


async def test_a_rollback_does_not_affect_other_writers(store: Store) -> None:
    async def one(player: int) -> None:
        with writing(store) as tx:
            add(tx, player)
            await asyncio.sleep(0.001)
            if player % 2:
                raise ValueError

    await asyncio.gather(*(one(player) for player in range(1, 21)), return_exceptions=True)
    assert await people(store) == list(range(2, 21, 2))


@pytest.mark.parametrize("after", [step / 4000 for step in range(24)])
async def test_a_cancelled_writer_leaves_all_or_nothing(store: Store, after: float) -> None:
    async def ten() -> None:
        with writing(store) as tx:
            for player in range(10):
                add(tx, player + 1)

    for _ in range(3):
        task = asyncio.create_task(ten())
        await asyncio.sleep(after)
        task.cancel()
        done = await asyncio.gather(task, return_exceptions=True)
        kept = await people(store)
        assert kept in ([], list(range(1, 11)))
        if done == [None]:
            assert kept
        with writing(store) as tx:
            tx.run(Statement(delete(players)))


async def test_a_commit_that_has_begun_finishes_before_the_cancellation(store: Store) -> None:
    heard: list[int] = []
    store.on_commit = lambda: heard.append(1)
    written = asyncio.Event()

    async def one() -> None:
        with writing(store) as tx:
            add(tx, 1)
            written.set()

    task = asyncio.create_task(one())
    await written.wait()
    task.cancel()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    # The callback was called if and only if the row is there.
    assert await people(store) == heard


async def test_only_commits_call_the_callback_not_rollbacks(store: Store) -> None:
    heard: list[int] = []
    store.on_commit = lambda: heard.append(1)
    with writing(store) as tx:
        add(tx, 1)
        assert heard == []
    assert heard == [1]
    with pytest.raises(ValueError, match="no"), writing(store) as tx:
        raise ValueError("no")
    assert heard == [1]


@pytest.mark.file
async def test_a_writer_waits_for_another_process_that_writes(store: Store) -> None:
    other = sqlite3.connect(store.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    other.execute("INSERT INTO players (id, name, locale, created) VALUES (1, '', NULL, 0)")

    async def mine() -> None:
        with writing(store) as tx:
            add(tx, 2)

    task = asyncio.create_task(mine())
    await asyncio.sleep(0.05)
    assert not task.done()
    other.execute("COMMIT")
    other.close()
    await task
    assert await people(store) == [1, 2]


async def test_closing_twice_is_harmless(store: Store) -> None:
    await store.close()
    await store.close()


async def test_only_moves_that_are_committed_are_counted(store: Store) -> None:
    with suppress(ZeroDivisionError), writing(store) as tx:
        tx.count_move()
        raise ZeroDivisionError
    assert store.counts.moves == 0
    with writing(store) as tx:
        tx.count_move()
        tx.count_move()
    assert store.counts.moves == 2
