"""Turns of rated games whose time runs out: who loses or leaves, what is aborted, and made good.

Nobody has vacation left to be taken; `test_overtime` has that, and the games that are not rated.
"""

import pytest

from bot.service.actions.timeouts import GRACE
from bot.service.clock.calendar import DAY, HOUR, BadTime
from bot.service.clock.time_control import STANDARD, UNTIMED, TimeControl, parse
from bot.service.errors import Finished, OutOfTime
from bot.store import clocks, matches
from bot.store.models import Match
from tests.bot.service.club import ADA, BRUNO, CLARA, DAVID, EMMA, START, Club, falls_due
from tests.bot.service.row_counts import bank as seat_bank

DAILY = parse("daily")
FOUR = "halma-4"


@pytest.fixture
async def match(club: Club) -> Match:
    """A rated match of two who have played before, in which both have moved, at the same second."""
    await club.match()
    begun = await club.match()
    await club.turn(begun)
    await club.turn(begun)
    await club.tell()
    return await club.strict(begun)


async def bank(club: Club, match: Match, seat: int) -> int:
    async with club.store.read() as tx:
        return await seat_bank(tx, match.id, seat)


async def notices(club: Club) -> list[object]:
    return [row.payload.notice for row in await club.tell() if row.kind == "notice"]


async def test_a_match_is_played_by_the_clock_of_its_challenge(club: Club) -> None:
    standard = await club.match()
    assert standard.control == str(STANDARD)
    chosen = await club.match(control=DAILY)
    assert parse(chosen.control) == DAILY
    assert chosen.deadline == START + DAY
    with pytest.raises(BadTime):
        await club.challenge(control=TimeControl(15 * DAY, DAY, 15 * DAY))


async def test_the_first_game_of_a_person_begins_with_twice_the_time(club: Club) -> None:
    first = await club.match()
    assert first.deadline == START + 2 * STANDARD.bank
    again = await club.match(CLARA, ADA)
    assert await bank(club, again, 0) == 2 * STANDARD.bank
    assert await bank(club, again, 1) == STANDARD.bank


async def test_a_move_is_charged_and_earns_its_increment_up_to_the_cap(
    club: Club, match: Match
) -> None:
    assert await bank(club, match, 0) == STANDARD.bank + STANDARD.increment
    club.now += 10 * HOUR
    await club.turn(match)
    assert await bank(club, match, 0) == STANDARD.bank + 2 * STANDARD.increment - 10 * HOUR
    after = await club.get(match)
    assert after.deadline == club.now + STANDARD.bank + STANDARD.increment
    for _ in range(20):
        await club.turn(match)
    assert await bank(club, match, 0) == await bank(club, match, 1) == STANDARD.cap


async def test_of_two_the_other_wins_when_a_turn_runs_out(club: Club, match: Match) -> None:
    assert match.deadline is not None
    await club.sweep(match.deadline + GRACE - club.now)
    assert (await club.get(match)).status == "running"
    async with club.store.read() as tx:
        assert await falls_due(tx, "flags") == match.deadline + GRACE + 1
    assert match in await running(club)
    [over] = [each for each in await club.sweep(1) if each.id == match.id]
    assert over.status == "finished"
    assert over.outcome is not None
    assert (over.outcome.ranking, over.outcome.reason) == (((1,), (0,)), "time")
    assert over.deadline is None
    assert await club.faults() == []
    assert "result" in [row.kind for row in await club.tell()]


async def running(club: Club) -> list[Match]:
    async with club.store.read() as tx:
        return await matches.running(tx)


async def test_a_sweep_gives_up_each_turn_only_once(club: Club, match: Match) -> None:
    """A stale clock, read before the player moved, gives nothing up."""
    async with club.store.read() as tx:
        seen = await clocks.get(tx, match.id)
    assert seen is not None
    await club.turn(match)
    async with club.store.write() as tx:
        assert not await clocks.drop(tx, seen)
    assert len([each for each in await club.sweep(200 * DAY) if each.id == match.id]) == 1
    assert await club.sweep() == []
    assert await club.sweep(DAY) == []


async def test_edge_4_a_move_wins_that_was_sent_before_the_deadline_and_comes_after_it(
    club: Club, match: Match
) -> None:
    assert match.deadline is not None
    club.now = match.deadline + GRACE
    text = await club.some_move(match)
    with pytest.raises(OutOfTime) as late:
        await club.play(match, ADA, text, interaction=club.sent_at(match.deadline + 1))
    assert late.value.facts["deadline"] == match.deadline
    await club.play(match, ADA, text, interaction=club.sent_at(match.deadline))
    assert await bank(club, match, 0) == STANDARD.increment
    assert match.id not in [each.id for each in await club.sweep(1)]


async def test_edge_35_only_our_clock_counts_where_discords_is_ahead(
    club: Club, match: Match
) -> None:
    assert match.deadline is not None
    club.now = match.deadline
    await club.turn(match, interaction=club.sent_at(match.deadline + HOUR))


async def test_a_move_after_the_sweep_finds_the_game_over(club: Club, match: Match) -> None:
    text = await club.some_move(match)
    await club.sweep(200 * DAY)
    with pytest.raises(Finished):
        await club.play(match, ADA, text)


async def test_who_never_makes_a_first_move_has_the_game_aborted(club: Club) -> None:
    match = await club.match()
    await club.turn(match)
    await club.tell()
    [over] = await club.sweep(2 * STANDARD.bank + GRACE + 1)
    assert (over.status, over.outcome) == ("aborted", None)
    assert await notices(club) == ["no-show"]
    assert await club.faults() == []


async def test_an_untimed_game_is_given_up_after_thirty_idle_days_without_a_result(
    club: Club,
) -> None:
    match = await club.match(control=UNTIMED)
    for _ in range(4):
        club.now += 29 * DAY
        assert await club.sweep() == []
        await club.turn(match)
    [over] = await club.sweep(30 * DAY + GRACE + 1)
    assert over.status == "aborted"
    assert await notices(club) == ["abandoned"]


async def four(club: Club) -> Match:
    """A match of four in which everybody has moved once."""
    match = await club.seated(FOUR, ADA, BRUNO, CLARA, DAVID)
    for _ in range(4):
        await club.turn(match)
    await club.tell()
    return await club.strict(match)


async def fall(club: Club, match: Match) -> Match:
    """Whoever is to move lets his time run out."""
    now = await club.get(match)
    assert now.deadline is not None
    club.now = now.deadline
    [after] = await club.sweep(GRACE + 1)
    return after


async def test_at_a_table_of_four_who_runs_out_of_time_leaves_and_the_next_has_his_whole_turn(
    club: Club,
) -> None:
    match = await four(club)
    after = await fall(club, match)
    assert after.status == "running"
    assert after.gone == (0,)
    assert after.to_move == BRUNO
    assert after.deadline == club.now + await bank(club, after, 1)
    assert await club.faults() == []


async def test_edge_20_and_21_when_all_but_one_run_out_of_time_the_last_has_won(
    club: Club,
) -> None:
    """One clock runs at a time, so that no sweep can take more than one seat of a match."""
    match = await four(club)
    for gone in ((0,), (0, 1)):
        match = await fall(club, match)
        assert match.gone == gone
        assert await club.sweep() == []
    over = await fall(club, match)
    assert over.status == "finished"
    assert over.outcome is not None
    assert over.outcome.ranking == ((3,), (2,), (1,), (0,))
    assert await club.faults() == []


async def test_a_table_where_somebody_never_moved_is_aborted(club: Club) -> None:
    match = await club.seated(FOUR, ADA, BRUNO, CLARA, DAVID)
    await club.turn(match)
    assert (await fall(club, match)).status == "aborted"


async def test_when_another_leaves_the_turn_that_runs_goes_on_by_the_same_clock(
    club: Club,
) -> None:
    match = await four(club)
    club.now += 5 * HOUR
    after = await club.act("resign", match, CLARA)
    assert after.to_move == ADA
    assert after.deadline == match.deadline


async def test_a_damaged_match_is_left_alone_for_a_day_and_holds_up_no_other(
    club: Club, match: Match
) -> None:
    hurt = await four(club)
    await club.spoil("UPDATE matches SET position = 'x' WHERE id = :m", m=hurt.id)
    swept = [each.id for each in await club.sweep(100 * DAY)]
    assert match.id in swept
    assert hurt.id not in swept
    assert (await club.get(hurt)).deadline == club.now + DAY


async def test_edge_14_the_bots_absence_over_a_deadline_costs_nobody_anything(
    club: Club, match: Match
) -> None:
    assert match.deadline is not None
    club.now = match.deadline - 2 * HOUR
    assert await club.resume(DAY) >= 1
    after = await club.get(match)
    assert after.deadline == match.deadline + DAY
    assert [kind for kind in await club.owed() if kind == "given-back"] == ["given-back"]
    assert await club.resume(0) == 0
    assert (await club.get(match)).deadline == after.deadline


async def test_whoever_would_lose_at_once_has_an_hour_when_the_bot_comes_back(
    club: Club, match: Match
) -> None:
    assert match.deadline is not None
    club.now = match.deadline - 60
    await club.resume(DAY)
    after = await club.get(match)
    assert after.deadline == club.now + HOUR
    assert await club.sweep() == []


async def test_a_short_absence_is_one_restart_and_gives_nothing(club: Club, match: Match) -> None:
    assert await club.resume(300) == 0
    assert (await club.get(match)).deadline == match.deadline


async def test_an_absence_is_not_charged_when_the_player_moves(club: Club, match: Match) -> None:
    club.now += HOUR
    await club.resume(DAY)
    club.now += HOUR
    await club.turn(match)
    assert await bank(club, match, 0) == STANDARD.bank + 2 * STANDARD.increment - 2 * HOUR


async def test_a_running_match_without_a_clock_is_a_fault(club: Club) -> None:
    match = await club.match(CLARA, EMMA)
    await club.spoil("DELETE FROM clocks WHERE match = :m", m=match.id)
    assert any("it has no clock" in fault for fault in await club.faults())
