"""Matches on a real PostgreSQL server: the short version of `make postgresql`."""

import asyncio
import sqlite3
import time
from collections import OrderedDict
from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import BigInteger, BindParameter, Integer, NullPool, Text, create_engine, text

from bot.service import outbox, position_cache
from bot.service.clock import time_control
from bot.service.clock.calendar import DAY
from bot.service.jobs.scheduler import RECHECK_SECONDS, Scheduler
from bot.service.match import downtime
from bot.store import Store, StoreError, Tx
from bot.store.driver.errors import InUse
from bot.store.driver.postgres_connection import POSTGRESQL, PostgresConnection, connect
from bot.store.driver.shard_locks import Shards
from bot.store.driver.statement import Statement
from bot.store.driver.tx import StatementCounts, transaction
from bot.store.driver.upgrades import CORE, MigrationFolder
from bot.store.models.outbox import OutboxRow
from bot.store.outbox import outbox_rows
from bot.store.tables import metadata
from tests import postgres_server
from tests.bot.service.club import BRUNO, CLARA, Club
from tests.bot.service.fake_discord import Discord
from tests.bot.store.statements import every_statement
from tests.bot.store.test_store import PEOPLE, add, people
from tests.extensions import MISSING_TABLES
from tests.postgres_server import Server

COLUMNS = """
SELECT table_name, column_name, data_type, is_nullable, column_default
FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2
"""
CONSTRAINTS = """
SELECT conrelid::regclass::text AS "table", conname, pg_get_constraintdef(oid) AS "constraint"
FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n' ORDER BY 1, 2
"""
INDEXES = "SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1, 2"


def defined(url: str) -> list[list[dict[str, object]]]:
    schema = [postgres_server.run(url, query) for query in (COLUMNS, CONSTRAINTS, INDEXES)]
    return [[row for row in rows if not is_unknown({*row.values()})] for rows in schema]


def is_unknown(values: set[object]) -> bool:
    """Return whether one of these names is a version table, or of a missing extension."""
    return any(name in MISSING_TABLES or "alembic_version" in str(name) for name in values)


@pytest.mark.check
async def test_the_migrations_create_the_tables_of_the_metadata(
    url: str, postgresql: Server
) -> None:
    wanted = postgresql.empty()
    engine = create_engine(wanted.replace("postgresql:", "postgresql+psycopg:"), poolclass=NullPool)
    metadata.create_all(engine)
    assert defined(url) == defined(wanted)
    assert len(defined(url)[0]) > 200
    assert postgres_server.run(url, "SELECT version_num FROM alembic_version") == [
        {"version_num": CORE.revisions()[-1]}
    ]


MEMOS = """
from alembic import op

revision = "{revision}"
down_revision = {before}


def upgrade() -> None:
    op.execute("{statement}")
"""


@pytest.mark.check
async def test_an_extension_is_upgraded_in_the_transaction_of_the_core(
    url: str, tmp_path: Path
) -> None:
    """`make postgresql` runs all tests of extension upgrades."""
    migrations, files = MigrationFolder(tmp_path, "memos"), tmp_path / "halma"
    for revision, before, statement in (
        ("0001", None, "CREATE TABLE memos (player bigint)"),
        ("0002", '"0001"', "ALTER TABLE memos ADD COLUMN nonsense wrong_type"),
    ):
        source = MEMOS.format(revision=revision, before=before, statement=statement)
        (tmp_path / f"v{revision}_memos.py").write_text(source, "utf-8")
    tables = "SELECT tablename FROM pg_tables WHERE tablename LIKE '%memos' ORDER BY 1"
    with pytest.raises(StoreError, match=r"upgraded for the extension memos: .*wrong_type"):
        await Store.open(url, files=files, migrations=[CORE, migrations])
    assert postgres_server.run(url, tables) == []
    (tmp_path / "v0002_memos.py").unlink()
    await (await Store.open(url, files=files, migrations=[CORE, migrations])).close()
    names = [row["tablename"] for row in postgres_server.run(url, tables)]
    assert names == ["alembic_version_memos", "memos"]


def sample(bind: BindParameter[Any], untyped: int) -> Any:
    """Return a valid value for a parameter, by its type.

    The value is `untyped` if the parameter has no type of the project.
    """
    match bind.type:
        case BigInteger():
            value: Any = 2**40
        case Integer():
            value = 1
        case Text():
            value = "[]"
        case _:
            value = untyped
    return [value] if bind.expanding else value


@pytest.mark.check
def test_postgresql_accepts_every_statement_and_times_of_any_century(url: str) -> None:
    small = set()
    with connect(url) as connection:
        for name, statement in every_statement().items():
            if "sqlite_sequence" in str(compiled := statement.compile(POSTGRESQL)):
                continue  # the statement is for SQLite only
            binds = {item: bind for item, bind in compiled.binds.items() if bind.required}
            for untyped in (2**40, 1):
                values = {item: sample(bind, untyped) for item, bind in binds.items()}
                with (
                    suppress(psycopg.IntegrityError),  # foreign keys have no rows to refer to
                    connection.transaction(force_rollback=True),
                ):
                    try:
                        connection.execute(*statement.bind(values, POSTGRESQL))
                    except psycopg.errors.NumericValueOutOfRange:
                        continue
                break
            small |= {(item, name) for item, value in values.items() if value in (1, [1])}
    moments = {
        "now",
        "at",
        "before",
        "until",
        "started",
        "due_at",
        "latest",
        "seconds",
        "who",
        "id",
    }
    assert {(each, name) for each, name in small if each in moments and "dump" not in name} == {
        ("id", "downtimes._BEAT"),
        ("before", "outbox_rows.CLAIM"),
    }


def test_a_read_keeps_its_prepared_statements(url: str) -> None:
    """psycopg drops them after each rollback, so a read must end in another way."""
    connection, counts = PostgresConnection(url, query_only=True, process=1), StatementCounts()
    for _ in range(3):
        with transaction(connection, counts) as tx:
            tx.column(PEOPLE)
            names = tx.column(PREPARED)
    connection.close()
    assert [name.rpartition("_")[2] for name in names] == ["0", "1"]


PREPARED = Statement(text("SELECT name FROM pg_prepared_statements ORDER BY prepare_time"))


@pytest.mark.check
async def test_two_processes_play_a_whole_match_and_post_each_board_once(
    two: list[Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each process continues from the other's changes, despite its own caches."""
    clubs, discord = [Club(store) for store in two], Discord()
    clubs[1].ids = clubs[0].ids
    remembered = [OrderedDict[int, object]() for _ in two]
    tellers = [
        Scheduler(store, deliver=discord.deliver, find=discord.find, clock=lambda: clubs[0].now)
        for store in two
    ]
    match = await clubs[0].match(variant="halma-8")
    for turn in range(40):
        mine, other = clubs[turn // 3 % 2], clubs[1 - turn // 3 % 2]
        monkeypatch.setattr(position_cache, "_games", remembered[turn // 3 % 2])
        if turn % 8 == 7:
            now = await mine.get(match)
            assert now.turn is not None
            asker = now.players[1 - now.turn]
            await mine.act("offer_takeback", now, asker)
            await other.act("accept_takeback", now, now.players[now.turn])
        else:
            await mine.turn(match)
        await asyncio.gather(*(teller.run_until_idle() for teller in tellers))
    await clubs[0].act("resign", match, BRUNO)
    await asyncio.gather(*(teller.run_until_idle() for teller in tellers))
    shown = [
        shown_scene for shown_scene in discord.shown() if shown_scene[0] in ("board", "result")
    ]
    assert len(shown) == len(set(shown)) == 41
    for club in clubs:
        assert await club.faults() == []
        assert (await club.get(match)).status == "finished"


async def test_writers_of_two_processes_are_serialized(two: list[Store]) -> None:
    def count_up(tx: Tx) -> None:
        seen = max(tx.column(PEOPLE), default=0)
        time.sleep(0.001)
        add(tx, seen + 1)

    await asyncio.gather(*(store.write(count_up) for store in two for _ in range(15)))
    assert await people(two[0]) == list(range(1, 31))


async def test_one_bot_holds_the_lock_until_its_connection_ends(url: str, tmp_path: Path) -> None:
    first = await Store.open(url, alone=True, files=tmp_path / "halma")
    with pytest.raises(InUse, match="another process is running a bot on it"):
        await Store.open(url, alone=True, files=tmp_path / "halma")
    await first.close()
    await (await Store.open(url, alone=True, files=tmp_path / "halma")).close()


@pytest.mark.check
@pytest.mark.parametrize(
    ("running", "second", "message"),
    [
        (Shards((0, 1), 3), Shards((1, 2), 3), "another process is serving shard 1"),
        (Shards((0,), 3), None, "another process is running a bot on it"),
        (None, Shards((0,), 3), "another process is running a bot on it"),
    ],
)
async def test_no_two_processes_serve_the_same_shard(
    url: str, tmp_path: Path, running: Shards | None, second: Shards | None, message: str
) -> None:
    first = await Store.open(url, alone=True, files=tmp_path / "halma", shards=running)
    with pytest.raises(InUse, match=message):
        await Store.open(url, alone=True, files=tmp_path / "halma", shards=second)
    await first.close()


async def test_only_the_claims_of_a_process_that_ended_are_released(
    two: list[Store],
) -> None:
    club, now = Club(two[0]), 0
    await club.challenge()
    (row,) = await pending_rows(two[0], club.now)
    assert await two[0].write(outbox.claim_row, row, now=club.now)
    now, release = club.now + 60, outbox_rows.release_claims
    assert await two[1].write(release, now=now, started=False) == 0
    assert await two[1].write(release, now=now) == 0
    assert await pending_rows(two[1], now) == []
    await two[0].close()
    assert await two[1].write(release, now=now, started=False) == 1
    (again,) = await pending_rows(two[1], now)
    assert (again.id, again.was_attempted) == (row.id, True)


@pytest.mark.check
async def test_while_a_shard_is_unserved_nobody_loses_time_and_its_work_is_taken_over(
    two: list[Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time_control, "IGNORED_DOWNTIME", DAY)  # so that a few steps cover days
    club, discord = Club(two[0]), Discord()
    match = await club.strict(await club.match(variant="halma-8"))
    for _ in range(12):
        await club.turn(match)
    before = (await club.get(match)).deadline
    assert before is not None
    left = Scheduler(two[0], deliver=discord.deliver, find=discord.find, clock=lambda: club.now)
    await two[0].write(downtime.record_start, now=club.now)
    await left.run_until_idle()
    gone, sent = club.now, len(discord.shown())
    await two[1].close()
    await club.challenge(CLARA, None)
    while club.now < before + DAY:
        club.now += DAY - 1
        await left.run_until_idle()
        assert len(discord.shown()) > sent
    assert (await club.get(match)).status == "running"
    again = await Store.open(two[0].url, alone=True, files=two[0].path, shards=Shards((1,), 2))
    club.now += RECHECK_SECONDS
    await left.run_until_idle()
    after = await club.get(match)
    assert after.status == "running"
    assert after.deadline is not None
    assert 0 <= before + (club.now - gone) - after.deadline <= 2 * DAY
    await again.close()


async def pending_rows(store: Store, now: int) -> list[OutboxRow]:
    return await store.read(outbox_rows.due_rows, now=now, limit=9)


async def test_a_confirmed_write_outlives_the_server_however_it_is_tuned(two: list[Store]) -> None:
    assert postgres_server.SETTINGS["synchronous_commit"] == "off"
    (usual,) = postgres_server.run(two[0].url, "SHOW synchronous_commit")
    assert usual["synchronous_commit"] == "off"
    assert await two[0].write(lambda tx: tx.value(SYNCHRONOUS)) == "on"


async def test_a_transaction_with_a_failed_statement_does_not_commit(two: list[Store]) -> None:
    def go_on(tx: Tx) -> None:
        add(tx, 1)
        with suppress(sqlite3.IntegrityError):
            add(tx, 1)

    with pytest.raises(sqlite3.OperationalError, match="failed"):
        await two[0].write(go_on)
    await two[0].write(add, 2)
    assert await people(two[0]) == [2]


SYNCHRONOUS = Statement(text("SHOW synchronous_commit"))


@pytest.mark.parametrize(
    ("made", "message"),
    [
        ("", "is empty"),
        ("CREATE TABLE recipes (title TEXT)", "belongs to another program"),
    ],
)
async def test_an_empty_or_foreign_database_is_refused_with_a_sentence(
    postgresql: Server, made: str, message: str, tmp_path: Path
) -> None:
    url = postgresql.empty()
    if made:
        postgres_server.run(url, made)
    with pytest.raises(StoreError, match=message) as refused:
        await Store.open(url, create=False, files=tmp_path / "halma")
    assert str(refused.value).endswith(".")
    postgresql.drop(url)
