"""The cached ladder always equals one computed from all rated games."""

import asyncio
import random
import shutil
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from bot.service.rating import ladder_cache
from bot.service.rating.ladder import RatingPool, get_rating, leaderboard
from bot.service.rating.ladder_cache import CachedLadder, LadderCache
from bot.store import Store, Tx, address, erasure_rows, player_rows, ratings
from bot.store.models import ErasureRequest, RatedGame, RatedSeat
from bot.store.statement import Statement
from tests import raw
from tests.bot.service.days import patient
from tests.bot.service.random_results import fold
from tests.bot.service.rated_game_fixtures import events
from tests.transactions import reading, writing

GUILD, OTHER = 500, 501
PEOPLE = range(1, 9)
Act = tuple[str, int, int]
MATCH = Statement(
    text(
        "INSERT INTO matches (id, variant, revision, status, ply, position, outcome, guild, channel, "
        "created, moved_at, ended_at) "
        "VALUES (:id, 'halma-8', 1, 'finished', 0, '', '{}', :guild, 1, 0, 0, 0)"
    )
)


def finish(tx: Tx, match: int, guild: int, at: int, chance: random.Random) -> None:
    """Store a finished rated game with random players and results."""
    duel = chance.random() < 0.6
    people = chance.sample(PEOPLE, 2 if duel else 3)
    player_rows.ensure_players(tx, people, 0)
    tx.run(MATCH, id=match, guild=guild)
    seats = tuple(
        RatedSeat(
            seat, player, seat, chance.randrange(2), False, chance.random() < 0.9, (), seat * 6
        )
        for seat, player in enumerate(people)
    )
    kind = "duel" if duel else "melee"
    worldwide = chance.random() < 0.5
    ratings.add_game(tx, RatedGame(0, match, at, kind, guild, seats, worldwide))


def forget(tx: Tx, person: int, by: int, now: int) -> None:
    """Replace this player by the pseudonymous player `by`."""
    erasure_rows.add_erasure(tx, ErasureRequest(person, now, now))
    erasure_rows.begin_erasure(tx, person, by, "N. N.", now)
    request = erasure_rows.get_erasure(tx, person)
    while request is not None and erasure_rows.replace_batch(tx, request):
        request = erasure_rows.get_erasure(tx, person)
    erasure_rows.finish_erasure(tx, person)


async def agrees(kept: LadderCache, store: Store, guild: int | None) -> None:
    """Assert that the cached ladder equals one computed from the rows."""
    with reading(store) as tx:
        found = events(tx, guild)
    whole = fold(found)
    afresh = await LadderCache(store).query(guild, lambda ladder: ladder)

    def compare(ladder: CachedLadder) -> None:
        for kind in ("duel", "melee"):
            for player in {seat.player for event in found for seat in event.seats} | {1, -1}:
                mine = get_rating(whole, player, RatingPool(kind, guild))
                assert ladder.rating(player, kind) == mine
                assert ladder.history_of(player) == afresh.history_of(player)
            assert ladder.leaderboard(kind, 1050) == leaderboard(
                whole, RatingPool(kind, guild), 1050
            )
        assert ladder.signs() == afresh.signs()
        for event in found:
            people = [seat.player for seat in event.seats]
            assert ladder.effect_of(event.match, people) == afresh.effect_of(event.match, people)

    await kept.query(guild, compare)


@settings(patient, max_examples=12)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(("end", "end", "end", "back", "annul", "forget", "ask", "ask")),
            st.integers(0, 10**6),
            st.sampled_from((GUILD, GUILD, OTHER)),
        ),
        max_size=25,
    ),
    st.integers(1, 5),
)
def test_an_incrementally_updated_ladder_equals_a_recomputed_one(
    template: Path, acts: list[Act], chunk: int
) -> None:
    asyncio.run(_live(template, acts, chunk))


async def _live(template: Path, acts: Sequence[Act], chunk: int) -> None:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(ladder_cache, "CHUNK", chunk)
        store = await Store.open(address(Path(shutil.copy(template, folder))))
        kept = LadderCache(store)
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
                    ratings.add_annulment(tx, game, game.seats[0].player, now)
                person = number % len(PEOPLE) + 1
                if what == "forget" and player_rows.get_player(tx, person) is not None:
                    forget(tx, person, -number - 1 - made * 10**7, now)
            if what == "ask":
                await agrees(kept, store, None if number % 3 == 0 else guild)
        for ladder in (GUILD, OTHER, None):
            await agrees(kept, store, ladder)
        await store.close()


async def test_concurrent_callers_share_one_computation_in_another_thread(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladder_cache, "CHUNK", 5)
    with writing(store) as tx:
        for match in range(1, 31):
            finish(tx, match, GUILD, match, random.Random(match))
    counted: list[int] = []
    threads: set[int] = set()
    count = CachedLadder.count

    def watched(self: CachedLadder, games: Sequence[RatedGame]) -> bool:
        counted.extend(game.match for game in games)
        threads.add(threading.get_ident())
        return count(self, games)

    monkeypatch.setattr(CachedLadder, "count", watched)
    kept = LadderCache(store)
    boards = await asyncio.gather(
        *(kept.query(GUILD, lambda ladder: ladder.history_of(1)) for _ in range(8))
    )
    assert sorted(counted) == list(range(1, 31))
    assert threading.get_ident() not in threads
    assert all(board == boards[0] for board in boards)


async def test_other_work_continues_between_the_chunks_of_the_first_computation(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladder_cache, "CHUNK", 1)
    with writing(store) as tx:
        for match in range(1, 21):
            finish(tx, match, GUILD, match, random.Random(match))
    waiting = threading.Event()
    count = CachedLadder.count

    def held(self: CachedLadder, games: Sequence[RatedGame]) -> bool:
        assert waiting.wait(10)
        return count(self, games)

    monkeypatch.setattr(CachedLadder, "count", held)
    folding = asyncio.create_task(LadderCache(store).query(GUILD, CachedLadder.signs))
    # A running computation blocks neither the event loop nor the database.
    for player in range(20):
        with writing(store) as tx:
            player_rows.ensure_players(tx, [100 + player], 0)
    assert not folding.done()
    waiting.set()
    await folding


async def test_a_cancelled_caller_leaves_a_consistent_cache(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladder_cache, "CHUNK", 3)
    with writing(store) as tx:
        for match in range(1, 21):
            finish(tx, match, GUILD, match, random.Random(match))
    kept = LadderCache(store)
    for pause in range(5):
        asking = asyncio.create_task(kept.query(GUILD, CachedLadder.signs))
        await asyncio.sleep(pause / 500)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
    await agrees(kept, store, GUILD)


async def test_after_one_more_game_only_that_game_is_read(store: Store) -> None:
    with writing(store) as tx:
        for match in range(1, 41):
            finish(tx, match, GUILD, match, random.Random(match))
    kept = LadderCache(store)
    await kept.query(GUILD, CachedLadder.signs)
    with writing(store) as tx:
        finish(tx, 41, GUILD, 41, random.Random(41))
    asked: list[Any] = []
    later = ratings.games_added_after

    def counting(*given: Any) -> list[RatedGame]:
        found = later(*given)
        asked.append([game.match for game in found])
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ratings, "games_added_after", counting)
        await kept.query(GUILD, CachedLadder.signs)
        await kept.query(GUILD, CachedLadder.signs)
    assert asked == [[41]]


@pytest.mark.file
@pytest.mark.parametrize("guild", [GUILD, None])
async def test_the_games_of_a_ladder_are_found_in_order_by_an_index(
    store: Store, guild: int | None
) -> None:
    part = ratings._WORLDWIDE if guild is None else ratings._OF_SERVER
    for statement in (part.state, part.history, part.later):
        plan = raw.plan(store.path, statement)
        assert not any("TEMP B-TREE" in step for step in plan), plan
        assert not any(step.startswith("SCAN rated_games") and "INDEX" not in step for step in plan)
