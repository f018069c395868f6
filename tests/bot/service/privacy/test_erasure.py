"""Erasure of a player: no personal data remains, and opponents keep their matches."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Index, text

from bot.operations import backup, integrity_check
from bot.service.actions import game_records
from bot.service.errors import NotFound
from bot.service.jobs.scheduler import EMPTIED_AGAIN, Scheduler
from bot.service.players import players
from bot.service.privacy import erasure
from bot.service.privacy.data_export import export_player_data
from bot.store import Store, address
from bot.store.driver.statement import Statement
from bot.store.players import erasure_rows
from bot.store.tables import metadata
from tests import raw
from tests.bot.service.club import ADA, BRUNO, CLARA, DAVID, START, Club, job_due_at
from tests.bot.service.fake_discord import Discord
from tests.bot.service.privacy.person import GONE, NAME, four_of, life
from tests.transactions import reading, writing

CHANGES = Statement(text("SELECT total_changes()"))
DAY = 86400


async def forget(club: Club) -> None:
    """Request the erasure of GONE, and run it after the waiting period of a week."""
    with writing(club.store) as tx:
        erasure.request_erasure(tx, GONE, now=club.now)
    club.now += 7 * DAY
    assert await batches(club) > 1


async def batches(club: Club) -> int:
    """Run the erasures that are due, and return the number of transactions."""
    number = 0
    while True:
        with writing(club.store) as tx:
            if not erasure.erase_due(tx, database=club.store.path, now=club.now):
                return number
        number += 1


def cells(store: Store) -> Iterator[tuple[str, str, object]]:
    """Yield (table, column, value) for every value in the database."""
    for table in metadata.tables:
        for row in raw.look(store, f"SELECT * FROM {table}"):
            yield from ((table, column, value) for column, value in row.items())


@pytest.mark.check
async def test_after_an_erasure_no_column_of_any_table_identifies_the_player(
    club: Club, store: Store
) -> None:
    await life(club)
    await club.deliver()
    seen = {table for table, _, value in cells(store) if str(GONE) in str(value)}
    assert {"players", "blocks", "match_seats", "moves", "challenges", "outbox"} <= seen
    await forget(club)
    columns = [
        (table, column)
        for table, column, value in cells(store)
        if str(GONE) in str(value) or "Zenobia" in str(value)
    ]
    assert columns == []


@pytest.mark.check
@pytest.mark.file
async def test_after_an_erasure_no_free_page_of_the_file_contains_the_player(
    club: Club, store: Store
) -> None:
    await life(club)
    await forget(club)
    await store.close()
    whole = store.path.read_bytes()
    assert b"Zenobia" not in whole
    assert GONE.to_bytes(8, "big") not in whole


@pytest.mark.check
async def test_opponents_keep_their_matches_and_the_database_passes_the_integrity_check(
    club: Club,
) -> None:
    done, _, begun, _ = await life(club)
    await club.deliver()
    await forget(club)
    [nobody] = {(await club.get(match)).players[0] for match in (done, begun)}
    assert nobody < 0
    kept = await club.get(done)
    assert (kept.players, kept.status) == ((nobody, ADA), "finished")
    assert kept.outcome == (((0,), (1,)), "resigned")
    with reading(club.store) as tx:
        names = players.display_names(tx, kept.players)
        assert names == {nobody: erasure.pseudonym(nobody), ADA: "Ada"}
        assert erasure.pseudonym(nobody) in game_records.record_text(tx, kept, names)
        assert integrity_check.find_faults(tx) == []


@pytest.mark.check
async def test_erasure_in_the_middle_of_a_match_counts_as_leaving(club: Club) -> None:
    """Edge case 19 in `tests/test_edge_cases.py`."""
    _, running, begun, four = await life(club)
    await forget(club)
    left = await club.get(running)
    assert (left.status, left.outcome) == ("finished", (((0,), (1,)), "resigned"))
    assert (await club.get(begun)).status == "aborted"
    goes_on = await club.get(four)
    assert goes_on.status == "running"
    assert len(goes_on.departed_seats) == 1
    assert goes_on.players[goes_on.departed_seats[0]] < 0
    await club.answered(goes_on)
    for _ in range(3):
        await club.turn(goes_on)


@pytest.mark.check
async def test_open_challenges_end_and_seats_in_challenges_become_free(club: Club) -> None:
    await life(club)
    await forget(club)
    states = await club.rows("SELECT status, note FROM challenges ORDER BY id DESC LIMIT 3")
    assert [row["status"] for row in states] == ["open", "expired", "cancelled"]
    assert {row["note"] for row in states} == {""}
    places = await club.rows(
        "SELECT player FROM challenge_seats WHERE challenge = (SELECT max(id) FROM challenges)"
    )
    assert [row["player"] for row in places] == [ADA, None, None, None]


@pytest.mark.check
async def test_an_erasure_can_be_withdrawn_for_seven_days(club: Club) -> None:
    [done, *_] = await life(club)
    with writing(club.store) as tx:
        request = erasure.request_erasure(tx, GONE, now=club.now)
        assert request.due_at == club.now + 7 * DAY
        again = erasure.request_erasure(tx, GONE, now=club.now + DAY)
        assert again == request
        assert job_due_at(tx, "erasures") == request.due_at
        assert not erasure.erase_due(tx, database=Path(), now=request.due_at - 1)
        assert erasure_rows.withdraw_erasure(tx, GONE)
        assert not erasure_rows.withdraw_erasure(tx, GONE)
        assert job_due_at(tx, "erasures") is None
        assert not erasure.erase_due(tx, database=Path(), now=request.due_at)
    assert (await club.get(done)).players == (GONE, ADA)


async def test_two_erased_players_get_different_pseudonyms(club: Club) -> None:
    match = await club.match(ADA, BRUNO)
    with writing(club.store) as tx:
        first, other = [erasure.erase(tx, who, now=club.now) for who in (ADA, BRUNO)]
    assert (await club.get(match)).players == (first, other)
    assert first != other


async def test_a_player_inactive_for_two_years_is_erased_unless_they_are_in_a_running_match(
    club: Club,
) -> None:
    match = await club.match(ADA, BRUNO)
    with writing(club.store) as tx:
        players.record_seen(tx, CLARA, "Clara", now=club.now)
        club.now += 733 * DAY
        players.record_seen(tx, DAVID, "David", now=club.now)
        due = job_due_at(tx, "retention")
        assert due is not None
        assert due <= club.now
        assert erasure.prune(tx, now=club.now)
        assert erasure.prune(tx, now=club.now) == 0
    assert await batches(club)
    known = await club.rows("SELECT id FROM players WHERE id > 0 ORDER BY id")
    assert [row["id"] for row in known] == [ADA, BRUNO, DAVID]
    assert (await club.get(match)).status == "running"


async def test_closed_challenges_and_failed_messages_are_deleted_after_a_month(
    club: Club,
) -> None:
    match = await club.match(ADA, BRUNO)
    await club.deliver()
    await club.challenge(ADA, None)
    await club.act("abort", match, ADA)
    await club.spoil("UPDATE outbox SET state = 'failed', settled_at = :at WHERE state = 'owed' "
                     "AND match IS NOT NULL", at=club.now)  # fmt: skip
    with writing(club.store) as tx:
        assert job_due_at(tx, "retention") == START + 31 * DAY
        erasure.prune(tx, now=club.now + 29 * DAY)
        assert job_due_at(tx, "retention") == START + 31 * DAY
        erasure.prune(tx, now=club.now + 31 * DAY)
    assert [row["status"] for row in await club.rows("SELECT status FROM challenges")] == ["open"]
    assert await club.rows("SELECT 1 FROM outbox WHERE state = 'failed'") == []
    assert (await club.get(match)).status == "aborted"


async def test_a_match_whose_rules_have_changed_is_aborted_without_a_result(club: Club) -> None:
    four = await four_of(club)
    await club.spoil("UPDATE matches SET revision = 99 WHERE id = :id", id=four.id)
    with writing(club.store) as tx:
        erasure.erase(tx, GONE, now=club.now)
    assert (await club.get(four)).status == "aborted"


async def test_an_erased_player_cannot_be_challenged(club: Club) -> None:
    with writing(club.store) as tx:
        players.record_seen(tx, ADA, "Ada", now=club.now)
        nobody = erasure.erase(tx, ADA, now=club.now)
    with pytest.raises(NotFound):
        await club.challenge(BRUNO, nobody)


def test_every_column_that_refers_to_a_player_is_either_pseudonymized_or_deleted() -> None:
    naming = {
        column
        for table in metadata.tables.values()
        for column in table.columns
        if any(key.column.table.name == "players" for key in column.foreign_keys)
    }
    assert naming == {*erasure_rows.PSEUDONYMIZED, *erasure_rows.DELETED}


@pytest.mark.check
async def test_rows_left_behind_by_a_removed_extension_are_exported_and_erased(
    club: Club, store: Store
) -> None:
    await life(club)
    raw.spoil(
        store, "CREATE TABLE gone (id INTEGER, whom BIGINT REFERENCES players(id), note TEXT)"
    )
    raw.spoil(store, f"INSERT INTO gone VALUES (1, {GONE}, 'chess'), (2, {ADA}, 'chess')")
    with reading(store) as tx:
        rows = export_player_data(tx, GONE, now=club.now)["rows"]
    assert rows["gone"] == [{"id": 1, "whom": str(GONE), "note": "chess"}]
    await forget(club)
    assert raw.look(store, "SELECT id, whom FROM gone") == [{"id": 2, "whom": ADA}]
    assert raw.look(store, f"SELECT id FROM players WHERE id = {GONE}") == []


@pytest.mark.check
@pytest.mark.file
async def test_an_erasure_runs_in_batches_of_limited_size_and_resumes_after_a_restart(
    club: Club, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(erasure_rows, "BATCH", 3)
    monkeypatch.setattr(erasure_rows, "OUTBOX_BATCH", 4)
    await life(club)
    await club.deliver()
    with writing(store) as tx:
        erasure.request_erasure(tx, GONE, now=club.now)
    club.now += 7 * DAY
    changed = []
    for _ in range(200):
        with writing(store) as tx:
            before = tx.value(CHANGES)
            again = erasure.erase_due(tx, database=store.path, now=club.now)
            changed.append(tx.value(CHANGES) - before)
        if not again:
            break
    assert not again
    assert len(changed) > 12
    assert [(t, c) for t, c, v in cells(store) if str(GONE) in str(v)] == []


async def test_every_column_that_refers_to_a_player_is_indexed() -> None:
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


@pytest.mark.file
async def test_a_batch_of_moves_reads_only_the_moves_of_the_player(store: Store) -> None:
    statement = erasure_rows._BATCHES[metadata.tables["moves"].c.player]
    plan = raw.plan(store.path, statement)
    assert any("ix_moves_player" in step for step in plan)
    assert not any(step.startswith("SCAN moves") for step in plan)


@pytest.mark.check
@pytest.mark.file
async def test_after_a_restore_players_are_erased_again_unless_they_have_come_back(
    club: Club, store: Store, tmp_path: Path
) -> None:
    await life(club)
    copy = tmp_path / "copy.sqlite3"
    backup.back_up(store.path, copy)
    await forget(club)
    with writing(store) as tx:
        players.record_seen(tx, GONE, NAME, now=club.now + 60)
        assert erasure.erase_again_after_restore(tx, database=store.path, now=club.now + 60) == 0
    beside = store.path.with_suffix(".forgotten")
    assert str(GONE) not in beside.read_text()
    restored = tmp_path / "restored"
    restored.mkdir()
    shutil.copy(copy, restored / store.path.name)
    shutil.copy(beside, restored)
    other = await Store.open(address(restored / store.path.name))
    with writing(other) as tx:
        assert erasure.erase_again_after_restore(tx, database=other.path, now=club.now + 60) == 1
        while erasure.erase_due(tx, database=other.path, now=club.now + 60):
            pass
    assert [(t, c) for t, c, v in cells(other) if str(GONE) in str(v)] == []
    await other.close()


@pytest.mark.check
@pytest.mark.file
async def test_an_erased_player_is_removed_from_the_write_ahead_log_too(
    club: Club, store: Store
) -> None:
    await life(club)
    discord = Discord()
    sleeper = Scheduler(store, deliver=discord.deliver, find=discord.find, clock=lambda: club.now)
    with writing(store) as tx:
        erasure.request_erasure(tx, GONE, now=club.now)
    club.now += 7 * DAY
    await sleeper.run_until_idle()
    for _ in range(3):  # A checkpoint is retried if someone was reading at that moment.
        club.now += EMPTIED_AGAIN
        await sleeper.run_until_idle()
    log = store.path.with_name(f"{store.path.name}-wal")
    kept = log.read_bytes() if log.exists() else b""
    for trace in (NAME.encode(), GONE.to_bytes(8, "big"), str(GONE).encode()):
        assert trace not in kept
        assert trace not in store.path.read_bytes()
