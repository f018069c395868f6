"""Concurrent requests: one move per ply wins, and the others get the right error."""

import asyncio
import random

import pytest

from bot.operations import integrity_check
from bot.service.actions import moves
from bot.service.errors import Finished, NotYourTurn, ServiceError, Stale
from bot.service.jobs.scheduler import Scheduler
from bot.service.results import PlayedMove
from bot.store.models import Match
from engine import EngineError, variant
from tests.bot.service.club import ADA, BRUNO, CLARA, Club, asker
from tests.bot.service.fake_discord import Discord
from tests.transactions import reading

pytestmark = pytest.mark.usefixtures("early_draws")


async def faults(club: Club) -> list[str]:
    with reading(club.store) as tx:
        return integrity_check.find_faults(tx)


async def texts(club: Club, match: Match) -> list[str]:
    with reading(club.store) as tx:
        view = moves.view_at(tx, match.id)
    game = variant(match.variant)
    return [game.format(move) for move in game.moves(view.position)]


async def test_of_two_different_moves_at_the_same_ply_one_wins(club: Club) -> None:
    match = await club.match()
    first, second, *_ = await texts(club, match)
    answers = await asyncio.gather(
        club.play(match, ADA, first, ply=0),
        club.play(match, ADA, second, ply=0),
        return_exceptions=True,
    )
    (played,) = [answer for answer in answers if isinstance(answer, PlayedMove)]
    (late,) = [answer for answer in answers if isinstance(answer, Stale)]
    assert late.match == played.match
    assert (await club.get(match)).ply == 1


async def test_of_two_moves_without_a_ply_one_wins(club: Club) -> None:
    match = await club.match()
    first, second, *_ = await texts(club, match)
    answers = await asyncio.gather(
        club.play(match, ADA, first), club.play(match, ADA, second), return_exceptions=True
    )
    assert sorted(type(answer) for answer in answers if isinstance(answer, NotYourTurn)) == [
        NotYourTurn
    ]
    assert (await club.get(match)).ply == 1


async def test_an_interaction_delivered_many_times_at_once_is_one_move(club: Club) -> None:
    match = await club.match()
    text, *_ = await texts(club, match)
    answers = await asyncio.gather(
        *(club.play(match, ADA, text, ply=0, interaction=7) for _ in range(10))
    )
    assert sorted(answer.repeated for answer in answers) == [False] + [True] * 9
    assert {answer.match.ply for answer in answers} == {1}


@pytest.mark.check
async def test_a_move_and_a_resignation_at_the_same_time_end_consistently(club: Club) -> None:
    for _ in range(5):
        match = await club.match()
        text, *_ = await texts(club, match)
        played, resigned = await asyncio.gather(
            club.play(match, ADA, text), club.act("resign", match, BRUNO), return_exceptions=True
        )
        assert isinstance(played, PlayedMove | Finished)
        assert isinstance(resigned, Match)
        assert (await club.get(match)).status == "finished"
    assert await faults(club) == []


async def test_two_simultaneous_draw_offers_are_an_agreement(club: Club) -> None:
    match = await club.match()
    await asyncio.gather(*(club.act("offer_draw", match, player) for player in (ADA, BRUNO)))
    ended = await club.get(match)
    assert (ended.status, asker(ended)) == ("finished", None)


@pytest.mark.check
async def test_many_concurrent_players_in_many_matches_lose_nothing(club: Club) -> None:
    """All players move at the same time, while the boards are being delivered."""
    discord = Discord()
    sleeper = Scheduler(
        club.store, deliver=discord.deliver, find=discord.find, clock=lambda: club.now
    )
    await sleeper.start()
    people = [ADA, BRUNO, CLARA, *range(100, 109)]
    games = [
        await club.match(people[n], people[(n * 7 + 3) % len(people)], channel=600 + n % 4)
        for n in range(len(people))
    ]
    won: dict[int, int] = dict.fromkeys((game.id for game in games), 0)
    rng = random.Random(5)

    async def move(game: Match, player: int, text: str, ply: int) -> None:
        await asyncio.sleep(rng.random() / 200)
        try:
            played = await club.play(game, player, text, ply=ply)
        except (ServiceError, EngineError):
            return
        assert played.match.ply == ply + 1
        won[game.id] += 1

    for round_ in range(3):
        tries = []
        for game in games:
            now = await club.get(game)
            assert now.ply == round_
            for text in rng.sample(await texts(club, now), 2):
                tries += [move(game, player, text, round_) for player in now.players]
        rng.shuffle(tries)
        await asyncio.gather(*tries)
    assert set(won.values()) == {3}
    assert await faults(club) == []
    await sleeper.run_until_idle()
    await sleeper.stop()
    boards = [(row.match, row.ply) for row in discord.messages.values() if row.kind == "board"]
    assert len(boards) == len(set(boards))
    for game in games:
        plies = [ply for match, ply in boards if match == game.id]
        assert plies == sorted(plies, key=lambda ply: ply or 0)
        assert plies[-1] == 3
    assert await club.pending_kinds() == []


@pytest.mark.check
async def test_a_cancelled_request_leaves_a_consistent_match(club: Club) -> None:
    match = await club.match()
    rng = random.Random(3)
    for _ in range(40):
        now = await club.get(match)
        if now.status != "running":
            match = await club.match()
            continue
        assert now.to_move is not None
        task = asyncio.create_task(club.play(now, now.to_move, await club.some_move(now)))
        await asyncio.sleep(rng.random() / 200)
        task.cancel()
        (answer,) = await asyncio.gather(task, return_exceptions=True)
        after = await club.get(match)
        assert after.ply in (now.ply, now.ply + 1)
        if isinstance(answer, PlayedMove):
            assert after == answer.match
    assert await faults(club) == []
