"""Actions around a deadline: what is confirmed takes effect.

A turn is lost `GRACE` seconds after its deadline. Until then players can still agree on a pause,
give extra time, go on vacation and so on. Whatever they are shown must hold at the next run of the
timeout job.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from bot.service.actions import vacations
from bot.service.actions.timeouts import GRACE
from bot.service.clock.calendar import DAY, HOUR
from bot.service.clock.time_control import GIFT, LONGEST_PAUSE
from bot.service.errors import Finished, OutOfTime
from bot.service.guilds import match_channels, removed_guilds
from bot.service.match import lifecycle, turn_clock
from bot.service.notifications import reminders
from bot.store.match import match_saver
from bot.store.models import Match
from bot.store.players import vacation_rows
from tests.bot.service.actions.test_claims import begun, do
from tests.bot.service.club import ADA, BRUNO, CHANNEL, GUILD, Club
from tests.transactions import reading, writing

MOMENTS = [
    *(-1, 1, GRACE + 1),
    *(pytest.param(late, marks=pytest.mark.check) for late in (0, GRACE - 1, GRACE)),
]
"""Seconds after the deadline."""


async def pause(club: Club, match: Match) -> int:
    await club.act("offer_pause", match, ADA)
    await club.act("accept_pause", match, BRUNO)
    return club.now + LONGEST_PAUSE


async def extra_day(club: Club, match: Match) -> int:
    until: int = await do(club, vacations.give_time, match, BRUNO)
    assert until == (await club.get(match)).deadline
    return club.now + GIFT


async def vacation(club: Club, match: Match) -> int:
    with writing(club.store) as tx:
        return vacations.start_vacation(tx, ADA, days=2, interaction=next(club.ids), now=club.now)


async def another_vacation(club: Club, match: Match) -> int:
    await vacation(club, match)
    return await vacation(club, match)


async def day_and_vacation(club: Club, match: Match) -> int:
    """Give a day and then begin a vacation: neither uses up the other."""
    await extra_day(club, match)
    return await vacation(club, match) + GIFT


async def vacation_and_day_back_early(club: Club, match: Match) -> int:
    """Give a day to a player on vacation, who comes back at once."""
    await vacation(club, match)
    await extra_day(club, match)
    with writing(club.store) as tx:
        vacations.end_now(tx, ADA, now=club.now)
    return club.now + GIFT


async def pause_and_day(club: Club, match: Match) -> int:
    await pause(club, match)
    await extra_day(club, match)
    return club.now + LONGEST_PAUSE + GIFT


async def channel_deleted(club: Club, match: Match) -> int:
    with writing(club.store) as tx:
        match_channels.on_channel_deleted(tx, CHANNEL, now=club.now)
    return club.now + match_channels.GIVE_UP_AFTER


async def bot_removed(club: Club, match: Match) -> int:
    with writing(club.store) as tx:
        removed_guilds.on_removed(tx, GUILD, now=club.now)
        removed_guilds.hold_due_games(tx, now=club.now)
    return club.now + match_channels.GIVE_UP_AFTER


async def board_undeliverable(club: Club, match: Match) -> int:
    with writing(club.store) as tx:
        before = lifecycle.load(tx, match.id)
        after = match_channels.with_stopped_clock(before, club.now, club.now)
        match_saver.save(tx, before, after)
    return club.now + match_channels.GIVE_UP_AFTER


async def takeback(club: Club, match: Match) -> int:
    await club.act("offer_takeback", match, BRUNO)
    await club.act("accept_takeback", match, ADA)
    return club.now + DAY


async def own_takeback(club: Club, match: Match) -> int:
    await club.act("offer_takeback", match, ADA)
    await club.act("accept_takeback", match, BRUNO)
    return club.now + DAY


ACTIONS: list[Callable[[Club, Match], Awaitable[int]]] = [
    pause,
    extra_day,
    vacation,
    another_vacation,
    day_and_vacation,
    vacation_and_day_back_early,
    pause_and_day,
    channel_deleted,
    bot_removed,
    board_undeliverable,
    takeback,
    own_takeback,
]
"""Each performs an action, and returns the earliest deadline that the players may expect."""


@pytest.mark.parametrize("late", MOMENTS)
@pytest.mark.parametrize("rated", [True, False])
@pytest.mark.parametrize("act", ACTIONS)
async def test_what_stops_or_extends_a_clock_counts_from_the_deadline(
    club: Club, act: Callable[[Club, Match], Awaitable[int]], rated: bool, late: int
) -> None:
    match = await begun(club)
    if rated:
        match = await club.strict(match)
    assert match.deadline is not None
    club.now = match.deadline + late
    until = await act(club, match)
    await club.sweep(GRACE + 1)
    after = await club.get(match)
    assert (after.status, after.overdue) == ("running", None)
    assert after.deadline is not None
    assert after.deadline >= until
    assert await club.faults() == []


@pytest.mark.parametrize("act", ACTIONS)
async def test_after_the_sweep_a_lost_match_refuses_and_an_overdue_turn_is_extended(
    club: Club, act: Callable[[Club, Match], Awaitable[int]]
) -> None:
    overdue = await begun(club)
    lost = await club.strict(await begun(club))
    assert overdue.deadline is not None
    club.now = overdue.deadline
    await club.sweep(GRACE + 1)
    overdue = await club.get(overdue)
    assert overdue.overdue is not None
    if act in (pause, extra_day, takeback, own_takeback):
        with pytest.raises(Finished):
            await act(club, lost)
    if act in (vacation, another_vacation, day_and_vacation, vacation_and_day_back_early):
        return
    until = await act(club, overdue)
    await club.sweep(GRACE + 1)
    after = await club.get(overdue)
    assert (after.status, after.overdue) == ("running", None)
    assert after.deadline is not None
    assert after.deadline >= until


@pytest.mark.parametrize("late", MOMENTS)
async def test_an_automatic_vacation_is_not_charged_for_time_that_is_already_stopped(
    club: Club, late: int
) -> None:
    match = await begun(club, rated=True)
    assert match.deadline is not None
    club.now = match.deadline + late
    await vacation(club, match)
    with reading(club.store) as tx:
        left = vacations.remaining_budget(tx, ADA, club.now)
    await club.sweep(GRACE + 1)
    with reading(club.store) as tx:
        assert vacations.remaining_budget(tx, ADA, club.now) >= left


@pytest.mark.parametrize("late", MOMENTS)
@pytest.mark.parametrize("rated", [True, False])
async def test_a_nudge_is_refused_once_the_time_for_a_turn_that_counts_has_run_out(
    club: Club, rated: bool, late: int
) -> None:
    match = await begun(club)
    if rated:
        match = await club.strict(match)
    assert match.deadline is not None
    club.now = match.deadline + late
    if rated and late > 0:
        with pytest.raises(OutOfTime) as refused:
            await do(club, reminders.nudge, match, BRUNO)
        assert refused.value.facts["why"] == "other"
    else:
        await do(club, reminders.nudge, match, BRUNO)


@pytest.mark.parametrize("late", MOMENTS)
async def test_downtime_that_is_not_credited_yet_does_not_move_the_start_of_a_pause(
    club: Club, late: int
) -> None:
    """The bot was down when the time ran out; the pause is agreed before the credit."""
    match = await club.strict(await begun(club))
    assert match.deadline is not None
    club.now = match.deadline - HOUR
    with writing(club.store) as tx:
        turn_clock.downtime.record_heartbeat(tx, now=club.now)
        club.now = match.deadline + late + 2 * HOUR
        turn_clock.downtime.detect_downtime(tx, now=club.now)
    credited = turn_clock.credit_downtimes(await club.get(match))
    assert credited.deadline is not None
    left = credited.deadline - club.now
    await pause(club, match)
    after = await club.get(match)
    assert after.deadline == club.now + LONGEST_PAUSE + left


async def test_draws_and_aborts_agreed_after_the_deadline_stand(
    club: Club, early_draws: None
) -> None:
    for kind, status in (("draw", "finished"), ("abort", "aborted")):
        match = await club.strict(await begun(club))
        assert match.deadline is not None
        club.now = match.deadline + GRACE
        await club.act(f"offer_{kind}", match, ADA)
        await club.act(f"accept_{kind}", match, BRUNO)
        await club.sweep(GRACE + 1)
        after = await club.get(match)
        assert after.status == status
        assert after.outcome is None or after.outcome.reason == "agreed"


async def test_a_vacation_names_the_clocks_that_it_does_not_stop(club: Club) -> None:
    await begun(club)
    overdue = await begun(club)
    with writing(club.store) as tx:
        before = lifecycle.load(tx, overdue.id)
        clock = turn_clock.get_clock(before)
        late = replace(before, clock=replace(clock, overdue=club.now - HOUR))
        match_saver.save(tx, before, late)
        vacations.start_vacation(tx, ADA, days=7, interaction=5, now=club.now)
        kept = vacations.not_stopped(tx, ADA, club.now)
    assert [match.id for match in kept] == [overdue.id]


async def test_a_vacation_beyond_the_limits_of_a_game_names_it(club: Club) -> None:
    match = await begun(club)
    with writing(club.store) as tx:
        vacations.start_vacation(tx, ADA, days=6, interaction=5, now=club.now)
        club.now += 6 * DAY
        vacations.start_vacation(tx, ADA, days=1, interaction=6, now=club.now)
        assert vacations.not_stopped(tx, ADA, club.now) == []
        club.now += 23 * HOUR
        vacation_rows.set_budget(tx, ADA, 7 * DAY, club.now)
        vacations.start_vacation(tx, ADA, days=1, interaction=7, now=club.now)
        assert [each.id for each in vacations.not_stopped(tx, ADA, club.now)] == [match.id]
