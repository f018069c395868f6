"""Databases of every schema can be upgraded, and their matches continue."""

import json
from pathlib import Path

import psycopg
import pytest

from bot.store import Store, address
from bot.store.driver.postgres import PostgresDatabase
from bot.store.driver.row_mapper import from_json
from bot.store.driver.schema import prepare_file
from bot.store.driver.upgrades import CORE, MigrationFolder
from bot.store.match import matches
from bot.store.models import UndoState
from bot.store.tables import metadata
from tests import raw
from tests.bot.service.club import Club
from tests.bot.store.old_databases import STORED, revision, stored_databases, unpack
from tests.postgres_server import Server

pytestmark = pytest.mark.file


def migrations_until(last: str, folder: Path) -> list[MigrationFolder]:
    """Link the core's migrations up to schema `last` into a folder, and return it."""
    folder.mkdir(parents=True)
    for file in CORE.path.glob("v*"):
        if file.name[1:5] <= last:
            (folder / file.name).symlink_to(file)
    return [MigrationFolder(folder)]


async def go_on(club: Club) -> None:
    """Check that the database is consistent, and make a move in every running match."""
    assert await club.faults() == []
    running = await club.store.read(matches.running_matches)
    club.now = max(match.moved_at for match in running) + 60
    assert len(running) > 8
    for match in running:
        assert (await club.turn(match)).match.ply > match.ply
    assert len(await club.deliver()) >= len(running)
    assert await club.faults() == []


@pytest.mark.check
@pytest.mark.parametrize("schema", CORE.revisions())
async def test_the_matches_of_every_schema_continue_after_the_upgrade(
    schema: str, tmp_path: Path, unsynced: None
) -> None:
    path = tmp_path / "halma.sqlite3"
    unpack(max(file for file in stored_databases() if revision(file) <= schema), path)
    prepare_file(path, create=True, migrations=migrations_until(schema, tmp_path / schema))
    store = await Store.open(address(path))
    await go_on(Club(store))
    await store.close()


@pytest.mark.check
async def test_the_matches_of_the_first_schema_continue_on_postgresql(
    tmp_path: Path, postgresql: Server
) -> None:
    unpack(stored_databases()[0], tmp_path / "first.sqlite3")
    url = postgresql.empty()
    server = PostgresDatabase(url, tmp_path / "there")
    first = migrations_until(CORE.revisions()[0], tmp_path / "first")
    await server.prepare(create=True, alone=False, migrations=first)
    copied(tmp_path / "first.sqlite3", url)
    store = await Store.open(url, files=tmp_path / "there")
    await go_on(Club(store))
    await store.close()
    postgresql.drop(url)


def copied(path: Path, url: str) -> None:
    """Copy the rows of a SQLite file to a PostgreSQL database with the same tables."""
    made = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    with psycopg.connect(url) as connection:
        for table in (row["name"] for row in raw.look(path, made)):
            if "alembic" in table or not (rows := raw.look(path, f"SELECT * FROM {table}")):
                continue
            names = ", ".join(f'"{name}"' for name in rows[0])
            places = ", ".join("%s" for _ in rows[0])
            connection.cursor().executemany(
                f"INSERT INTO {table} ({names}) VALUES ({places})",
                [tuple(row.values()) for row in rows],
            )
            for number in {"id", "number"} & rows[0].keys():
                connection.execute(
                    f"SELECT setval(pg_get_serial_sequence('{table}', '{number}'), "
                    f"(SELECT max({number}) + 1 FROM {table}))"
                )


def test_there_is_a_stored_database_of_the_first_schema() -> None:
    assert revision(stored_databases()[0]) == "0001"


@pytest.mark.check
def test_the_first_migration_creates_the_tables_of_the_stored_database(tmp_path: Path) -> None:
    stored, made = tmp_path / "stored.sqlite3", tmp_path / "made.sqlite3"
    unpack(stored_databases()[0], stored)
    made.touch()
    prepare_file(made, create=True, migrations=migrations_until("0001", tmp_path / "first"))
    assert len(tables := definitions(stored)) > 80
    assert definitions(made) == tables


def definitions(path: Path) -> dict[str, str]:
    """Return the SQL of each table and index on one line, keyed by its name."""
    rows = raw.look(path, "SELECT name, sql FROM sqlite_schema")
    one_line = {row["name"]: " ".join((row["sql"] or "").split()) for row in rows}
    return {name: sql.replace("( ", "(").replace(" )", ")") for name, sql in one_line.items()}


@pytest.mark.check
def test_dropping_the_weight_keeps_the_rated_games(tmp_path: Path) -> None:
    path = tmp_path / "halma.sqlite3"
    unpack(STORED / "v0010.sqlite3.xz", path)
    raw.spoil(
        path,
        "INSERT INTO rated_games (match, finished_at, kind, guild, worldwide, half) "
        "SELECT id, 5, 'duel', 7, 1, 0 FROM matches",
    )
    raw.spoil(path, "INSERT INTO annulments (match, by, at) SELECT match, 11, 6 FROM rated_games")
    before = raw.look(path, "SELECT * FROM rated_games ORDER BY match")
    assert len(before) > 8
    prepare_file(path, create=True)
    after = raw.look(path, "SELECT * FROM rated_games ORDER BY match")
    assert [{**row, "half": 0, "number": 0} for row in after] == [
        {**row, "event": 0, "number": 0} for row in before
    ]
    assert "half" not in after[0]
    assert raw.look(path, "PRAGMA foreign_key_check") == []


OLD_VALUES = (
    "INSERT INTO stops (match, seat, started, until, why) SELECT min(id), 1, 5, 9, 'place' "
    "FROM matches",
    "UPDATE moves SET by = 'runner', player = NULL WHERE ply = 1",
    "INSERT INTO aborts (match, seat, why, at) SELECT min(id), 1, 'asked', 5 FROM matches",
    "INSERT INTO absences (id, player, channel, started) VALUES (70, 11, 5, 5), (71, 11, 6, 5)",
    "DELETE FROM absences WHERE id = 71",
    "INSERT INTO outages (started, until) VALUES (5, 9)",
    "INSERT INTO budgets (player, left, at) VALUES (11, 100, 5)",
    "INSERT INTO unposted (match, since, told, again_at) SELECT min(id), 5, 6, 7 FROM matches",
    "INSERT INTO owed_moves (match, ply, level, asked_at, due_at, show_at) "
    "SELECT max(id), 3, 2, 5, 6, 7 FROM matches",
    "INSERT INTO removals (guild, at) VALUES (77, 5)",
    "INSERT INTO pings (player, by, at, row) VALUES (11, 22, 5, 6)",
    "INSERT INTO erasures (player, asked_at, due_at, by, told) VALUES (11, 5, 6, -7, 8)",
    "INSERT INTO given_records (player, text, given_at) VALUES (11, 'record', 5)",
    "INSERT INTO found_ways (figure, way, player, at) VALUES (3, 'way', 11, 5)",
    "INSERT INTO found_hops (match, ply, player, jumps, at) "
    "SELECT min(id), 4, 11, 5, 6 FROM matches",
    "INSERT INTO dailies (player, day, at, helps) VALUES (11, 20000, 5, 2)",
    "UPDATE settings SET refused = 1, side = 'mine', confirm = 1, taps = 0, named = 1, lends = 1",
    "UPDATE players SET explained = 'panel', worldwide = 1 WHERE id = 11",
    "UPDATE matches SET undone = 0, prompt = 3, given = 0",
    "UPDATE outbox SET kind = 'remind' WHERE id % 3 = 0",
    "UPDATE outbox SET kind = 'given-back' WHERE id % 3 = 1",
    "UPDATE outbox SET kind = 'strip' WHERE id % 3 = 2",
)
"""Statements that use each name and value that migration 0012 renames.

11 and 22 are player ids.
"""


def old_file(path: Path) -> Path:
    """Make a database of schema 0011 with each name and value that 0012 renames."""
    unpack(STORED / "v0010.sqlite3.xz", path)
    prepare_file(path, create=True, migrations=migrations_until("0011", path.with_suffix(".until")))
    for statement in OLD_VALUES:
        raw.spoil(path, statement)
    clocks = raw.look(path, "SELECT match, before FROM clocks WHERE before <> '' LIMIT 1")
    (state,) = [json.loads(row["before"]) for row in clocks]
    state["stops"] = [[5, 9, "place"], [6, 9, "pause"]]
    state["clock"]["outage"] = 4
    raw.spoil(path, "UPDATE clocks SET before = :state", state=json.dumps(state))
    return path


@pytest.mark.check
def test_schema_0012_renames_columns_and_values(tmp_path: Path) -> None:
    path = old_file(tmp_path / "halma.sqlite3")
    counts = {
        name: raw.look(path, f"SELECT count(*) AS n FROM {name}")
        for name in ("moves", "departures", "settings", "aborts", "stops", "progress", "outbox")
    }
    by_computer = raw.look(path, "SELECT match, ply FROM moves WHERE by = 'runner'")
    left = raw.look(path, "SELECT match, seat FROM departures WHERE hands = 'runner'")
    assert len(by_computer) > 0
    assert len(left) > 0
    prepare_file(path, create=True)
    for name, count in counts.items():
        now = {"stops": "clock_stops", "progress": "lesson_progress"}.get(name, name)
        assert raw.look(path, f"SELECT count(*) AS n FROM {now}") == count
    assert raw.look(path, "SELECT match, ply FROM moves WHERE by = 'computer'") == by_computer
    assert raw.look(path, "SELECT match, seat FROM departures WHERE played_by = 'computer'") == left
    assert raw.look(path, "SELECT why FROM clock_stops WHERE until = 9") == [
        {"why": "unreachable_channel"}
    ]
    assert raw.look(path, "SELECT why FROM aborts") == [{"why": "requested"}]
    kinds = raw.look(path, "SELECT DISTINCT kind FROM outbox ORDER BY kind")
    assert [row["kind"] for row in kinds] == ["downtime-credit", "reminder", "remove-buttons"]
    assert raw.look(path, "SELECT * FROM pings") == [
        {"player": 11, "by": 22, "at": 5, "outbox_id": 6}
    ]
    (settings,) = raw.look(path, "SELECT * FROM settings")
    assert {**settings, "dm_blocked": 1, "board_side": "mine", "confirm_typed": 1} == settings
    assert {**settings, "confirm_taps": 0, "show_name": 1, "share_positions": 1} == settings
    assert raw.look(path, "SELECT seq FROM sqlite_sequence WHERE name = 'vacation_notices'") == [
        {"seq": 71}
    ]
    (state,) = {row["undo_state"] for row in raw.look(path, "SELECT undo_state FROM clocks")}
    undo = from_json(UndoState, state)
    assert undo.stops == ((5, 9, "unreachable_channel"), (6, 9, "pause"))
    assert (undo.clock.applied_downtime_id, undo.clock.undo_state) == (4, "")
    assert raw.look(path, "PRAGMA foreign_key_check") == []
    assert raw.look(path, "PRAGMA quick_check") == [{"quick_check": "ok"}]


@pytest.mark.check
async def test_schema_0012_gives_the_same_rows_in_both_databases(
    tmp_path: Path, postgresql: Server
) -> None:
    path = old_file(tmp_path / "halma.sqlite3")
    url = postgresql.empty()
    server = PostgresDatabase(url, tmp_path / "there")
    await server.prepare(
        create=True, alone=False, migrations=migrations_until("0011", tmp_path / "until")
    )
    copied(path, url)
    prepare_file(path, create=True)
    store = await Store.open(url, files=tmp_path / "there")
    for name in metadata.tables:
        query = f"SELECT * FROM {name}"
        rows, upgraded = raw.look(path, query), raw.look(store, query)
        assert sorted(upgraded, key=repr) == sorted(rows, key=repr), name
    await store.close()
    postgresql.drop(url)


@pytest.mark.check
def test_the_upgrade_repairs_broken_ranks_of_ladders(tmp_path: Path) -> None:
    path = tmp_path / "halma.sqlite3"
    unpack(STORED / "v0010.sqlite3.xz", path)
    prepare_file(path, create=True, migrations=migrations_until("0018", tmp_path / "0018"))
    raw.spoil(
        path,
        "INSERT INTO club_ladders (id, guild, channel, name, variant, control, created_by,"
        " created_at) SELECT column1, 7, 8, 'Stairs', 'halma-8', '72h', 11, 1"
        " FROM (VALUES (1), (2))",
    )
    people = [row["id"] for row in raw.look(path, "SELECT id FROM players ORDER BY id LIMIT 5")]
    assert len(people) == 5
    # Two members share a rank, there is a gap, and one member has no rank.
    for ladder, ranks in ((1, (2, 2, 5, None, 1)), (2, (1, 2, 3, 4, None))):
        for number, (player, rank) in enumerate(zip(people, ranks, strict=True)):
            raw.spoil(
                path,
                "INSERT INTO ladder_members (ladder, player, rank, joined_at, active_at)"
                f" VALUES ({ladder}, {player}, {rank or 'NULL'}, {9 - number}, 1)",
            )
    prepare_file(path, create=True)
    rows = raw.look(path, "SELECT rank FROM ladder_members ORDER BY ladder, player")
    assert [row["rank"] for row in rows] == [3, 2, 4, None, 1, 1, 2, 3, 4, None]
