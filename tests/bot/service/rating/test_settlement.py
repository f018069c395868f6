"""The stored ratings always equal those computed from all rated games."""

import asyncio
import random
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from bot.service.jobs.scheduled_jobs import all_jobs
from bot.service.rating import player_ratings, settlement
from bot.service.rating.ladder import PROVISIONAL, RatingPool
from bot.store import Store, Tx, address, due_times, erasure_rows, ladder_rows, player_rows, ratings
from bot.store.models import ErasureRequest, RatedGame, RatedSeat
from bot.store.statement import Statement
from tests.bot.service.days import patient
from tests.bot.service.random_results import fold, history
from tests.bot.service.rated_game_fixtures import events, recalculate
from tests.bot.service.reference_leaderboard import leaderboard, newcomers
from tests.transactions import reading, writing

GUILD, OTHER = 500, 501
PEOPLE = range(1, 9)
NOW = 1050
Act = tuple[str, int, int]
MATCH = Statement(
    text(
        "INSERT INTO matches (id, variant, revision, status, ply, position, outcome, guild, channel, "
        "created, moved_at, ended_at) "
        "VALUES (:id, 'halma-8', 1, 'finished', 0, '', '{}', :guild, 1, 0, 0, 0)"
    )
)


class Crash(Exception):
    """A simulated crash of the process."""


def random_game(match: int, guild: int, at: int, chance: random.Random) -> RatedGame:
    """Return a rated game with random players and results."""
    duel = chance.random() < 0.6
    people = chance.sample(PEOPLE, 2 if duel else 3)
    seats = tuple(
        RatedSeat(
            seat, player, seat, chance.randrange(2), False, chance.random() < 0.9, (), seat * 6
        )
        for seat, player in enumerate(people)
    )
    kind = "duel" if duel else "melee"
    worldwide, event = chance.random() < 0.5, chance.random() < 0.3
    return RatedGame(0, match, at, kind, guild, seats, worldwide, event=event)


def finish(tx: Tx, match: int, guild: int, at: int, chance: random.Random) -> RatedGame:
    """Store a finished rated game, and settle it."""
    game = random_game(match, guild, at, chance)
    player_rows.ensure_players(tx, [seat.player for seat in game.seats], 0)
    tx.run(MATCH, id=match, guild=guild)
    settlement.settle(tx, game, now=NOW)
    return game


def forget(tx: Tx, person: int, by: int, now: int) -> None:
    """Replace this player with the pseudonymous player `by`."""
    erasure_rows.add_erasure(tx, ErasureRequest(person, now, now))
    erasure_rows.begin_erasure(tx, person, by, "N. N.", now)
    request = erasure_rows.get_erasure(tx, person)
    while request is not None and erasure_rows.replace_batch(tx, request):
        request = erasure_rows.get_erasure(tx, person)
    erasure_rows.finish_erasure(tx, person)


def agrees(tx: Tx, guild: int | None) -> None:
    """Assert that all displayed ratings equal a fold of the rated games in memory."""
    games = events(tx, guild)
    whole = fold(games)
    for kind in PROVISIONAL:
        pool = RatingPool(kind, guild)
        board = player_ratings.leaderboard(tx, guild, kind, most=99, now=NOW)
        assert [(rank, user, each.points) for rank, user, each in board.listed] == [
            (rank, user, each.points) for rank, user, each in leaderboard(whole, pool, NOW)
        ]
        assert [(user, each.points, each.games) for user, each in board.newcomers] == [
            (user, each.points, each.games) for user, each in newcomers(whole, pool, NOW)
        ]
    course: dict[int, list[tuple[int, int]]] = {}
    for event, changes in history(games):
        stored = player_ratings.changes_of(tx, guild, event.match)
        assert not stored.stale
        mine = {user: each for (user, pool), each in changes.items() if pool.guild == guild}
        assert stored.changes.keys() == mine.keys()
        for user, change in mine.items():
            before, after = stored.changes[user].before, stored.changes[user].after
            assert (before.points, before.games) == (change.before.points, change.before.games)
            assert (after.points, after.games) == (change.after.points, change.after.games)
            course.setdefault(user, []).append((event.finished_at, after.points))
    for user, steps in course.items():
        rated = player_ratings.ratings_of(tx, guild, user).ratings
        for kind, rating in rated.items():
            right = whole.ratings[user, RatingPool(kind, guild)]
            assert (rating.points, rating.games, rating.last, rating.returning_games) == (
                right.points,
                right.games,
                right.last,
                right.returning_games,
            )
        own = player_ratings.history_of(tx, guild, user)
        assert own.keys() == rated.keys()
        assert sorted(step for steps in own.values() for step in steps) == sorted(steps)


def everything_agrees(store: Store) -> None:
    """Finish all due recalculations, then assert that the stored ratings are right."""
    recalculate(store, NOW)
    with reading(store) as tx:
        assert settlement.find_faults(tx) == []
        assert due_times.next_due_of(tx, "ladders") is None
        for guild in (GUILD, OTHER, None):
            agrees(tx, guild)


@pytest.mark.check
@settings(patient, max_examples=20)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(
                ("end", "end", "end", "back", "annul", "forget", "batch", "batch", "batch", "ask")
            ),
            st.integers(0, 10**6),
            st.sampled_from((GUILD, GUILD, OTHER)),
        ),
        max_size=40,
    ),
    st.integers(1, 5),
)
def test_stored_ratings_equal_a_fold_of_all_games(
    template: Path, acts: list[Act], chunk: int
) -> None:
    """Between batches, games end in any order or are annulled, and players are erased."""
    asyncio.run(_live(template, acts, chunk))


async def _live(template: Path, acts: Sequence[Act], chunk: int) -> None:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(settlement, "CHUNK", chunk)
        patch.setattr(ladder_rows, "BATCH", chunk)
        store = await Store.open(address(Path(shutil.copy(template, folder))))
        now, counting, made = 1000, {GUILD: [0], OTHER: [0]}, 0
        for what, number, guild in acts:
            chance = random.Random(number)
            games = counting[guild]
            with writing(store) as tx:
                if what in ("end", "back"):
                    made += 1
                    now += chance.randrange(3) if what == "end" else -chance.randrange(4)
                    games.append(made)
                    finish(tx, made, guild, now, chance)
                game = ratings.get_game(tx, games[number % len(games)]) if what == "annul" else None
                if game is not None and not game.void:
                    ratings.add_annulment(tx, game, game.seats[0].player, NOW)
                person = number % len(PEOPLE) + 1
                if what == "forget" and player_rows.get_player(tx, person) is not None:
                    forget(tx, person, -number - 1 - made * 10**7, NOW)
                if what == "batch":
                    settlement.recalculate_due(tx, now=NOW)
            if what == "ask":
                everything_agrees(store)
        everything_agrees(store)
        await store.close()


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settlement, "CHUNK", 3)
    monkeypatch.setattr(ladder_rows, "BATCH", 3)


def season(store: Store, most: int = 30) -> list[RatedGame]:
    """Finish games in one guild, one per second, and return them."""
    with writing(store) as tx:
        return [
            finish(tx, match, GUILD, 900 + match, random.Random(match))
            for match in range(1, most + 1)
        ]


def annul(store: Store, match: int) -> None:
    with writing(store) as tx:
        game = ratings.get_game(tx, match)
        assert game is not None
        ratings.add_annulment(tx, game, game.seats[0].player, NOW)


@pytest.mark.check
async def test_while_ratings_are_recalculated_the_old_ones_are_shown_as_stale(
    store: Store, small_chunks: None
) -> None:
    games = season(store)
    player = games[0].seats[0].player
    with reading(store) as tx:
        before = player_ratings.ratings_of(tx, GUILD, player)
    annul(store, 1)
    for _ in range(5):
        with writing(store) as tx:
            assert settlement.recalculate_due(tx, now=NOW)
        with reading(store) as tx:
            shown = player_ratings.ratings_of(tx, GUILD, player)
            assert (shown.ratings, shown.stale) == (before.ratings, True)
            assert player_ratings.changes_of(tx, GUILD, 1).stale
            assert player_ratings.farming_signs(tx, GUILD)[1]
            assert player_ratings.leaderboard(tx, GUILD, "duel", most=9, now=NOW).stale
            assert player_ratings.preview(tx, games[0]).stale
            assert settlement.find_faults(tx) == []
    everything_agrees(store)
    with reading(store) as tx:
        now = player_ratings.ratings_of(tx, GUILD, player)
        assert not now.stale
        assert now.ratings != before.ratings
        assert player_ratings.changes_of(tx, GUILD, 1).changes == {}


@pytest.mark.check
async def test_a_game_that_ends_while_ratings_are_recalculated_counts_once(
    store: Store, small_chunks: None
) -> None:
    season(store)
    annul(store, 5)
    for turn, match in enumerate(range(31, 41)):
        with writing(store) as tx:
            settlement.recalculate_due(tx, now=NOW)
        with writing(store) as tx:  # the newest game, or one from before games already counted
            at = 900 + match if turn % 3 else 901
            game = finish(tx, match, GUILD, at, random.Random(match))
        with reading(store) as tx:
            assert (
                player_ratings.changes_of(tx, GUILD, match).changes.keys()
                == {seat.player for seat in game.seats if seat.rated}
                or sum(seat.rated for seat in game.seats) < 2
            )
    everything_agrees(store)
    with reading(store) as tx:
        assert len(events(tx, GUILD)) == 40


@pytest.mark.check
async def test_games_out_of_order_need_no_recalculation_if_nobody_has_played_since(
    store: Store,
) -> None:
    def end(tx: Tx, match: int, at: int, *people: int) -> None:
        player_rows.ensure_players(tx, people, 0)
        tx.run(MATCH, id=match, guild=GUILD)
        seats = tuple(RatedSeat(seat, player, seat, seat) for seat, player in enumerate(people))
        settlement.settle(tx, RatedGame(0, match, at, "duel", GUILD, seats), now=NOW)

    with writing(store) as tx:
        end(tx, 9, 1000, 1, 2)
        end(tx, 8, 1000, 3, 4)
        assert due_times.next_due_of(tx, "ladders") is None
        assert settlement.find_faults(tx) == []
        end(tx, 7, 1000, 3, 1)
        assert due_times.next_due_of(tx, "ladders") == NOW
    everything_agrees(store)


@pytest.mark.check
async def test_two_processes_recalculate_and_settle_in_turns(
    games_at: str, tmp_path: Path, unsynced: None, small_chunks: None
) -> None:
    """Each process continues what the other one has begun, as after a crash."""
    stores = [await Store.open(games_at, files=tmp_path / "halma.sqlite3") for _ in range(2)]
    season(stores[0])
    annul(stores[1], 10)
    chance = random.Random(5)

    def work(tx: Tx, match: int) -> None:
        if chance.random() < 0.7:
            settlement.recalculate_due(tx, now=NOW)
        else:
            finish(tx, match, GUILD, 900 + match - chance.randrange(2), chance)

    for start in range(31, 71, 4):
        await asyncio.gather(
            *(stores[turn % 2].write(work, start + turn) for turn in range(4)),
        )
    everything_agrees(stores[0])
    for store in stores:
        await store.close()


@pytest.mark.check
async def test_a_crash_at_any_statement_loses_and_doubles_nothing(
    store: Store, small_chunks: None
) -> None:
    season(store, 12)
    annul(store, 3)
    done, statement = 0, 0
    match = 12
    while done < 12:
        left = statement = statement + 1

        def count(_sql: str) -> None:
            nonlocal left
            left -= 1
            if not left:
                raise Crash

        store.counts.on_statement = count
        try:
            with writing(store) as tx:
                if done % 3 == 1:
                    finish(tx, match + 1, GUILD, 900 + match - done % 2, random.Random(match))
                else:
                    settlement.recalculate_due(tx, now=NOW)
        except Crash:
            pass
        else:
            match += done % 3 == 1
            done, statement = done + 1, 0
        finally:
            store.counts.on_statement = None
    everything_agrees(store)


@pytest.mark.check
async def test_a_difference_between_stored_ratings_and_games_is_found(store: Store) -> None:
    season(store)
    spoil = Statement(text("UPDATE ratings SET points = points + 1 WHERE player = 1"))
    with writing(store) as tx:
        tx.run(spoil)
    with reading(store) as tx:
        assert settlement.find_faults(tx) == [
            "The ratings of server 500: the stored ratings differ from those computed from all games.",
            "The global ratings: the stored ratings differ from those computed from all games.",
        ]


@pytest.mark.check
async def test_the_rows_of_a_discarded_ladder_are_deleted_in_batches(
    store: Store, small_chunks: None
) -> None:
    season(store)
    annul(store, 1)
    recalculate(store, NOW)
    for name in ("ratings", "rating_changes", "rating_opponents", "rating_meetings"):
        query = Statement(text(f"SELECT count(DISTINCT ladder) FROM {name}"))
        with reading(store) as tx:
            assert tx.value(query) <= 2, name  # the guild's ladder and the global one


def test_the_scheduler_recalculates_ratings(tmp_path: Path) -> None:
    (job,) = [job for job in all_jobs(tmp_path) if job.name == "ratings"]
    assert job.run is settlement.recalculate_due
    assert job.delays == {"ladders": 0}
