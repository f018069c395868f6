"""Data export: everything stored about a player, for that player."""

import json

import pytest

from bot.service.privacy import erasure
from bot.service.privacy.data_export import export_player_data
from bot.store import Store
from bot.store.players import erasure_rows
from bot.store.rating import ratings
from bot.store.tables import metadata
from tests.bot.service.club import CLARA, DAVID, Club
from tests.bot.service.privacy.person import GONE, NAME, life
from tests.transactions import reading, writing


@pytest.mark.check
async def test_the_export_holds_settings_lists_challenges_and_matches(club: Club) -> None:
    [done, *_] = await life(club)
    with writing(club.store) as tx:
        erasure.request_erasure(tx, GONE, now=club.now)
        data = json.loads(json.dumps(export_player_data(tx, GONE, now=club.now)))
    assert data["rows"]["players"][0]["name"] == NAME
    assert data["rows"]["players"][0]["locale"] == "de"
    assert [row["blocked"] for row in data["rows"]["blocks"]] == [DAVID]
    assert len(data["rows"]["erasures"]) == 1
    assert [game["number"] for game in data["games"]] == [
        done.id,
        *range(done.id + 1, done.id + 4),
    ]
    assert NAME in data["games"][0]["record"]
    assert f"it is {NAME}" in {challenge["note"] for challenge in data["challenges"]}
    # the export must not reveal who has blocked the player
    assert str(CLARA) not in json.dumps(data)
    await club.spoil("UPDATE matches SET revision = 99 WHERE id = :id", id=done.id)
    with reading(club.store) as tx:
        data = export_player_data(tx, GONE, now=club.now)
    assert len(data["games"][0]["moves"]) == 3


@pytest.mark.check
async def test_the_export_contains_every_column_of_every_table_that_refers_to_a_player(
    club: Club, store: Store
) -> None:
    await life(club)
    with writing(store) as tx:
        ratings.set_global_opt_in(tx, GONE, True)
        data = export_player_data(tx, GONE, now=club.now)
    naming = {
        column
        for table in metadata.tables.values()
        for column in table.columns
        if any(key.column.table.name == "players" for key in column.foreign_keys)
    }
    assert {column.table.name for column in naming - set(erasure_rows.NOT_EXPORTED)} <= set(
        data["rows"]
    )
    for table, listed in data["rows"].items():
        for row in listed:
            assert set(row) == set(metadata.tables[table].columns.keys()), table
    [person] = data["rows"]["players"]
    assert (person["id"], person["name"], person["global_rating"]) == (str(GONE), NAME, 1)
    assert data["rows"]["blocks"][0]["blocked"] == DAVID
    assert len(data["rows"]["pings"]) == 2
    assert str(CLARA) not in json.dumps(data["rows"]["blocks"])
    assert json.dumps(data)


@pytest.mark.check
async def test_ids_in_the_export_survive_readers_that_parse_numbers_as_floats(club: Club) -> None:
    await life(club)
    with reading(club.store) as tx:
        written = json.dumps(export_player_data(tx, GONE, now=club.now))
    exact = json.loads(written)
    assert json.loads(written, parse_int=lambda digits: int(float(digits))) == exact
    assert {row["player"] for row in exact["rows"]["match_seats"]} == {str(GONE)}
