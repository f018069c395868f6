"""Vacations started by command, and gifts of extra time."""

from typing import Any

import pytest

from bot.service.actions import vacations
from bot.service.actions.timeouts import GRACE
from bot.service.clock.calendar import DAY, HOUR, InvalidTime
from bot.service.clock.time_control import STANDARD, UNTIMED
from bot.service.errors import NobodyToGive
from bot.store.models import Match
from tests.bot.service.club import ADA, BRUNO, START, Club
from tests.bot.service.row_counts import bank as seat_bank
from tests.transactions import reading, writing


@pytest.fixture
async def match(club: Club) -> Match:
    """A match of experienced players; Ada is to move with the standard bank."""
    await club.act("resign", await club.match(), BRUNO)
    begun = await club.match()
    await club.deliver()
    return begun


async def leave(club: Club, player: int, days: int, **more: Any) -> int:
    arguments: dict[str, Any] = {"interaction": next(club.ids), "now": club.now}
    with writing(club.store) as tx:
        return vacations.start_vacation(tx, player, days=days, **(arguments | more))


async def come_back(club: Club, player: int) -> bool:
    with writing(club.store) as tx:
        return vacations.end_now(tx, player, now=club.now)


async def left(club: Club, player: int) -> int:
    with reading(club.store) as tx:
        return vacations.remaining_budget(tx, player, club.now)


async def give(club: Club, match: Match, player: int, **more: Any) -> int:
    arguments: dict[str, Any] = {"interaction": next(club.ids), "now": club.now}
    with writing(club.store) as tx:
        return vacations.give_time(tx, match.id, player=player, **(arguments | more))


async def deadline(club: Club, match: Match) -> int:
    deadline = (await club.get(match)).deadline
    assert deadline is not None
    return deadline


async def test_a_vacation_stops_the_current_turn_and_is_charged_to_the_budget(
    club: Club, match: Match
) -> None:
    club.now += HOUR
    assert await leave(club, ADA, 3, interaction=5) == club.now + 3 * DAY
    assert await leave(club, ADA, 3, interaction=5) == club.now + 3 * DAY
    assert await deadline(club, match) == START + STANDARD.bank + 3 * DAY
    assert await left(club, ADA) == 4 * DAY
    await come_back(club, ADA)
    club.now += DAY
    await leave(club, BRUNO, 7)
    club.now += 3 * DAY
    with pytest.raises(InvalidTime, match="vacation-too-short"):
        await leave(club, BRUNO, 0)
    club.now += 4 * DAY
    with pytest.raises(InvalidTime, match="vacation-used-up"):
        await leave(club, BRUNO, 7)


@pytest.mark.parametrize("ahead", [HOUR, 90 * DAY])
async def test_a_vacation_that_a_wrong_clock_put_into_the_future_can_be_replaced_or_ended(
    club: Club, ahead: int
) -> None:
    club.now += ahead
    await leave(club, ADA, 2)
    club.now -= ahead
    assert await leave(club, ADA, 1) == club.now + DAY
    assert await come_back(club, ADA) is True
    assert await come_back(club, ADA) is False
    club.now += ahead + HOUR
    assert await come_back(club, ADA) is False, "neither is in force later"


async def test_a_turn_that_starts_during_a_vacation_runs_after_it(club: Club, match: Match) -> None:
    await leave(club, BRUNO, 2)
    assert await deadline(club, match) == START + STANDARD.bank
    club.now += DAY
    await club.turn(match)
    with reading(club.store) as tx:
        bank = seat_bank(tx, match.id, 1)
    assert await deadline(club, match) == START + 2 * DAY + bank


async def test_a_move_during_a_vacation_is_free_and_does_not_end_it(
    club: Club, match: Match
) -> None:
    await leave(club, ADA, 2)
    club.now += DAY
    await club.turn(match)
    with reading(club.store) as tx:
        assert seat_bank(tx, match.id, 0) == STANDARD.bank + STANDARD.increment
        assert vacations.vacation_until(tx, ADA, club.now) == START + 2 * DAY


async def test_an_early_return_refunds_the_hours_not_started(club: Club, match: Match) -> None:
    await leave(club, ADA, 3)
    club.now += 10 * HOUR + 60
    assert await come_back(club, ADA)
    assert not await come_back(club, ADA)
    assert await deadline(club, match) == START + STANDARD.bank + 10 * HOUR + 60
    assert 7 * DAY - 11 * HOUR <= await left(club, ADA) < 7 * DAY - 9 * HOUR


async def test_edge_13_a_vacation_that_starts_exactly_at_the_deadline_saves_the_turn(
    club: Club, match: Match
) -> None:
    end = await deadline(club, match)
    club.now = end
    await leave(club, ADA, 1)
    assert await deadline(club, match) == end + DAY
    assert await club.sweep(DAY + GRACE) == []
    assert len(await club.sweep(1)) == 1


async def test_vacation_stops_a_seat_for_at_most_seven_days_in_a_row(
    club: Club, match: Match
) -> None:
    await leave(club, ADA, 7)
    club.now += 7 * DAY
    await club.spoil("UPDATE vacation_budgets SET left = 14 * 86400")
    await leave(club, ADA, 2)
    assert await deadline(club, match) == START + STANDARD.bank + 7 * DAY


async def test_an_opponent_may_give_a_day_repeatedly_and_each_gift_is_announced(
    club: Club, match: Match
) -> None:
    before = await deadline(club, match)
    with pytest.raises(NobodyToGive):
        await give(club, match, ADA)
    assert await give(club, match, BRUNO, interaction=5) == before + DAY
    assert await give(club, match, BRUNO, interaction=5) == before + DAY
    assert await give(club, match, BRUNO) == before + 2 * DAY
    notices = [row.payload for row in await club.deliver() if row.kind == "notice"]
    assert [notice.facts.until for notice in notices] == [before + DAY, before + 2 * DAY]


async def test_extra_time_is_for_one_turn_and_only_in_timed_matches(
    club: Club, match: Match
) -> None:
    await give(club, match, BRUNO)
    await club.turn(match)
    await club.turn(match)
    with reading(club.store) as tx:
        assert seat_bank(tx, match.id, 0) == STANDARD.bank + STANDARD.increment
    untimed = await club.match(control=UNTIMED)
    with pytest.raises(NobodyToGive):
        await give(club, untimed, BRUNO)
