"""A system clock that is wrong for a while, set forward and back.

Once the clock is right again, nobody has lost by the step, nobody keeps the time that was credited
for it, and jobs run on time.
"""

from collections.abc import Awaitable, Callable

import pytest
from structlog.testing import capture_logs

from bot.extension_points import installed
from bot.operations import integrity_check
from bot.service.actions import takebacks, vacations
from bot.service.clock import reminder_times
from bot.service.clock.calendar import DAY, HOUR, Calendar
from bot.service.clock.time_control import IGNORED_DOWNTIME, STANDARD
from bot.service.guilds import removed_guilds
from bot.service.jobs import recovery
from bot.service.jobs.scheduler import Scheduler
from bot.service.match import downtime, turn_clock
from bot.service.notifications import downtime_credit, reminders
from bot.service.players import ping_limits, player_settings, players
from bot.service.privacy import erasure
from bot.service.rating import player_ratings
from bot.store.guilds import removed_guild_rows
from bot.store.match import downtimes, matches
from bot.store.models import Match
from bot.store.players import erasure_rows, pings, player_rows
from bot.store.schedule import future_times
from bot.store.tables import columns_marked, metadata
from tests.bot.service.actions.test_claims import begun, do
from tests.bot.service.club import ADA, BRUNO, CLARA, DAVID, EMMA, GUILD, Club
from tests.transactions import reading, writing

STEPS = (60, HOUR, DAY, 90 * DAY)
AROUND = 20 * 60
"""Seconds that a deadline may differ, because the clock was wrong for about ten minutes."""


@pytest.fixture(autouse=True)
def started(club: Club) -> None:
    """Record the start of the bot."""
    with writing(club.store) as tx:
        recovery.prepare(tx, club.store.path, club.now)


@pytest.fixture(params=[False, True], ids=["running", "restarted"])
def tick(
    request: pytest.FixtureRequest, club: Club, sleeper: Scheduler
) -> Callable[[int], Awaitable[None]]:
    """Return a function that moves the clock, restarts or not, and runs the jobs."""

    async def run(seconds: int) -> None:
        club.now += seconds
        if request.param:
            with writing(club.store) as tx:
                recovery.prepare(tx, club.store.path, club.now)
        await sleeper.run_until_idle()

    return run


LATE = {"retention"}
"""Jobs that may be due after months."""


async def deadline_of(club: Club, match: Match) -> int:
    deadline = (await club.get(match)).deadline
    assert deadline is not None
    return deadline


async def future(club: Club) -> list[future_times.FutureTimes]:
    with reading(club.store) as tx:
        return future_times.find_future_times(tx, club.now)


@pytest.mark.check
@pytest.mark.parametrize("step", STEPS)
async def test_a_step_forward_and_back_changes_no_deadline(
    club: Club, tick: Callable[[int], Awaitable[None]], sleeper: Scheduler, step: int
) -> None:
    await tick(0)
    idle, played = await club.strict(await begun(club)), await begun(club, rated=False)
    paused, overdue = await begun(club), await begun(club)
    challenge = await club.challenge(CLARA, DAVID)
    await club.act("offer_pause", paused, ADA)
    with writing(club.store) as tx:
        player_rows.ensure_players(tx, [EMMA], club.now)
        erasure.request_erasure(tx, EMMA, now=club.now)
        player_settings.change_settings(tx, CLARA, {"digest": "9:00", "remind": "dm"}, now=club.now)
    before, until = await deadline_of(club, idle), await deadline_of(club, paused)
    right = club.now
    await tick(step)  # the clock is wrong
    with writing(club.store) as tx:
        players.record_seen(tx, EMMA, "Emma", None, now=club.now)
    assert (await club.get(idle)).status == "running"
    await club.turn(played)
    await club.act("accept_pause", paused, BRUNO)
    with writing(club.store) as tx:
        vacations.start_vacation(tx, DAVID, days=2, interaction=next(club.ids), now=club.now)
    await tick(300)
    await tick(-step + 10)  # the clock is right again
    right += 310
    assert club.now == right
    await tick(20)
    assert await future(club) == []
    assert await club.faults() == []
    assert abs(await deadline_of(club, idle) - before) <= AROUND
    bank = turn_clock.get_clock(await club.get(played)).bank
    assert abs(await deadline_of(club, played) - (right + bank)) <= AROUND
    assert abs(await deadline_of(club, paused) - (until + 14 * DAY)) <= AROUND
    assert abs(await deadline_of(club, overdue) - before) <= AROUND + 72 * HOUR
    with reading(club.store) as tx:
        request = erasure_rows.get_erasure(tx, EMMA)
        assert request is not None
        assert abs(request.due_at - (right + erasure.GRACE_PERIOD)) <= AROUND
        until = vacations.vacation_until(tx, DAVID, club.now)
        assert until is not None
        assert abs(until - (right + 2 * DAY)) <= AROUND
        assert vacations.remaining_budget(tx, DAVID, right + 15 * DAY) >= 6 * DAY - 1
    (row,) = await club.rows("SELECT expires_at FROM challenges WHERE id = :c", c=challenge.id)
    assert abs(row["expires_at"] - (right + 7 * DAY)) <= AROUND
    assert {job for job, due in sleeper.due_times().items() if due > right + 40 * DAY} <= LATE
    # The player who does not move loses on time, and not weeks later.
    club.now = await deadline_of(club, idle)
    with writing(club.store) as tx:
        downtime.record_heartbeat(tx, now=club.now)
    await tick(31)
    assert (await club.get(idle)).status == "finished"


@pytest.mark.check
@pytest.mark.parametrize("step", STEPS)
async def test_a_step_back_and_forward_changes_no_deadline_by_more_than_a_turn(
    club: Club, tick: Callable[[int], Awaitable[None]], sleeper: Scheduler, step: int
) -> None:
    await tick(0)
    match = await club.strict(await begun(club))
    club.now += HOUR
    with writing(club.store) as tx:
        downtime.record_heartbeat(tx, now=club.now)
    await tick(60)
    before = await deadline_of(club, match)
    await tick(-step)
    await tick(300)
    await tick(step)
    assert await future(club) == []
    await tick(60)
    after = await deadline_of(club, match)
    assert before - AROUND <= after <= club.now + STANDARD.bank * 2 + AROUND
    assert await club.faults() == []
    assert {job for job, due in sleeper.due_times().items() if due > club.now + 40 * DAY} <= LATE


@pytest.mark.check
async def test_credit_of_an_earlier_version_for_a_wrong_clock_is_undone_at_the_start(
    club: Club, sleeper: Scheduler
) -> None:
    match = await club.strict(await begun(club))
    await sleeper.run_until_idle()
    before = await deadline_of(club, match)
    with writing(club.store) as tx:
        downtimes.set_heartbeat(tx, club.now)
        downtimes.add_downtime(tx, club.now, club.now + 90 * DAY)
        for player in (ADA, BRUNO):
            downtime_credit.credit_due(tx, player=player, now=club.now)
    assert await deadline_of(club, match) == before + 90 * DAY
    with writing(club.store) as tx:
        recovery.prepare(tx, club.store.path, club.now)
    await sleeper.run_until_idle()
    assert abs(await deadline_of(club, match) - before) <= IGNORED_DOWNTIME


@pytest.mark.check
async def test_the_board_is_shown_with_its_deadline_once_the_clock_is_right(
    club: Club, sleeper: Scheduler
) -> None:
    with writing(club.store) as tx:
        downtime.record_heartbeat(tx, now=club.now)
    match = await begun(club)
    club.now += 90 * DAY
    await sleeper.run_until_idle()
    await club.deliver()
    club.now -= 90 * DAY - 60
    with writing(club.store) as tx:
        downtime.detect_downtime(tx, now=club.now)
        recovery.credit_batch(tx, ADA, club.now)
    rows = await club.deliver()
    assert ("board", match.id) in [(row.kind, row.match) for row in rows]


@pytest.mark.check
async def test_a_nudge_recorded_while_the_clock_was_ahead_does_not_block_the_next(
    club: Club, sleeper: Scheduler
) -> None:
    await sleeper.run_until_idle()
    match = await begun(club)
    club.now += 90 * DAY
    await sleeper.run_until_idle()
    club.now += 2 * DAY
    with writing(club.store) as tx:
        downtime.record_heartbeat(tx, now=club.now)
    await do(club, reminders.nudge, match, BRUNO)
    club.now -= 90 * DAY
    await sleeper.run_until_idle()
    club.now += 2 * DAY
    with writing(club.store) as tx:
        downtime.record_heartbeat(tx, now=club.now)
    assert await do(club, reminders.nudge, match, BRUNO) <= club.now


@pytest.mark.check
async def test_the_hold_of_a_removed_guild_survives_a_step(club: Club, sleeper: Scheduler) -> None:
    await sleeper.run_until_idle()
    match = await club.strict(await begun(club))
    assert match.guild is not None
    with writing(club.store) as tx:
        removed_guilds.on_removed(tx, match.guild, now=club.now)
    await sleeper.run_until_idle()
    club.now += 90 * DAY
    await sleeper.run_until_idle()
    assert (await club.get(match)).status == "running"
    club.now -= 90 * DAY
    await sleeper.run_until_idle()
    assert (await club.get(match)).status == "running"
    with reading(club.store) as tx:
        (stop,) = matches.running_matches(tx)[0].stops
    assert abs(stop.until - (club.now + removed_guilds.HOLD_SECONDS)) <= AROUND


async def test_a_removal_recorded_while_the_clock_was_ahead_moves_to_the_present(
    club: Club, tick: Callable[[int], Awaitable[None]]
) -> None:
    """The step looked like downtime before the removal, so it extended no hold."""
    await tick(0)
    right = club.now
    await tick(90 * DAY)
    club.now += 5 * DAY
    with writing(club.store) as tx:
        removed_guilds.on_removed(tx, GUILD, now=club.now)
        downtime.record_heartbeat(tx, now=club.now)
    club.now += DAY
    with writing(club.store) as tx:
        downtime.record_heartbeat(tx, now=club.now)
    await tick(-90 * DAY)
    assert await future(club) == []
    with reading(club.store) as tx:
        removed_at = removed_guild_rows.get_removed_at(tx, GUILD)
    assert removed_at is not None
    assert removed_at == right + 5 * DAY


async def test_a_move_made_while_the_clock_was_ahead_cannot_be_undone_later(club: Club) -> None:
    """Its turn would begin in the future: the stored state has the wrong times."""
    match = await begun(club)
    with writing(club.store) as tx:
        downtime.record_heartbeat(tx, now=club.now)
    club.now += DAY
    with writing(club.store) as tx:
        downtime.detect_downtime(tx, now=club.now)
    mover = (await club.get(match)).to_move or 0
    await club.turn(match)
    club.now -= DAY
    with writing(club.store) as tx:
        downtime.detect_downtime(tx, now=club.now)
        after = matches.get_match(tx, match.id)
    assert after is not None
    assert takebacks.undo_state_for(after, mover, club.now) is None


async def test_limits_ignore_times_that_were_never_right(club: Club, sleeper: Scheduler) -> None:
    """Without a known step forward, the rows stay, but they block nothing for months."""
    later = club.now + 90 * DAY
    days = Calendar("UTC", None)
    assert reminder_times.gather_until(club.now, later, days) == club.now
    await club.match()
    with writing(club.store) as tx:
        pings.put_ping(tx, ADA, BRUNO, later, None)
        assert ping_limits.schedule_nudge(tx, ADA, BRUNO, now=club.now) == club.now
        pings.put_ping(tx, ADA, BRUNO, later, 7)
        assert ping_limits.take_ping_allowance(tx, BRUNO, [ADA], row=8, now=club.now) == (ADA,)
        assert removed_guilds.queue_welcome(tx, 5, 6, now=later)
        assert removed_guilds.queue_welcome(tx, 5, 6, now=club.now)
        assert not removed_guilds.queue_welcome(tx, 5, 6, now=club.now + HOUR)


async def test_times_in_the_future_are_reported(club: Club) -> None:
    await club.match()
    with reading(club.store) as tx:
        assert integrity_check.find_faults(tx, now=club.now) == []
        found = integrity_check.find_faults(tx, now=club.now - DAY)
    assert "1 rows of matches have a time (created) in the future." in found
    with capture_logs() as logs, writing(club.store) as tx:
        recovery.prepare(tx, club.store.path, club.now - DAY)
    assert "matches.created" in next(
        each["columns"] for each in logs if "columns" in each and each["log_level"] == "warning"
    )


@pytest.mark.check
async def test_a_rating_counted_while_the_clock_was_ahead_stays_as_it_is(
    club: Club, sleeper: Scheduler
) -> None:
    await sleeper.run_until_idle()
    match = await club.strict(await begun(club))
    for _ in range(10):
        await club.turn(match)
    club.now += 90 * DAY
    await sleeper.run_until_idle()
    await club.act("resign", match, BRUNO)
    club.now -= 90 * DAY - 60
    await sleeper.run_until_idle()
    assert await future(club) == []
    assert await club.faults() == []
    with reading(club.store) as tx:
        [point] = player_ratings.history_of(tx, GUILD, ADA).courses["duel"]
    assert (point.points, point.at <= club.now) == (153_000, True)


def test_every_time_in_the_database_says_what_it_means() -> None:
    """A column that looks like a time has an `info`, and what follows a column exists."""
    marks = (
        "at",
        "until",
        "started",
        "created",
        "since",
        "overdue",
        "nudged",
        "reminded",
        "digested",
    )
    other = {"takebacks.since"}
    for table in metadata.tables.values():
        for column in table.columns:
            name = f"{table.name}.{column.name}"
            if column.name.rpartition("_")[2] in marks and name not in other:
                assert "time" in column.info, name
            if "follows" in column.info:
                assert table.columns[column.info["follows"]].info["time"] in ("past", "planned"), (
                    name
                )
    assert columns_marked({"time": "past"})
    assert installed()
