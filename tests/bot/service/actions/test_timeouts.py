"""Timeouts in rated matches: losses, departures, aborts, and credit for downtime.

Automatic vacation is switched off in this module. `test_claims.py` covers it, as well as unrated
matches.
"""

import pytest

from bot.service.actions.timeouts import GRACE
from bot.service.clock.calendar import DAY, HOUR, InvalidTime
from bot.service.clock.time_control import STANDARD, UNTIMED, TimeControl, parse
from bot.service.errors import Finished, OutOfTime
from bot.store.match import matches
from bot.store.models import Match
from tests.bot.service.club import ADA, BRUNO, CLARA, DAVID, EMMA, START, Club, job_due_at
from tests.bot.service.row_counts import bank as seat_bank
from tests.transactions import reading

DAILY = parse("daily")
FOUR = "halma-4"


@pytest.fixture
async def match(club: Club) -> Match:
    """A rated match of two experienced players, who have each moved without delay."""
    await club.match()
    begun = await club.match()
    await club.turn(begun)
    await club.turn(begun)
    await club.deliver()
    return await club.strict(begun)


async def bank(club: Club, match: Match, seat: int) -> int:
    with reading(club.store) as tx:
        return seat_bank(tx, match.id, seat)


async def notices(club: Club) -> list[object]:
    return [row.payload.notice for row in await club.deliver() if row.kind == "notice"]


async def results(club: Club) -> list[object]:
    """Deliver and return the reason and the seat of each abort; there are no notices."""
    sent = await club.deliver()
    assert "notice" not in [row.kind for row in sent]
    return [(row.payload.aborted_by, row.payload.seat) for row in sent if row.kind == "result"]


async def test_a_match_uses_the_time_control_of_its_challenge(club: Club) -> None:
    standard = await club.match()
    assert standard.control == str(STANDARD)
    chosen = await club.match(control=DAILY)
    assert parse(chosen.control) == DAILY
    assert chosen.deadline == START + DAY
    with pytest.raises(InvalidTime):
        await club.challenge(control=TimeControl(15 * DAY, DAY, 15 * DAY))


async def test_the_first_match_of_a_player_starts_with_double_time(club: Club) -> None:
    first = await club.match()
    assert first.deadline == START + 2 * STANDARD.bank
    again = await club.match(CLARA, ADA)
    assert await bank(club, again, 0) == 2 * STANDARD.bank
    assert await bank(club, again, 1) == STANDARD.bank


@pytest.mark.check
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


@pytest.mark.check
async def test_in_a_match_of_two_the_opponent_wins_on_a_timeout(club: Club, match: Match) -> None:
    assert match.deadline is not None
    await club.sweep(match.deadline + GRACE - club.now)
    assert (await club.get(match)).status == "running"
    with reading(club.store) as tx:
        assert job_due_at(tx, "timeouts") == match.deadline + GRACE + 1
    assert match in await running(club)
    [over] = [each for each in await club.sweep(1) if each.id == match.id]
    assert over.status == "finished"
    assert over.outcome is not None
    assert (over.outcome.ranking, over.outcome.reason) == (((1,), (0,)), "time")
    assert over.deadline is None
    assert await club.faults() == []
    assert "result" in [row.kind for row in await club.deliver()]


async def running(club: Club) -> list[Match]:
    with reading(club.store) as tx:
        return matches.running_matches(tx)


async def test_a_sweep_ends_each_turn_only_once(club: Club, match: Match) -> None:
    await club.turn(match)
    assert len([each for each in await club.sweep(200 * DAY) if each.id == match.id]) == 1
    assert await club.sweep() == []
    assert await club.sweep(DAY) == []


async def test_edge_4_a_move_sent_before_the_deadline_counts_even_if_it_arrives_later(
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


async def test_edge_35_the_bots_own_clock_counts_when_discords_clock_is_ahead(
    club: Club, match: Match
) -> None:
    assert match.deadline is not None
    club.now = match.deadline
    await club.turn(match, interaction=club.sent_at(match.deadline + HOUR))


async def test_a_move_after_the_timeout_finds_the_match_finished(club: Club, match: Match) -> None:
    text = await club.some_move(match)
    await club.sweep(200 * DAY)
    with pytest.raises(Finished):
        await club.play(match, ADA, text)


async def test_a_match_without_a_first_move_is_aborted_on_a_timeout(club: Club) -> None:
    match = await club.match()
    await club.turn(match)
    await club.deliver()
    [over] = await club.sweep(2 * STANDARD.bank + GRACE + 1)
    assert (over.status, over.outcome) == ("aborted", None)
    assert await results(club) == [("no-show", 1)]
    assert await club.faults() == []


async def test_an_untimed_match_is_aborted_after_thirty_idle_days(
    club: Club,
) -> None:
    match = await club.match(control=UNTIMED)
    for _ in range(4):
        club.now += 29 * DAY
        assert await club.sweep() == []
        await club.turn(match)
    [over] = await club.sweep(30 * DAY + GRACE + 1)
    assert over.status == "aborted"
    assert await results(club) == [("abandoned", 0)]


async def four(club: Club) -> Match:
    """Return a rated four-player match in which each player has moved once."""
    match = await club.seated(FOUR, ADA, BRUNO, CLARA, DAVID)
    for _ in range(4):
        await club.turn(match)
    await club.deliver()
    return await club.strict(match)


async def fall(club: Club, match: Match) -> Match:
    """Let the player to move run out of time, and return the match."""
    now = await club.get(match)
    assert now.deadline is not None
    club.now = now.deadline
    [after] = await club.sweep(GRACE + 1)
    return after


async def test_with_four_players_a_timeout_removes_one_and_the_next_has_a_full_turn(
    club: Club,
) -> None:
    match = await four(club)
    after = await fall(club, match)
    assert after.status == "running"
    assert after.departed_seats == (0,)
    assert after.to_move == BRUNO
    assert after.deadline == club.now + await bank(club, after, 1)
    assert await club.faults() == []


@pytest.mark.check
async def test_edge_20_and_21_when_all_but_one_have_timed_out_the_last_one_wins(
    club: Club,
) -> None:
    """Only one clock runs at a time, so no sweep can time out two seats of a match."""
    match = await four(club)
    for gone in ((0,), (0, 1)):
        match = await fall(club, match)
        assert match.departed_seats == gone
        assert await club.sweep() == []
    over = await fall(club, match)
    assert over.status == "finished"
    assert over.outcome is not None
    assert over.outcome.ranking == ((3,), (2,), (1,), (0,))
    assert await club.faults() == []


async def test_a_match_of_four_in_which_a_player_never_moved_is_aborted(club: Club) -> None:
    match = await club.seated(FOUR, ADA, BRUNO, CLARA, DAVID)
    await club.turn(match)
    assert (await fall(club, match)).status == "aborted"


async def test_the_current_turn_keeps_its_clock_when_another_player_leaves(
    club: Club,
) -> None:
    match = await four(club)
    club.now += 5 * HOUR
    after = await club.act("resign", match, CLARA)
    assert after.to_move == ADA
    assert after.deadline == match.deadline


async def test_a_damaged_match_is_postponed_for_a_day_and_does_not_block_others(
    club: Club, match: Match
) -> None:
    hurt = await four(club)
    await club.spoil("UPDATE matches SET position = 'x' WHERE id = :m", m=hurt.id)
    swept = [each.id for each in await club.sweep(100 * DAY)]
    assert match.id in swept
    assert hurt.id not in swept
    assert (await club.get(hurt)).deadline == club.now + DAY


async def test_edge_14_downtime_of_the_bot_over_a_deadline_costs_nobody_time(
    club: Club, match: Match
) -> None:
    assert match.deadline is not None
    club.now = match.deadline - 2 * HOUR
    assert await club.resume(DAY) >= 1
    after = await club.get(match)
    assert after.deadline == match.deadline + DAY
    assert [kind for kind in await club.pending_kinds() if kind == "downtime-credit"] == [
        "downtime-credit"
    ]
    assert await club.resume(0) == 0
    assert (await club.get(match)).deadline == after.deadline


async def test_after_downtime_a_player_near_the_deadline_has_at_least_an_hour(
    club: Club, match: Match
) -> None:
    assert match.deadline is not None
    club.now = match.deadline - 60
    await club.resume(DAY)
    after = await club.get(match)
    assert after.deadline == club.now + HOUR
    assert await club.sweep() == []


async def test_a_short_downtime_counts_as_a_restart_and_is_not_credited(
    club: Club, match: Match
) -> None:
    assert await club.resume(300) == 0
    assert (await club.get(match)).deadline == match.deadline


async def test_downtime_is_not_charged_when_the_player_moves(club: Club, match: Match) -> None:
    club.now += HOUR
    await club.resume(DAY)
    club.now += HOUR
    await club.turn(match)
    assert await bank(club, match, 0) == STANDARD.bank + 2 * STANDARD.increment - 2 * HOUR


async def test_a_running_match_without_a_clock_is_a_fault(club: Club) -> None:
    match = await club.match(CLARA, EMMA)
    await club.spoil("DELETE FROM clocks WHERE match = :m", m=match.id)
    assert any("it has no clock" in fault for fault in await club.faults())
