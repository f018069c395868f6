"""Who is forgotten leaves no trace, and his opponents keep their games."""

import json
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Index, text

from bot.service import outbox
from bot.service.account import erasing
from bot.service.account.data_export import dossier
from bot.service.errors import NotFound
from bot.service.meeting import tables
from bot.service.people import blocking, pings, players
from bot.service.play import moves, verify
from bot.service.telling.scheduler import Scheduler
from bot.service.values import Invited, Match
from bot.store import Store, address, erasures, solitaires
from bot.store.tables import metadata
from tests.bot.service.club import ADA, BRUNO, CHANNEL, CLARA, DAVID, GUILD, START, Club, falls_due
from tests.bot.service.fake_discord import Discord

GONE = 987_654_321_012_345_678
"""The id of the person who goes: of the length that Discord's have."""
NAME = "Zenobia Xylander"
DAY = 86400


async def life(club: Club) -> list[Match]:
    """GONE plays, offers, blocks and is blocked, wins and loses; the games: finished and running."""
    async with club.store.write() as tx:
        await players.seen(tx, GONE, NAME, "de", now=club.now)
        await players.seen(tx, ADA, "Ada", now=club.now)
        await blocking.block(tx, GONE, DAVID, now=club.now)
        await blocking.block(tx, CLARA, GONE, now=club.now)
        await solitaires.add(tx, GONE, "key", "", club.now)
    done = await club.match(GONE, ADA, note=f"it is {NAME}")
    for _ in range(3):
        await club.turn(done)
    await club.act("resign", done, ADA)
    running = await club.match(BRUNO, GONE)
    for _ in range(4):
        await club.turn(running)
    begun = await club.match(GONE, BRUNO)
    four = await four_of(club)
    await club.challenge(GONE, None, note=f"{NAME} plays anyone")
    await club.challenge(BRUNO, GONE)
    async with club.store.write() as tx:
        await table_of(club, tx, ADA, [GONE, None, None])
        await outbox.queue(tx, "notice", user=GONE, payload={"notice": "x"}, now=club.now)
        about = {"notice": "table-left", "player": GONE}
        await outbox.queue(tx, "notice", channel=CHANNEL, payload=about, now=club.now)
        await pings.callable_by(tx, GONE, [ADA], row=1, now=club.now)
        await pings.callable_by(tx, BRUNO, [GONE], row=2, now=club.now)
    return [done, running, begun, four]


async def table_of(club, tx, host, invited):  # type: ignore[no-untyped-def]
    return await tables.open_table(
        tx,
        host=host,
        variant="halma-4",
        places=[Invited(person) for person in invited],
        guild=GUILD,
        channel=CHANNEL,
        interaction=next(club.ids),
        now=club.now,
    )


async def four_of(club: Club) -> Match:
    """A game of four, GONE among them, in which everybody has moved."""
    async with club.store.write() as tx:
        table = await table_of(club, tx, ADA, [BRUNO, GONE, None])
        for player in (BRUNO, GONE, 55):
            joined = await tables.join(
                tx, table.id, player=player, interaction=next(club.ids), now=club.now, rng=club.rng
            )
    assert joined.match is not None
    for _ in range(5):
        await club.turn(joined.match)
    return joined.match


async def forget(club: Club) -> None:
    """He asks, and the week goes by."""
    async with club.store.write() as tx:
        await erasing.ask(tx, GONE, now=club.now)
    club.now += 7 * DAY
    assert await batches(club) > 1


async def batches(club: Club) -> int:
    """Forget all who are due; in how many transactions."""
    number = 0
    while True:
        async with club.store.write() as tx:
            if not await erasing.erase_due(tx, database=club.store.path, now=club.now):
                return number
        number += 1


def cells(path: str) -> Iterator[tuple[str, str, object]]:
    """(table, column, value) of everything that stands in a database."""
    connection = sqlite3.connect(path)
    connection.row_factory = sqlite3.Row
    for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'"):
        for row in connection.execute(f"SELECT * FROM {table}"):
            yield from ((table, column, row[column]) for column in row.keys())  # noqa: SIM118
    connection.close()


async def test_after_it_nothing_identifies_the_person_in_any_column_of_any_table(
    club: Club, store: Store
) -> None:
    await life(club)
    await club.tell()
    seen = {table for table, _, value in cells(str(store.path)) if str(GONE) in str(value)}
    assert {"players", "blocks", "match_seats", "moves", "challenges", "outbox"} <= seen
    await forget(club)
    found = [
        (table, column)
        for table, column, value in cells(str(store.path))
        if str(GONE) in str(value) or "Zenobia" in str(value)
    ]
    assert found == []
    await store.close()
    whole = store.path.read_bytes()
    assert b"Zenobia" not in whole
    assert GONE.to_bytes(8, "big") not in whole


async def test_opponents_keep_their_games_and_the_database_is_in_order(club: Club) -> None:
    done, _, begun, _ = await life(club)
    await club.tell()
    await forget(club)
    [nobody] = {(await club.get(match)).players[0] for match in (done, begun)}
    assert nobody < 0
    kept = await club.get(done)
    assert (kept.players, kept.status) == ((nobody, ADA), "finished")
    assert kept.outcome == (((0,), (1,)), "resigned")
    async with club.store.read() as tx:
        names = await players.names(tx, kept.players)
        assert names == {nobody: erasing.pseudonym(nobody), ADA: "Ada"}
        assert erasing.pseudonym(nobody) in await moves.record(tx, done.id, names)
        assert await verify.check(tx) == []


async def test_erased_in_mid_game_counts_as_leaving(club: Club) -> None:
    """Edge case 19."""
    _, running, begun, four = await life(club)
    await forget(club)
    left = await club.get(running)
    assert (left.status, left.outcome) == ("finished", (((0,), (1,)), "resigned"))
    assert (await club.get(begun)).status == "aborted"
    goes_on = await club.get(four)
    assert goes_on.status == "running"
    assert len(goes_on.gone) == 1
    assert goes_on.players[goes_on.gone[0]] < 0
    for _ in range(3):
        await club.turn(goes_on)


async def test_open_challenges_end_and_places_at_tables_are_free(club: Club) -> None:
    await life(club)
    await forget(club)
    states = await club.rows("SELECT status, note FROM challenges ORDER BY id DESC LIMIT 3")
    assert [row["status"] for row in states] == ["open", "expired", "cancelled"]
    assert {row["note"] for row in states} == {""}
    places = await club.rows(
        "SELECT player FROM challenge_seats WHERE challenge = (SELECT max(id) FROM challenges)"
    )
    assert [row["player"] for row in places] == [ADA, None, None, None]


async def test_for_seven_days_it_can_be_undone(club: Club) -> None:
    [done, *_] = await life(club)
    async with club.store.write() as tx:
        wish = await erasing.ask(tx, GONE, now=club.now)
        assert wish.due_at == club.now + 7 * DAY
        again = await erasing.ask(tx, GONE, now=club.now + DAY)
        assert again == wish
        assert await falls_due(tx, "erasures") == wish.due_at
        assert not await erasing.erase_due(tx, database=Path(), now=wish.due_at - 1)
        assert await erasing.undo(tx, GONE)
        assert not await erasing.undo(tx, GONE)
        assert await falls_due(tx, "erasures") is None
        assert not await erasing.erase_due(tx, database=Path(), now=wish.due_at)
    assert (await club.get(done)).players == (GONE, ADA)


async def test_two_who_are_forgotten_are_two_made_up_players(club: Club) -> None:
    match = await club.match(ADA, BRUNO)
    async with club.store.write() as tx:
        one, other = [await erasing.erase(tx, who, now=club.now) for who in (ADA, BRUNO)]
    assert (await club.get(match)).players == (one, other)
    assert one != other


async def test_who_has_been_away_for_two_years_is_forgotten_unless_he_plays(club: Club) -> None:
    match = await club.match(ADA, BRUNO)
    async with club.store.write() as tx:
        await players.seen(tx, CLARA, "Clara", now=club.now)
        club.now += 733 * DAY
        await players.seen(tx, DAVID, "David", now=club.now)
        due = await falls_due(tx, "retention")
        assert due is not None
        assert due <= club.now
        assert await erasing.prune(tx, now=club.now)
        assert await erasing.prune(tx, now=club.now) == 0
    assert await batches(club)
    known = await club.rows("SELECT id FROM players WHERE id > 0 ORDER BY id")
    assert [row["id"] for row in known] == [ADA, BRUNO, DAVID]
    assert (await club.get(match)).status == "running"


async def test_closed_challenges_and_useless_failures_are_forgotten_after_a_month(
    club: Club,
) -> None:
    match = await club.match(ADA, BRUNO)
    await club.tell()
    await club.challenge(ADA, None)
    await club.act("abort", match, ADA)
    await club.spoil("UPDATE outbox SET state = 'failed', settled_at = :at WHERE state = 'owed' "
                     "AND match IS NOT NULL", at=club.now)  # fmt: skip
    async with club.store.write() as tx:
        assert await falls_due(tx, "retention") == START + 31 * DAY
        await erasing.prune(tx, now=club.now + 29 * DAY)
        assert await falls_due(tx, "retention") == START + 31 * DAY
        await erasing.prune(tx, now=club.now + 31 * DAY)
    assert [row["status"] for row in await club.rows("SELECT status FROM challenges")] == ["open"]
    assert await club.rows("SELECT 1 FROM outbox WHERE state = 'failed'") == []
    assert (await club.get(match)).status == "aborted"


async def test_a_game_whose_rules_have_changed_ends_without_result(club: Club) -> None:
    four = await four_of(club)
    await club.spoil("UPDATE matches SET revision = 99 WHERE id = :id", id=four.id)
    async with club.store.write() as tx:
        await erasing.erase(tx, GONE, now=club.now)
    assert (await club.get(four)).status == "aborted"


async def test_a_forgotten_player_cannot_be_challenged(club: Club) -> None:
    async with club.store.write() as tx:
        await players.seen(tx, ADA, "Ada", now=club.now)
        nobody = await erasing.erase(tx, ADA, now=club.now)
    with pytest.raises(NotFound):
        await club.challenge(BRUNO, nobody)


async def test_the_file_of_a_person_holds_settings_lists_challenges_and_games(club: Club) -> None:
    [done, *_] = await life(club)
    async with club.store.write() as tx:
        await erasing.ask(tx, GONE, now=club.now)
        found = json.loads(json.dumps(await dossier(tx, GONE, now=club.now)))
    assert found["rows"]["players"][0]["name"] == NAME
    assert found["rows"]["players"][0]["locale"] == "de"
    assert [row["blocked"] for row in found["rows"]["blocks"]] == [DAVID]
    assert len(found["rows"]["solitaires"]) == len(found["rows"]["erasures"]) == 1
    assert [game["number"] for game in found["games"]] == [
        done.id,
        *range(done.id + 1, done.id + 4),
    ]
    assert NAME in found["games"][0]["record"]
    assert f"it is {NAME}" in {challenge["note"] for challenge in found["challenges"]}
    assert str(CLARA) not in json.dumps(found)  # who has blocked one is not told
    await club.spoil("UPDATE matches SET revision = 99 WHERE id = :id", id=done.id)
    async with club.store.read() as tx:
        found = await dossier(tx, GONE, now=club.now)
    assert len(found["games"][0]["moves"]) == 3


def test_every_column_that_names_a_person_is_either_taken_over_or_deleted() -> None:
    naming = {
        column
        for table in metadata.tables.values()
        for column in table.columns
        if any(key.column.table.name == "players" for key in column.foreign_keys)
    }
    assert naming == {*erasures.HELD, *erasures.OWN}


async def test_it_is_done_in_batches_of_bounded_size_and_goes_on_after_a_restart(
    club: Club, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(erasures, "BATCH", 3)
    monkeypatch.setattr(erasures, "LOOKED_THROUGH", 4)
    await life(club)
    await club.tell()
    async with store.write() as tx:
        await erasing.ask(tx, GONE, now=club.now)
    club.now += 7 * DAY
    changed = []
    for _ in range(200):
        async with store.write() as tx:
            before = await tx.scalar(text("SELECT total_changes()"))
            again = await erasing.erase_due(tx, database=store.path, now=club.now)
            changed.append(await tx.scalar(text("SELECT total_changes()")) - before)
        if not again:
            break
    assert not again
    assert len(changed) > 12
    assert [(t, c) for t, c, v in cells(str(store.path)) if str(GONE) in str(v)] == []


async def test_every_column_that_names_a_person_is_found_by_an_index() -> None:
    lacking = []
    for table in metadata.tables.values():
        for column in table.columns:
            if not any(key.column.table.name == "players" for key in column.foreign_keys):
                continue
            heads = [next(iter(index.columns)) for index in table.indexes if not _part(index)]
            heads.append(next(iter(table.primary_key.columns)))
            if column not in set(heads):
                lacking.append(str(column))
    assert lacking == []


def _part(index: Index) -> bool:
    return index.dialect_options["sqlite"]["where"] is not None


async def test_a_batch_of_moves_reads_no_more_than_the_persons(store: Store) -> None:
    statement = erasures._BATCHES[metadata.tables["moves"].c.player]
    sql, _ = statement.bind({"who": 1, "to": 2, "limit": 3})
    async with store.read() as tx:
        plan = [
            row[3] for row in await tx.execute(text("EXPLAIN QUERY PLAN " + sql.replace("?", "1")))
        ]
    assert any("ix_moves_player" in step for step in plan)
    assert not any(step.startswith("SCAN moves") for step in plan)


async def test_a_restored_copy_forgets_them_again_but_not_who_has_come_back(
    club: Club, store: Store, tmp_path: Path
) -> None:
    await life(club)
    copy = tmp_path / "copy.sqlite3"
    await store.backup(copy)
    await forget(club)
    async with store.write() as tx:
        await players.seen(tx, GONE, NAME, now=club.now + 60)
        assert await erasing.again(tx, database=store.path, now=club.now + 60) == 0
    beside = store.path.with_name(f"{store.path.name}.forgotten")
    assert str(GONE) not in beside.read_text()
    restored = tmp_path / "restored"
    restored.mkdir()
    shutil.copy(copy, restored / store.path.name)
    shutil.copy(beside, restored)
    other = await Store.open(address(restored / store.path.name))
    async with other.write() as tx:
        assert await erasing.again(tx, database=other.path, now=club.now + 60) == 1
        while await erasing.erase_due(tx, database=other.path, now=club.now + 60):
            pass
    assert [(t, c) for t, c, v in cells(str(other.path)) if str(GONE) in str(v)] == []
    await other.close()


async def test_who_is_forgotten_is_gone_from_the_write_ahead_log_too(
    club: Club, store: Store
) -> None:
    await life(club)
    discord = Discord()
    sleeper = Scheduler(store, deliver=discord.deliver, find=discord.find, clock=lambda: club.now)
    async with store.write() as tx:
        await erasing.ask(tx, GONE, now=club.now)
    club.now += 7 * DAY
    await sleeper.settle()
    log = store.path.with_name(f"{store.path.name}-wal")
    kept = log.read_bytes() if log.exists() else b""
    for trace in (NAME.encode(), GONE.to_bytes(8, "big"), str(GONE).encode()):
        assert trace not in kept
        assert trace not in store.path.read_bytes()


async def test_the_export_tells_every_column_of_every_table_that_names_a_person(
    club: Club, store: Store
) -> None:
    await life(club)
    async with store.write() as tx:
        await tx.execute(text(f"UPDATE players SET worldwide = 1 WHERE id = {GONE}"))
        found = await dossier(tx, GONE, now=club.now)
    naming = {
        column
        for table in metadata.tables.values()
        for column in table.columns
        if any(key.column.table.name == "players" for key in column.foreign_keys)
    }
    assert {column.table.name for column in naming - set(erasures.NOT_TOLD)} <= set(found["rows"])
    for table, listed in found["rows"].items():
        for row in listed:
            assert set(row) == set(metadata.tables[table].columns.keys()), table
    [person] = found["rows"]["players"]
    assert (person["id"], person["name"], person["worldwide"]) == (GONE, NAME, 1)
    assert found["rows"]["blocks"][0]["blocked"] == DAVID
    assert len(found["rows"]["pings"]) == 2
    assert str(CLARA) not in json.dumps(found["rows"]["blocks"])
    assert json.dumps(found)
