"""Ratings survive upgrades, and an upgrade always computes the same ones."""

import random
from pathlib import Path

import pytest

from bot.service.rating import settlement
from bot.store import Store, address
from bot.store.driver.postgres import PostgresDatabase
from bot.store.driver.row_mapper import to_columns
from bot.store.driver.schema import prepare_file
from bot.store.migrations import frozen_fold
from bot.store.players import erasure_rows
from bot.store.rating import ladder_rows, ratings
from tests import raw
from tests.bot.service.rating.test_settlement import random_game
from tests.bot.store.old_databases import STORED, unpack
from tests.bot.store.test_upgrades import copied, migrations_until
from tests.postgres_server import Server
from tests.transactions import reading, writing

pytestmark = pytest.mark.file

TABLES = ("rated_games", "ladders", "ratings", "rating_changes", "rating_opponents", "annulments")


def rated_file(path: Path) -> Path:
    """Make a database of schema 0012 with random rated games in three guilds."""
    unpack(STORED / "v0010.sqlite3.xz", path)
    prepare_file(path, create=True, migrations=migrations_until("0012", path.with_suffix(".until")))
    chance = random.Random(13)
    for player in range(1, 9):
        raw.spoil(path, "INSERT INTO players (id, name, created) VALUES (:id, '', 0)", id=player)
    for match in chance.sample(range(1000, 1200), 150):
        game = random_game(match, chance.choice((7, 8, 9)), 1000 + chance.randrange(300), chance)
        raw.spoil(
            path,
            "INSERT INTO matches (id, variant, revision, status, ply, position, outcome, guild, "
            "channel, created, moved_at, ended_at) VALUES (:id, 'halma-8', 1, 'finished', 0, '', "
            "'{}', :guild, 1, 0, 0, 0)",
            id=match,
            guild=game.guild,
        )
        values = to_columns(game, "number", "annulled", "event", "seats")
        raw.spoil(path, insertion("rated_games", values), **values)
        for seat in game.seats:
            values = {"match": match, **to_columns(seat), "moves": 9}
            raw.spoil(path, insertion("rated_seats", values), **values)
        if chance.random() < 0.1:
            raw.spoil(path, "INSERT INTO annulments VALUES (:id, 1, 5)", id=match)
    return path


def insertion(table: str, values: dict[str, object]) -> str:
    """Return an INSERT with these values as parameters."""
    names = ", ".join(f'"{name}"' for name in values)
    return f"INSERT INTO {table} ({names}) VALUES ({', '.join(f':{name}' for name in values)})"


@pytest.mark.check
async def test_schema_0013_fills_the_ratings_from_the_rated_games(tmp_path: Path) -> None:
    """`find_faults` compares them with a fold of all games, to the last digit."""
    path = rated_file(tmp_path / "halma.sqlite3")
    store = await Store.open(address(path))
    with reading(store) as tx:
        assert settlement.find_faults(tx) == []
        assert ratings.guilds_with_games(tx) == [7, 8, 9]
        changes = raw.look(store, "SELECT count(*) AS n FROM rating_changes")[0]["n"]
        played = sum(
            seat.rated and sum(other.rated for other in game.seats) > 1
            for guild in (7, 8, 9, None)
            for game in ratings.all_games(tx, guild)
            if game.annulled is None
            for seat in game.seats
        )
        assert changes == played > 300
    await store.close()


@pytest.mark.check
async def test_schema_0013_fills_the_same_ratings_in_both_databases(
    tmp_path: Path, postgresql: Server
) -> None:
    path = rated_file(tmp_path / "halma.sqlite3")
    url = postgresql.empty()
    server = PostgresDatabase(url, tmp_path / "there")
    until = migrations_until("0012", tmp_path / "until")
    await server.prepare(create=True, alone=False, migrations=until)
    copied(path, url)
    prepare_file(path, create=True)
    store = await Store.open(url, files=tmp_path / "there")
    for name in ("rated_games", "ladders", "ratings", "rating_changes", "rating_opponents"):
        rows, upgraded = (raw.look(where, f"SELECT * FROM {name}") for where in (path, store))
        assert sorted(upgraded, key=repr) == sorted(rows, key=repr), name
    with reading(store) as tx:
        assert settlement.find_faults(tx) == []
    await store.close()
    postgresql.drop(url)


def unfinished_file(path: Path) -> tuple[Path, int]:
    """Make a database of schema 0019 in which ratings are being recalculated.

    In guild 7 a game has just been annulled, whose match is returned too. Player 21, who has only
    played in guild 9, is being erased, and some of their seats have been replaced. The ladder of
    guild 8 is complete, and a former one is being deleted.
    """
    rated_file(path)
    in_nine = "SELECT match FROM rated_games WHERE guild = 9 ORDER BY match"
    raw.spoil(path, "INSERT INTO players (id, name, created) VALUES (21, '', 0), (-5, '', 0)")
    raw.spoil(path, f"UPDATE rated_seats SET player = 21 WHERE player = 1 AND match IN ({in_nine})")
    prepare_file(path, create=True, migrations=migrations_until("0019", path.with_suffix(".0019")))
    [game] = raw.look(
        path,
        "SELECT match FROM rated_games WHERE guild = 7 AND worldwide = 0"
        " AND match NOT IN (SELECT match FROM annulments) ORDER BY match LIMIT 1",
    )
    raw.spoil(path, "INSERT INTO annulments VALUES (:id, 1, 5)", id=game["match"])
    raw.spoil(
        path,
        "INSERT INTO erasures (player, asked_at, due_at, pseudonym_id, outbox_scanned_to)"
        " VALUES (21, 5, 5, -5, 0)",
    )
    raw.spoil(
        path,
        f"UPDATE rated_seats SET player = -5 WHERE player = 21 AND match IN ({in_nine} LIMIT 20)",
    )
    for ladder, guild, status in ((97, 7, "building"), (99, 9, "building"), (98, 8, "discarded")):
        raw.spoil(
            path,
            "INSERT INTO ladders VALUES (:id, :guild, :status, 1100, 5, 5)",
            id=ladder,
            guild=guild,
            status=status,
        )
        for table, columns in (
            ("ratings", "kind, points, games, last_at, returning_games"),
            ("rating_meetings", "opponent, last_at, times"),
            ("farming_tallies", "last_at, last_match, lately, changes, won, fed"),
        ):
            values = "2, 5, '[]'" if "times" in columns else "1, 1, '', 1, 1, 1"
            values = "'duel', 1, 1, 1, 1" if table == "ratings" else values
            raw.spoil(
                path,
                f"INSERT INTO {table} (ladder, player, {columns}) VALUES ({ladder}, 3, {values})",
            )
    return path, game["match"]


@pytest.mark.check
async def test_schema_0020_keeps_ratings_and_completes_those_being_recalculated(
    tmp_path: Path,
) -> None:
    path, annulled = unfinished_file(tmp_path / "halma.sqlite3")
    kept = (
        "SELECT r.* FROM ratings r JOIN ladders l ON l.id = r.ladder WHERE l.guild = 8"
        " AND l.id < 90 ORDER BY player, kind"
    )
    before = raw.look(path, kept)
    assert len(before) > 8
    store = await Store.open(address(path))
    assert raw.look(store, kept) == before
    ladders = raw.look(store, "SELECT id, guild FROM ladders ORDER BY guild")
    assert [row["guild"] for row in ladders] == [0, 7, 8, 9]
    assert max(row["id"] for row in ladders) < 90
    for name in ("rating_changes", "ratings", "rating_opponents"):
        used = raw.look(store, f"SELECT DISTINCT ladder FROM {name}")
        assert {row["ladder"] for row in used} == {row["id"] for row in ladders}
    with reading(store) as tx:
        assert settlement.find_faults(tx) == []
        game = ratings.get_game(tx, annulled)
        assert game is not None
        assert game.annulled == 0
        ladder = ladder_rows.find_ladder(tx, 7)
        assert ladder is not None
        assert ladder_rows.changes_by(tx, ladder, annulled) == []
    with writing(store) as tx:  # the erasure goes on
        while (request := erasure_rows.get_erasure(tx, 21)) is not None:
            if not erasure_rows.replace_batch(tx, request):
                erasure_rows.finish_erasure(tx, 21)
        assert settlement.find_faults(tx) == []
        other = next(
            game
            for game in ratings.all_games(tx, 9)
            if game.annulled is None and -5 in {seat.player for seat in game.seats}
        )
        settlement.annul(tx, other, by=2, now=2000)
        assert settlement.find_faults(tx) == []
    await store.close()


@pytest.mark.check
async def test_schema_0020_makes_the_same_rows_in_both_databases(
    tmp_path: Path, postgresql: Server
) -> None:
    path, _ = unfinished_file(tmp_path / "halma.sqlite3")
    url = postgresql.empty()
    server = PostgresDatabase(url, tmp_path / "there")
    until = migrations_until("0019", tmp_path / "until")
    await server.prepare(create=True, alone=False, migrations=until)
    copied(path, url)
    prepare_file(path, create=True)
    store = await Store.open(url, files=tmp_path / "there")
    for name in TABLES:
        rows, upgraded = (raw.look(where, f"SELECT * FROM {name}") for where in (path, store))
        assert sorted(upgraded, key=repr) == sorted(rows, key=repr), name
    await store.close()
    postgresql.drop(url)


LENGTHS = [24, 512]
"""Number of ratings and changes."""
DUELS = [142444, 147761, 147484, 152412, 149140, 151653, 150623, 156239]
"""Points of Players 1 to 8, as computed by schema 0013."""


def test_the_fold_of_migrations_never_changes() -> None:
    """The ratings that an upgrade computes do not depend on the present rating rules."""
    chance = random.Random(20)
    games, at = [], 0
    for match in range(1, 200):
        kind = chance.choice(("duel", "duel", "melee", "partners"))
        people = chance.sample(range(1, 9), 2 if kind == "duel" else 4)
        places = [chance.randrange(3) for _ in people]
        at += chance.choice((3600, 86400, 86400 * 9, 86400 * 400))
        seats = []
        for number, player in enumerate(people):
            side = number % 2 if kind == "partners" else number
            left, rated = chance.random() < 0.2, chance.random() < 0.9
            excused = (0,) if chance.random() < 0.1 else ()
            seats.append(frozen_fold.Seat(player, side, places[side], left, rated, excused))
        event = chance.random() < 0.2
        games.append(frozen_fold.Game(match, at, kind, event, tuple(seats)))
    rows = frozen_fold.fold(games)
    assert [len(some) for some in rows.values()] == LENGTHS
    duels = {row["player"]: row["points"] for row in rows["ratings"] if row["kind"] == "duel"}
    assert [duels[player] for player in range(1, 9)] == DUELS
