"""Race test: concurrent requests about one ladder through two stores."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from bot.extensions.tournaments.errors import CannotChallenge
from bot.extensions.tournaments.service import ladder_challenges
from bot.service.actions import resignations
from bot.service.errors import Finished
from bot.store import Store
from bot.store.models import Match
from tests.bot.extensions.tournaments.climbers import Climbers, player_of
from tests.bot.service.club import Club


@pytest.fixture
async def stores(store: Store, games_at: str, tmp_path: Path) -> AsyncIterator[tuple[Store, Store]]:
    """Return two stores on one database, as in two processes."""
    other = await Store.open(games_at, files=tmp_path / "other.sqlite3")
    yield store, other
    await other.close()


async def at_once(*requests: object) -> list[object]:
    """Run requests at once. Returns the result of each, or the error that it raised."""
    return list(await asyncio.gather(*requests, return_exceptions=True))  # type: ignore[call-overload]


async def test_two_members_who_challenge_each_other_at_once_begin_one_game(
    stores: tuple[Store, Store],
) -> None:
    climbers = Climbers(Club(stores[0]))
    climbers.join("AB")
    results = await at_once(
        *(
            store.write(
                ladder_challenges.challenge,
                climbers.ladder.id,
                player=player_of("B"),
                other=player_of("A"),
                interaction=next(climbers.club.ids),
                now=climbers.club.now,
            )
            for store in stores
        )
    )
    assert sorted(type(result).__name__ for result in results) == [
        CannotChallenge.__name__,
        Match.__name__,
    ]
    assert len(climbers.view("A").running) == 1


@pytest.mark.check
@pytest.mark.parametrize("seed", range(4))
async def test_concurrent_results_each_count_once(stores: tuple[Store, Store], seed: int) -> None:
    climbers, rng = Climbers(Club(stores[0])), Random(seed)
    climbers.join("ABCDEFGH")
    pairs = ["BA", "CA", "DB", "EC", "FD", "GE", "HF"]
    matches = [climbers.challenge(*pair) for pair in pairs]
    for match in matches:
        for _ in range(2):
            await climbers.club.turn(match)
    losers = [rng.choice(match.players) for match in matches]
    requests = [
        store.write(
            resignations.resign,
            match.id,
            player=loser,
            interaction=next(climbers.club.ids),
            now=climbers.club.now,
        )
        for match, loser in zip(matches, losers, strict=True)
        for store in stores
    ]
    rng.shuffle(requests)
    results = await at_once(*requests)
    assert sum(isinstance(result, Finished) for result in results) == len(matches)
    assert sorted(climbers.order()) == list("ABCDEFGH")
    rows = await climbers.club.rows("SELECT winner FROM ladder_games ORDER BY match")
    assert [row["winner"] for row in rows] == [
        next(player for player in match.players if player != loser)
        for match, loser in zip(matches, losers, strict=True)
    ]
    moves = await climbers.club.rows("SELECT * FROM ladder_moves WHERE match IS NOT NULL")
    assert len(moves) == len({row["match"] for row in moves})
