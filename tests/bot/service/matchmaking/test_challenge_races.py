"""Races between players who join the same challenge."""

import asyncio

import pytest

from bot.service.errors import AlreadyAnswered, ServiceError, TableFull
from bot.service.results import JoinResult
from bot.store.models import Challenge, ChallengeSeat
from tests.bot.service.club import ADA, BRUNO, CLARA, DAVID, EMMA, FRANZ, Club

STAR = "chinese-checkers-6"
THREE = "chinese-checkers-3"


async def test_of_two_players_who_take_the_last_seat_at_once_one_gets_it(club: Club) -> None:
    table = await club.open_challenge(THREE)
    await club.join(table, BRUNO)
    answers = await asyncio.gather(
        club.join(table, CLARA), club.join(table, DAVID), return_exceptions=True
    )
    (joined,) = [answer for answer in answers if isinstance(answer, JoinResult)]
    (late,) = [answer for answer in answers if isinstance(answer, AlreadyAnswered)]
    assert joined.match is not None
    assert late.challenge == joined.challenge
    assert len(await club.rows("SELECT * FROM matches")) == 1


async def test_with_another_seat_reserved_only_one_of_two_players_gets_the_last_free_seat(
    club: Club,
) -> None:
    table = await club.open_challenge(THREE, ChallengeSeat(BRUNO), ChallengeSeat())
    answers = await asyncio.gather(
        club.join(table, CLARA), club.join(table, DAVID), return_exceptions=True
    )
    assert sorted(type(answer).__name__ for answer in answers) == ["JoinResult", "TableFull"]
    assert any(isinstance(answer, TableFull) for answer in answers)


@pytest.mark.parametrize("wanted", [None, 3])
async def test_many_players_joining_at_once_fill_the_challenge_exactly_once(
    club: Club, wanted: int | None
) -> None:
    table = await club.open_challenge(STAR)
    people = [BRUNO, CLARA, DAVID, EMMA, FRANZ, *range(100, 106)]
    answers = await asyncio.gather(
        *(
            club.join(table, player, seat=wanted if n < 4 else None)
            for n, player in enumerate(people)
        ),
        return_exceptions=True,
    )
    joined = [answer for answer in answers if isinstance(answer, JoinResult)]
    assert len(joined) == 5
    assert all(isinstance(answer, JoinResult | ServiceError) for answer in answers)
    (match,) = [answer.match for answer in joined if answer.match is not None]
    assert len(set(match.players)) == 6
    assert await club.faults() == []


async def test_a_player_who_joins_ten_times_at_once_gets_one_seat(club: Club) -> None:
    table = await club.open_challenge(STAR)
    await asyncio.gather(*(club.join(table, BRUNO) for _ in range(10)))
    assert (await club.join(table, CLARA)).challenge.joined_players == (ADA, BRUNO, CLARA)


@pytest.mark.check
async def test_joining_leaving_starting_and_cancelling_at_once_end_consistently(club: Club) -> None:
    for _ in range(6):
        table = await club.open_challenge(STAR, least=2)
        await club.join(table, BRUNO)
        answers = await asyncio.gather(
            club.join(table, CLARA),
            club.leave(table, BRUNO),
            club.start(table),
            club.cancel(table),
            return_exceptions=True,
        )
        assert all(isinstance(answer, JoinResult | Challenge | ServiceError) for answer in answers)
        (row,) = await club.rows("SELECT status, match FROM challenges WHERE id = :id", id=table.id)
        assert row["status"] in ("accepted", "cancelled")
        assert (row["status"] == "accepted") == (row["match"] is not None)
    assert await club.faults() == []


@pytest.mark.check
async def test_if_all_resign_at_once_one_of_them_wins(club: Club) -> None:
    people = (ADA, BRUNO, CLARA, DAVID)
    match = await club.seated("chinese-checkers-4", *people)
    await asyncio.gather(
        *(club.act("resign", match, player) for player in people), return_exceptions=True
    )
    ended = await club.get(match)
    assert ended.outcome is not None
    assert (ended.outcome.reason, len(ended.departed_seats)) == ("left", 3)
    assert await club.faults() == []


@pytest.mark.check
async def test_concurrent_moves_and_resignations_leave_a_consistent_match(club: Club) -> None:
    people = (ADA, BRUNO, CLARA, DAVID, EMMA, FRANZ)
    match = await club.seated(STAR, *people)
    for leaver in (DAVID, BRUNO, FRANZ):
        text = await club.some_move(match)
        now = await club.get(match)
        assert now.to_move is not None
        await asyncio.gather(
            club.play(match, now.to_move, text, ply=now.ply),
            club.act("resign", match, leaver),
            return_exceptions=True,
        )
    ended = await club.get(match)
    assert ended.to_move in (ADA, CLARA, EMMA)
    assert await club.faults() == []
