"""The cost of a move in an uncached match does not grow with the match's length."""

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.service import position_cache
from bot.service.match import lifecycle
from bot.store import Store, address
from bot.store.match import match_saver
from bot.store.models import Match
from engine import random_turn
from engine.position import may_repeat, repetition_count
from tests.bench.timing import seconds
from tests.bot.service.club import Club
from tests.transactions import writing


@pytest.fixture
def runner() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as runner:
        yield runner


async def game_of(club: Club, turns: int) -> Match:
    """Return a running match of `turns` plies."""
    match, rng = await club.match(variant="halma"), random.Random(turns)
    with writing(club.store) as tx:
        position = lifecycle.load_position(tx, match)
        while position.position.ply < turns:
            move = random_turn(position.rules, position.position, rng)
            player = match.players[position.position.turn]
            position = lifecycle.apply_move(
                tx, position, move, player=player, by="player", now=club.now
            )
        match_saver.save(tx, match, position.match)
    return position.match


def test_a_cold_move_at_ply_900_costs_at_most_twice_one_at_ply_10(
    tmp_path: Path, runner: asyncio.Runner
) -> None:
    store = runner.run(Store.open(address(tmp_path / "halma.sqlite3")))
    club = Club(store)
    short, long = (runner.run(game_of(club, turns)) for turns in (10, 900))

    async def undone(match: Match) -> None:
        position_cache.clear_cache()
        with writing(store) as tx:
            position = lifecycle.load_position(tx, lifecycle.load(tx, match.id))
            text = position.rules.format(
                random_turn(position.rules, position.position, random.Random(1))
            )
            move = position.rules.parse(position.position, text)
            made = lifecycle.apply_move(
                tx, position, move, player=match.to_move, by="player", now=club.now
            )
            lifecycle.advance(tx, made, now=club.now)
            assert repetition_count(made.position) == 1
            assert not may_repeat(made.position)
            raise _Undone

    def cold(match: Match) -> float:
        def once() -> None:
            with pytest.raises(_Undone):
                runner.run(undone(match))

        return seconds(once, least=0.1)

    early, late = cold(short), cold(long)
    assert late < 2 * early
    runner.run(store.close())


class _Undone(Exception):
    """Raised to roll back the transaction, so that the same move can be repeated."""
