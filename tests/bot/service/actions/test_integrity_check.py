"""Integrity check of a whole database."""

import sqlite3
from contextlib import closing

import pytest

from bot.operations import integrity_check
from bot.service import position_cache
from bot.service.match import lifecycle
from bot.store.match import move_rows
from bot.store.models import Match
from engine import variant
from tests.bot.service.actions.test_moves import with_rules
from tests.bot.service.club import ADA, BRUNO, CLARA, Club
from tests.bot.service.plan_transactions import save_plan
from tests.transactions import reading, writing

pytestmark = pytest.mark.usefixtures("early_draws")


@pytest.fixture
async def match(club: Club) -> Match:
    """A running match after four moves, in a database that also has ended matches."""
    for what in ("resign", "abort"):
        await club.act(what, await club.match(), ADA)
    over = await club.match()
    await club.act("offer_draw", over, ADA)
    await club.act("offer_draw", over, BRUNO)
    running = await club.match(ADA, CLARA)
    for _ in range(4):
        await club.turn(running)
    await club.deliver()
    assert await faults(club) == []
    return await club.get(running)


async def faults(club: Club) -> list[str]:
    with reading(club.store) as tx:
        return integrity_check.find_faults(tx)


@pytest.mark.check
@pytest.mark.parametrize(
    ("damage", "fault"),
    [
        ("DELETE FROM moves WHERE match = :m AND ply = 1", "not numbered from 0 to 3"),
        ("UPDATE matches SET ply = 5 WHERE id = :m", "not numbered from 0 to 4"),
        (
            "UPDATE matches SET retracted_plies = 1 WHERE id = :m",
            "1 of its 4 plies are counted as taken back",
        ),
        ("UPDATE moves SET text = 'I,1-VIII,8' WHERE match = :m AND ply = 2", "its move 2"),
        ("UPDATE moves SET player = 11 WHERE match = :m AND ply = 1", "its move 1 was made"),
        ("UPDATE moves SET seat = 1 WHERE match = :m AND ply = 0", "its move 0 was made"),
        (
            "UPDATE moves SET repetition_hash = 1 WHERE match = :m AND ply = 2",
            "its move 2 has the repetition hash of another position",
        ),
        (
            "UPDATE matches SET position = 'x' WHERE id = :m",
            "its stored position does not match its moves",
        ),
        (
            "UPDATE matches SET turn = 1 WHERE id = :m",
            "it is waiting for a player whose turn it is not",
        ),
        ("UPDATE matches SET revision = 9 WHERE id = :m", "started with revision 9 of halma-8"),
        ("UPDATE matches SET variant = 'chess' WHERE id = :m", "no such game"),
        (
            "DELETE FROM match_seats WHERE match = :m AND seat = 1",
            "it has 1 players, but the game is for 2",
        ),
        ("UPDATE match_seats SET seat = 2 WHERE match = :m AND seat = 1", "a seat between"),
        (
            "UPDATE matches SET status = 'finished', turn = NULL, ended_at = 1, outcome = "
            '\'{"ranking": [[0], [1]], "reason": "goal"}\' WHERE id = :m',
            "it is finished with outcome",
        ),
        ("INSERT INTO offers VALUES (:m, 'draw', 0, 1, 1, 9)", "an offer in it should have gone"),
    ],
)
async def test_each_kind_of_damage_to_a_match_is_named(
    club: Club, match: Match, damage: str, fault: str
) -> None:
    await club.spoil(damage.replace(":m", str(match.id)).replace("\\", ""))
    faults_found = await faults(club)
    assert faults_found
    assert all(line.startswith(f"Match {match.id}: ") for line in faults_found)
    assert fault in " ".join(faults_found)


@pytest.mark.check
@pytest.mark.parametrize(
    ("damage", "fault"),
    [
        (
            "UPDATE takebacks SET since = 2",
            "its takeback 4 does not refer to a move of the player who asked",
        ),
        (
            "UPDATE takebacks SET seat = 0",
            "its takeback 4 does not refer to a move of the player who asked",
        ),
        ("UPDATE takebacks SET ply = 9", "its moves are not numbered from 0 to 4"),
        ("DELETE FROM takebacks", "its moves are not numbered from 0 to 4"),
        ("UPDATE moves SET text = 'I,1-VIII,8' WHERE ply = 3", "its move 3, I,1-VIII,8, is"),
        ("UPDATE moves SET player = 11 WHERE ply = 3", "its move 3 was made by a player"),
        (
            "UPDATE matches SET retracted_plies = 1 WHERE ply = 5",
            "1 of its 5 plies are counted as taken back",
        ),
        (
            "INSERT INTO departures (match, number, seat, ply, at, why, group_number) "
            "SELECT match, 0, 0, 4, at, 'time', 0 FROM takebacks",
            "goes back to before a player left",
        ),
    ],
)
async def test_each_kind_of_damage_to_takebacks_is_named(
    club: Club, match: Match, damage: str, fault: str
) -> None:
    await club.act("offer_takeback", match, CLARA)
    await club.act("accept_takeback", match, ADA)
    assert await faults(club) == []
    await club.spoil(damage)
    assert fault in " ".join(await faults(club))


@pytest.mark.parametrize(
    ("damage", "fault"),
    [
        ("UPDATE moves SET by = 'player', player = 22 WHERE ply = 1", "its move 1 was made"),
        ("UPDATE moves SET by = 'pass', player = NULL WHERE ply = 1", "its move 1 was made"),
        ("UPDATE moves SET by = 'computer', player = NULL WHERE ply = 0", "its move 0 was made"),
        ("UPDATE moves SET by = 'plan', player = 22 WHERE ply = 0", "its move 0 was made"),
        (
            "UPDATE departures SET ply = 9 WHERE number = 0",
            "the departures are not in the order of their numbers",
        ),
        (
            "UPDATE departures SET ply = 9 WHERE number = 1",
            "the departures are not in the order of their numbers",
        ),
        ("UPDATE departures SET seat = 4 WHERE number = 1", "but the rules give"),
        (
            "INSERT INTO departures (match, number, seat, ply, at, why, group_number) "
            "SELECT match, 2, 2, ply, at, why, 2 FROM departures WHERE number = 1",
            "seat 2 leaves, is illegal",
        ),
        ("UPDATE departures SET group_number = 0", "but the rules give"),
        ("DELETE FROM departures WHERE number = 1", "but the rules give"),
    ],
)
async def test_each_kind_of_damage_to_a_match_with_departures_is_named(
    club: Club, damage: str, fault: str
) -> None:
    match = await club.seated("chinese-checkers-3", ADA, BRUNO, CLARA)
    await club.act("resign", match, BRUNO)
    await club.turn(match)
    await club.act("resign", match, ADA)
    assert await faults(club) == []
    await club.spoil(damage)
    assert fault in " ".join(await faults(club))


async def test_a_match_that_waits_for_a_player_who_left_is_named(club: Club) -> None:
    match = await club.seated("chinese-checkers-3", ADA, BRUNO, CLARA)
    await club.spoil(
        "INSERT INTO departures (match, number, seat, ply, at, why, group_number) "
        "VALUES (:id, 0, 0, 0, 1, 'time', 0)",
        id=match.id,
    )
    assert "it is the computer's turn, but no computer move is queued" in " ".join(
        await faults(club)
    )


@pytest.mark.check
async def test_a_match_without_a_posted_or_pending_board_is_named(club: Club, match: Match) -> None:
    await club.spoil("DELETE FROM posts")
    assert await faults(club) == []
    await club.spoil("DELETE FROM outbox")
    (fault,) = await faults(club)
    assert fault == f"Match {match.id}: its board has not been posted and is not queued."


async def test_a_plan_ended_by_a_takeback_may_lie_beyond_the_remaining_turns(
    club: Club,
) -> None:
    match = await club.match(ADA, BRUNO)
    for player, move in ((ADA, "II,3-III,3"), (BRUNO, "VII,6-VI,6"), (ADA, "III,3-IV,3")):
        await club.play(match, player, move)
    await save_plan(club, match, ADA, "*, IV,3-V,3")
    for asker, other in ((ADA, BRUNO), (BRUNO, ADA)):
        await club.act("offer_takeback", match, asker)
        await club.act("accept_takeback", match, other)
    (plan,) = await club.rows("SELECT * FROM plans")
    now = await club.get(match)
    assert plan["ended"] == "takeback"
    assert plan["ply"] > now.turn_count
    assert await faults(club) == []
    await club.spoil("UPDATE plans SET ended = NULL, tell_at = NULL")
    assert await faults(club) == [f"Match {match.id}: a plan in it should have gone."]


@pytest.mark.check
async def test_a_lost_row_and_an_empty_chair_are_named(club: Club, match: Match) -> None:
    await club.spoil("UPDATE challenge_seats SET joined = 0 WHERE challenge = 1 AND slot = 1")
    (fault,) = await faults(club)
    assert fault == "Challenge 1: it is accepted although a place is free."


@pytest.mark.check
async def test_finished_matches_may_have_an_older_revision_of_the_rules(
    club: Club, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club.act("resign", match, ADA)
    with_rules(monkeypatch, revision=9)
    assert await faults(club) == []


@pytest.mark.check
async def test_the_check_does_not_trust_the_position_cache(
    club: Club, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    with reading(club.store) as tx:
        now = lifecycle.load(tx, match.id)
        last = (move_rows.moves_of(tx, match.id))[-1]
    position_cache.cache_position(now, variant("halma-8").start(), last)
    assert await faults(club) == []
    position_cache.clear_cache()


@pytest.mark.check
@pytest.mark.file
async def test_a_broken_reference_is_named(club: Club, match: Match) -> None:
    with closing(sqlite3.connect(club.store.path)) as file, file:  # without foreign keys
        file.execute("DELETE FROM players WHERE id = :ada", {"ada": ADA})
    assert any(
        "of match_seats refers to a missing row of players" in it for it in await faults(club)
    )


@pytest.mark.check
async def test_swapped_places_of_a_rated_game_are_found_and_repaired(club: Club) -> None:
    match = await club.match(rated=True)
    for _ in range(40):
        await club.turn(match)
    await club.act("resign", match, BRUNO)
    await club.deliver()
    assert await club.faults() == []
    before = await club.rows("SELECT seat, place FROM rated_seats ORDER BY seat")
    assert before
    await club.spoil("UPDATE rated_seats SET place = 1 - place")
    assert f"Match {match.id}: its rating has other places." in await club.faults()
    stored = await club.rows("SELECT * FROM ratings ORDER BY player")
    with writing(club.store) as tx:
        assert integrity_check.repair(tx, club.now) == [
            f"Match {match.id}: rated again by its outcome."
        ]
    assert await club.faults() == []
    assert await club.rows("SELECT seat, place FROM rated_seats ORDER BY seat") == before
    assert await club.rows("SELECT * FROM ratings ORDER BY player") == stored


@pytest.mark.parametrize(
    ("table", "column"), [("matches", "moved_at"), ("moves", "at"), ("players", "seen_at")]
)
async def test_recorded_times_in_the_future_are_found(club: Club, table: str, column: str) -> None:
    match = await club.match()
    await club.turn(match)
    await club.deliver()
    with reading(club.store) as tx:
        assert integrity_check.find_faults(tx, now=club.now) == []
    await club.spoil(f"UPDATE {table} SET {column} = {club.now + 61}")
    with reading(club.store) as tx:
        faults = integrity_check.find_faults(tx, now=club.now)
    assert f" rows of {table} have a time ({column}) in the future." in " ".join(faults)
