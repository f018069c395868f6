"""The stored ratings always equal those computed from all rated games and refunds."""

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

from bot.service.rating import player_ratings, settlement
from bot.service.rating.ladder import PROVISIONAL, RatingPool
from bot.store import Store, Tx, address
from bot.store.driver.statement import Statement
from bot.store.models import ErasureRequest, RatedGame, RatedSeat
from bot.store.players import erasure_rows, player_rows
from bot.store.rating import ratings
from tests.bot.service.days import patient
from tests.bot.service.random_results import fold, history
from tests.bot.service.rated_game_fixtures import events
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
        "VALUES (:id, 'halma-8', 1, 'finished', 0, '', '{}', :guild, 1, 0, 0, :at)"
    )
)
OPPONENTS = Statement(text("SELECT opponent FROM rating_opponents ORDER BY player"))


def random_game(match: int, guild: int, at: int, chance: random.Random) -> RatedGame:
    """Return a rated game with random players and results."""
    duel = chance.random() < 0.6
    people = chance.sample(PEOPLE, 2 if duel else 3)
    seats = tuple(
        RatedSeat(seat, player, seat, chance.randrange(2), False, chance.random() < 0.9)
        for seat, player in enumerate(people)
    )
    kind = "duel" if duel else "melee"
    worldwide, event = chance.random() < 0.5, chance.random() < 0.3
    return RatedGame(0, match, at, kind, guild, seats, worldwide, event=event)


def finish(tx: Tx, match: int, guild: int, at: int, chance: random.Random) -> RatedGame:
    """Store a finished rated game, and settle it."""
    game = random_game(match, guild, at, chance)
    player_rows.ensure_players(tx, [seat.player for seat in game.seats], 0)
    tx.run(MATCH, id=match, guild=guild, at=at)
    settlement.settle(tx, game)
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
    course: dict[tuple[int, RatingPool], list[tuple[int, int, int]]] = {}
    for event, changes in history(games):
        stored = player_ratings.changes_of(tx, guild, event.match)
        assert stored.annulled == (event.annulled is not None and bool(stored.changes))
        mine = {key: each for key, each in changes.items() if key[1].guild == guild}
        for (user, pool), change in mine.items():
            gained = change.after.points - change.before.points
            steps = course.setdefault((user, pool), [])
            if (event.finished_at, event.match) in [step[:2] for step in steps]:
                gained += next(step[2] for step in steps if step[1] == event.match)
                steps[:] = [step for step in steps if step[1] != event.match]
                steps.append((event.finished_at, -event.match, gained))  # annulled
                continue
            before, after = stored.changes[user].before, stored.changes[user].after
            assert (before.points, before.games) == (change.before.points, change.before.games)
            assert (after.points, after.games) == (change.after.points, change.after.games)
            steps.append((event.finished_at, event.match, gained))
    for (user, pool), steps in course.items():
        rating, right = (
            player_ratings.ratings_of(tx, guild, user).get(pool.kind),
            whole.ratings[user, pool],
        )
        assert rating == (right if right.games else None)
        points = right.points - sum(step[2] for step in steps)
        curve = []
        for at, match, gained in sorted(steps, key=lambda step: (step[0], abs(step[1]))):
            points += gained
            curve += [(at, points)] if match > 0 else []
        own = player_ratings.history_of(tx, guild, user).courses
        assert list(own.get(pool.kind, ())) == curve


def everything_agrees(store: Store) -> None:
    """Assert that all stored ratings are right."""
    with reading(store) as tx:
        assert settlement.find_faults(tx) == []
        for guild in (GUILD, OTHER, None):
            agrees(tx, guild)


@pytest.mark.check
@settings(patient, max_examples=20)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(
                ("end", "end", "end", "end", "back", "annul", "annul", "forget", "ask")
            ),
            st.integers(0, 10**6),
            st.sampled_from((GUILD, GUILD, OTHER)),
        ),
        max_size=40,
    )
)
def test_stored_ratings_equal_a_fold_of_all_games(template: Path, acts: list[Act]) -> None:
    """Games end in any order of their times or are annulled, and players are erased."""
    asyncio.run(_live(template, acts))


async def _live(template: Path, acts: Sequence[Act]) -> None:
    with tempfile.TemporaryDirectory() as folder:
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
                if game is not None and game.annulled is None:
                    settlement.annul(tx, game, by=game.seats[0].player, now=NOW)
                person = number % len(PEOPLE) + 1
                if what == "forget" and player_rows.get_player(tx, person) is not None:
                    forget(tx, person, -number - 1 - made * 10**7, NOW)
            if what == "ask":
                everything_agrees(store)
        everything_agrees(store)
        await store.close()


def season(store: Store, most: int = 30) -> list[RatedGame]:
    """Finish games in one guild, one per second, and return them."""
    with writing(store) as tx:
        return [
            finish(tx, match, GUILD, 900 + match, random.Random(match))
            for match in range(1, most + 1)
        ]


def annul(tx: Tx, match: int) -> None:
    game = ratings.get_game(tx, match)
    assert game is not None
    settlement.annul(tx, game, by=game.seats[0].player, now=NOW)


def duel(tx: Tx, match: int, winner: int, loser: int, at: int = 1000) -> None:
    """Finish a duel in GUILD, and settle it."""
    player_rows.ensure_players(tx, (winner, loser), 0)
    tx.run(MATCH, id=match, guild=GUILD, at=at)
    seats = (RatedSeat(0, winner, 0, 0), RatedSeat(1, loser, 1, 1))
    settlement.settle(tx, RatedGame(0, match, at, "duel", GUILD, seats))


def rating(tx: Tx, player: int) -> tuple[int, int]:
    """Return a player's points in duels, and their number of games."""
    own = player_ratings.ratings_of(tx, GUILD, player).get("duel")
    return (0, 0) if own is None else (own.points, own.games)


async def test_an_annulment_refunds_both_players_at_once_and_leaves_later_games(
    store: Store,
) -> None:
    with writing(store) as tx:
        duel(tx, 1, 1, 2)
        duel(tx, 2, 1, 3)
        later = player_ratings.changes_of(tx, GUILD, 2)
        assert (rating(tx, 1)[1], rating(tx, 2)) == (2, (147_000, 1))
        before = rating(tx, 1)[0]
        annul(tx, 1)
        assert rating(tx, 1) == (before - 3_000, 1)
        assert rating(tx, 2) == (0, 0)  # shown as without a rating
        assert player_ratings.changes_of(tx, GUILD, 2) == later
        assert player_ratings.changes_of(tx, GUILD, 1).annulled
        assert settlement.find_faults(tx) == []


async def test_the_curve_and_its_peak_are_without_annulled_games(store: Store) -> None:
    with writing(store) as tx:
        for match in (1, 2, 3):
            duel(tx, match, 1, match + 1, 1000 + match)
        duel(tx, 4, 5, 1, 1004)
        whole = player_ratings.history_of(tx, GUILD, 1)
        gains = [
            change.after.points - change.before.points
            for match in (1, 2, 3, 4)
            for change in [player_ratings.changes_of(tx, GUILD, match).changes[1]]
        ]
        annul(tx, 2)
        course = player_ratings.history_of(tx, GUILD, 1)
        shown = rating(tx, 1)[0]
    assert [point.at for point in whole.courses["duel"]] == [1001, 1002, 1003, 1004]
    assert (whole.annulled, course.annulled) == (0, 1)
    first = 150_000 + gains[0]
    assert course.courses["duel"] == [
        (1001, first),
        (1003, first + gains[2]),
        (1004, first + gains[2] + gains[3]),
    ]
    assert course.courses["duel"][-1].points == shown
    peaks = [max(point.points for point in each.courses["duel"]) for each in (whole, course)]
    assert peaks[0] - peaks[1] == gains[1]


async def test_annulled_games_do_not_lower_the_weight_of_a_pair(store: Store) -> None:
    with writing(store) as tx:
        for match in range(1, 7):
            duel(tx, match, 1, 2, 1000 + match)
        assert rating(tx, 1)[1] == 5  # the sixth meeting has no weight
        for match in range(1, 6):
            annul(tx, match)
        assert rating(tx, 1)[1] == 0
        duel(tx, 7, 1, 2, 1010)
        assert rating(tx, 1)[1] == 1
        assert settlement.find_faults(tx) == []


async def test_a_player_with_annulled_games_only_is_not_on_the_leaderboard(store: Store) -> None:
    with writing(store) as tx:
        duel(tx, 1, 1, 2)
        duel(tx, 2, 1, 3)
        annul(tx, 1)
        board = player_ratings.leaderboard(tx, GUILD, "duel", most=9, now=NOW)
        assert [user for user, _ in board.newcomers] == [1, 3]
        assert tx.column(OPPONENTS) == [3, 1]  # of Players 1 and 3


async def test_a_game_of_an_erased_player_is_refunded_to_both(store: Store) -> None:
    with writing(store) as tx:
        duel(tx, 1, 1, 2)
        duel(tx, 2, 1, 3)
        forget(tx, 1, -7, NOW)
        assert rating(tx, 2) == (147_000, 1)  # an erasure changes no opponent's rating
        assert rating(tx, -7)[1] == 2
        annul(tx, 1)
        assert (rating(tx, -7)[1], rating(tx, 2)) == (1, (0, 0))
        assert settlement.find_faults(tx) == []


async def test_a_game_is_refunded_between_the_batches_of_an_erasure(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(erasure_rows, "BATCH", 1)
    season(store, 12)
    with writing(store) as tx:
        erasure_rows.add_erasure(tx, ErasureRequest(1, NOW, NOW))
        erasure_rows.begin_erasure(tx, 1, -7, "N. N.", NOW)
    annulled = iter(range(1, 13))
    while True:
        everything_agrees(store)
        with writing(store) as tx:
            request = erasure_rows.get_erasure(tx, 1)
            if request is None or not erasure_rows.replace_batch(tx, request):
                break
            annul(tx, next(annulled))
    with writing(store) as tx:
        erasure_rows.finish_erasure(tx, 1)
    everything_agrees(store)


async def test_a_refund_runs_as_many_statements_after_many_games_as_after_few(
    store: Store,
) -> None:
    counts = []
    for most in (4, 60):
        with writing(store) as tx:
            for number in range(most):
                duel(tx, 100 * most + number, most, 1000 + number, 1000 + number)
        seen: list[str] = []
        store.counts.on_statement = seen.append
        with writing(store) as tx:
            annul(tx, 100 * most)
        store.counts.on_statement = None
        counts.append(len(seen))
    assert counts[0] == counts[1] < 20
