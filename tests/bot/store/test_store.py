"""Transactions: atomic and serialized, whatever is raised inside them."""

import asyncio
import os
import sqlite3
import stat
import threading
import time
import traceback
from contextvars import ContextVar
from pathlib import Path
from sqlite3 import IntegrityError, OperationalError
from typing import Any

import pytest
from sqlalchemy import func, select, text

from bot.store import Store, Tx, address
from bot.store.driver.sqlite_connection import SqliteConnection
from bot.store.driver.statement import Statement
from bot.store.tables.players import players
from tests.bot.store.statements import PERSON

FILE = "halma.sqlite3"
ADD = Statement(PERSON)
SEAT = Statement(text("INSERT INTO match_seats (match, seat, player, bank) VALUES (1, 0, 1, 5)"))
PEOPLE = Statement(select(players.c.id).order_by(players.c.id))
COUNT = Statement(select(func.count()).select_from(players))
LAST = Statement(select(func.coalesce(func.max(players.c.id), 0)))


def add(tx: Tx, player: int) -> None:
    tx.run(ADD, id=player, name="", created=0, seen_at=0)


async def people(store: Store) -> list[int]:
    return await store.read(lambda tx: tx.column(PEOPLE))


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.check
@pytest.mark.file
async def test_the_file_and_its_folder_are_private_to_the_owner(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / FILE
    store = await Store.open(address(path))
    await store.write(add, 1)
    assert {file.name: mode(file) for file in path.parent.iterdir()} == {
        FILE: 0o600,
        f"{FILE}-wal": 0o600,
        f"{FILE}-shm": 0o600,
    }
    assert mode(path.parent) == 0o700
    await store.close()


@pytest.mark.check
@pytest.mark.file
async def test_opening_a_readable_file_makes_it_private(tmp_path: Path) -> None:
    path = tmp_path / FILE
    path.touch(mode=0o644)
    await (await Store.open(address(path))).close()
    assert mode(path) == 0o600


@pytest.mark.check
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
    names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout", "query_only")

    def pragmas(tx: Tx) -> list[Any]:
        return [tx.value(Statement(text(f"PRAGMA {name}"))) for name in names]

    assert await store.write(pragmas) == ["wal", 2, 1, 10_000, 0]
    assert await store.read(pragmas) == ["wal", 2, 1, 10_000, 1]
    await store.close()


async def test_a_transaction_commits_as_a_whole_and_returns_the_result(store: Store) -> None:
    def both(tx: Tx, first: int, *, second: int) -> int:
        add(tx, first)
        add(tx, second)
        return first + second

    assert await store.write(both, 1, second=2) == 3
    assert await people(store) == [1, 2]


@pytest.mark.parametrize("error", [ValueError, StopIteration, asyncio.CancelledError])
async def test_an_exception_inside_rolls_back_everything(
    store: Store, error: type[BaseException]
) -> None:
    def one(tx: Tx) -> None:
        add(tx, 1)
        raise error

    with pytest.raises(RuntimeError if error is StopIteration else error):
        await store.write(one)
    assert await people(store) == []
    await store.write(add, 2)
    assert await people(store) == [2]


def add_twice(tx: Tx) -> None:
    add(tx, 1)
    add(tx, 1)


async def test_a_refused_statement_rolls_back_everything(store: Store) -> None:
    with pytest.raises(IntegrityError):
        await store.write(add_twice)
    assert await people(store) == []


async def test_a_row_with_a_broken_reference_is_refused(store: Store) -> None:
    with pytest.raises(IntegrityError):
        await store.write(lambda tx: tx.run(SEAT))


@pytest.mark.parametrize("values", [{"id": 1}, {"id": 2, "created": "my phone is 0151-2345"}, {}])
async def test_an_error_message_does_not_quote_user_text(
    store: Store, values: dict[str, object]
) -> None:
    ours = {"name": "my phone is 0151-2345", "created": 0, "seen_at": 0, **values}

    def twice(tx: Tx) -> None:
        add(tx, 1)
        tx.run(ADD, **ours)

    with pytest.raises((IntegrityError, TypeError)) as refused:
        await store.write(twice)
    assert "0151" not in repr(refused.value)
    assert "0151" not in "".join(traceback.format_exception(refused.value))


async def test_a_text_in_an_integer_column_is_refused(store: Store) -> None:
    with pytest.raises(IntegrityError):
        await store.write(lambda tx: tx.run(ADD, id=1, name="", created="soon", seen_at=0))


async def test_a_reader_cannot_write(store: Store) -> None:
    with pytest.raises(OperationalError):
        await store.read(add, 1)


async def test_a_reader_sees_one_snapshot(store: Store) -> None:
    first, written = threading.Event(), threading.Event()

    def count_twice(tx: Tx) -> list[int]:
        before = tx.value(COUNT)
        first.set()
        assert written.wait(20)
        return [before, tx.value(COUNT)]

    reading = asyncio.create_task(store.read(count_twice))
    await asyncio.to_thread(first.wait, 20)
    await store.write(add, 1)
    written.set()
    assert await reading == [0, 0]
    assert await people(store) == [1]


async def test_writers_are_serialized_in_their_order(store: Store) -> None:
    """Writers pause between reading and writing, and see no uncommitted changes."""
    order: list[int] = []

    def count_up(tx: Tx, number: int) -> None:
        seen = tx.value(LAST)
        time.sleep(0.001)
        add(tx, seen + 1)
        order.append(number)

    await asyncio.gather(*(store.write(count_up, number) for number in range(30)))
    assert await people(store) == list(range(1, 31))
    assert order == list(range(30))


async def test_a_rollback_does_not_affect_other_writers(store: Store) -> None:
    def one(tx: Tx, player: int) -> None:
        add(tx, player)
        if player % 2:
            raise ValueError

    await asyncio.gather(
        *(store.write(one, player) for player in range(1, 21)), return_exceptions=True
    )
    assert await people(store) == list(range(2, 21, 2))


async def test_no_statement_runs_outside_its_transaction(store: Store) -> None:
    escaped: list[Tx] = []
    await store.write(escaped.append)
    await store.read(escaped.append)
    for tx in escaped:
        with pytest.raises(RuntimeError, match="over"):
            tx.value(COUNT)
        with pytest.raises(RuntimeError, match="over"):
            tx.many(ADD, [{"id": 1, "name": "", "created": 0, "seen_at": 0}])


async def test_only_commits_call_the_callback_not_rollbacks(store: Store) -> None:
    heard: list[int] = []
    store.on_commit = lambda: heard.append(threading.get_ident())

    def fail(tx: Tx) -> None:
        add(tx, 2)
        raise ValueError("no")

    await store.write(add, 1)
    assert heard == [threading.get_ident()], "on the thread of the event loop"
    with pytest.raises(ValueError, match="no"):
        await store.write(fail)
    await people(store)
    assert len(heard) == 1


async def test_a_transaction_sees_the_context_variables_of_its_caller(store: Store) -> None:
    variable = ContextVar("variable", default=0)
    variable.set(5)
    assert await store.read(lambda tx: variable.get()) == 5


@pytest.mark.file
async def test_a_writer_waits_for_another_process_that_writes(store: Store) -> None:
    other = sqlite3.connect(store.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    other.execute("INSERT INTO players (id, name, locale, created) VALUES (1, '', NULL, 0)")
    task = asyncio.create_task(store.write(add, 2))
    await asyncio.sleep(0.05)
    assert not task.done()
    other.execute("COMMIT")
    other.close()
    await task
    assert await people(store) == [1, 2]


@pytest.mark.file
async def test_a_connection_that_cannot_begin_is_opened_again(store: Store) -> None:
    """This happens, for example, after a disk failure, which SQLite remembers."""
    opened: list[sqlite3.Connection] = []

    def look(connection: SqliteConnection) -> None:
        opened.append(connection.open())

    await store.write(add, 1)
    (writer, *_) = store.threads
    await writer.run(look)
    await writer.run(lambda connection: connection.open().execute("BEGIN").close())
    with pytest.raises(OperationalError, match="within a transaction"):
        await store.write(add, 2)
    await store.write(add, 3)
    await writer.run(look)
    assert opened[0] is not opened[1]
    assert await people(store) == [1, 3]


async def test_closing_twice_is_harmless(store: Store) -> None:
    await store.write(add, 1)
    await asyncio.gather(store.close(), store.close())
    await store.close()


async def test_only_moves_that_are_committed_are_counted(store: Store) -> None:
    def move(tx: Tx, *, fails: bool) -> None:
        tx.moves += 1
        tx.moves += 1
        if fails:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await store.write(move, fails=True)
    assert store.counts.moves == 0
    await store.write(move, fails=False)
    assert store.counts.moves == 2
