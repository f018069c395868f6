"""Credit for downtime: the bot was down or offline, or its clock was changed."""

import json

import pytest

from bot.service.actions import timeouts
from bot.service.clock import time_control
from bot.service.clock.calendar import DAY, HOUR
from bot.service.clock.time_control import IGNORED_DOWNTIME
from bot.service.jobs.scheduled_jobs import FEW, SOME
from bot.service.jobs.scheduler import Scheduler
from bot.service.match import downtime, lifecycle, turn_clock
from bot.service.notifications import downtime_credit
from bot.service.players import player_settings
from bot.store.match import match_saver
from bot.store.models import Match
from tests.bot.service.club import ADA, BRUNO, CLARA, Club, job_due_at
from tests.bot.service.fake_discord import Discord
from tests.transactions import reading, writing


class Bot:
    """A bot whose process keeps running. `there` is False while it is offline."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.discord = Discord()
        self.there = True
        self.scheduler = Scheduler(
            club.store,
            deliver=self.discord.deliver,
            find=self.discord.find,
            clock=lambda: club.now,
            jitter=lambda: 0.0,
            reachable=lambda: self.there,
        )

    async def live(self, seconds: int) -> None:
        """Advance the clock by `seconds`, running the scheduler at every heartbeat."""
        end = self.club.now + seconds
        while self.club.now < end:
            self.club.now = min(end, self.club.now + downtime.HEARTBEAT_SECONDS)
            await self.scheduler.run_until_idle()


@pytest.fixture
async def bot(club: Club) -> Bot:
    made = Bot(club)
    with writing(club.store) as tx:
        downtime.record_start(tx, now=club.now)
    return made


async def begun(club: Club, first: int = ADA, second: int = BRUNO) -> Match:
    """Return a rated match after twelve moves, with automatic vacation switched off."""
    match = await club.strict(await club.match(first, second))
    for _ in range(12):
        await club.turn(match)
    return await club.get(match)


async def notices(club: Club) -> list[tuple[int, set[int]]]:
    """Return the pending downtime-credit notices: recipient and matches."""
    sql = "SELECT payload FROM outbox WHERE kind = 'downtime-credit' AND state = 'owed' ORDER BY id"
    waiting = [json.loads(row["payload"]) for row in await club.rows(sql)]
    return [(each["player"], {turn[0] for turn in each["turns"]}) for each in waiting]


@pytest.mark.check
async def test_a_machine_that_sleeps_for_days_costs_nobody_a_rated_game(
    club: Club, bot: Bot
) -> None:
    match = await begun(club)
    assert match.deadline is not None
    await bot.live(2 * HOUR)
    club.now += 12 * DAY
    await bot.scheduler.run_until_idle()
    after = await club.get(match)
    assert after.status == "running"
    assert after.deadline == match.deadline + 12 * DAY


@pytest.mark.check
async def test_time_offline_is_credited_and_no_timeout_is_judged_during_it(
    club: Club, bot: Bot
) -> None:
    match = await begun(club)
    assert match.deadline is not None
    bot.there = False
    await bot.live(DAY)
    club.now += 8 * DAY
    await bot.live(DAY)
    assert (await club.get(match)).status == "running"
    bot.there = True
    await bot.scheduler.run_until_idle()
    after = await club.get(match)
    assert after.deadline == match.deadline + 10 * DAY
    assert after.status == "running"


@pytest.mark.check
async def test_a_clock_set_forward_counts_as_downtime(club: Club, bot: Bot) -> None:
    match = await begun(club)
    club.now += 365 * DAY
    await bot.scheduler.run_until_idle()
    assert (await club.get(match)).status == "running"
    assert bot.discord.shown()[-1][0] == "downtime-credit"


@pytest.mark.check
async def test_a_clock_set_back_does_not_stall_anything(club: Club, bot: Bot) -> None:
    match = await begun(club)
    with writing(club.store) as tx:
        player_settings.change_settings(tx, CLARA, {"digest": "08:00"}, now=club.now)
    await bot.live(HOUR)
    club.now -= 40 * DAY
    await bot.live(HOUR)
    with reading(club.store) as tx:
        beat, digest = job_due_at(tx, "heartbeat"), job_due_at(tx, "digests")
    assert beat is not None
    assert club.now < beat <= club.now + downtime.HEARTBEAT_SECONDS
    assert digest is not None
    assert club.now < digest <= club.now + DAY
    after = await club.get(match)
    assert after.status == "running"
    assert after.deadline == match.deadline
    await club.turn(after)
    await bot.scheduler.run_until_idle()
    assert bot.discord.shown()[-1] == ("board", match.ply + 1)


@pytest.mark.check
async def test_normal_operation_is_not_downtime(club: Club, bot: Bot) -> None:
    match = await begun(club)
    await bot.live(6 * HOUR)
    assert (await club.get(match)).deadline == match.deadline
    assert await club.rows("SELECT * FROM downtimes") == []


@pytest.mark.check
async def test_a_move_after_downtime_is_accepted_before_the_scheduler_has_run(
    club: Club, bot: Bot
) -> None:
    match = await begun(club)
    assert match.deadline is not None
    await bot.live(HOUR)
    club.now = match.deadline + DAY
    played = await club.turn(match, interaction=club.sent_at(club.now))
    assert played.match.ply == match.ply + 1


@pytest.mark.check
async def test_a_player_who_makes_a_request_is_credited_first(club: Club, bot: Bot) -> None:
    match, other = await begun(club), await begun(club, CLARA, 44)
    assert match.deadline is not None
    await bot.live(HOUR)
    club.now += DAY
    await bot.scheduler.credit_downtime(BRUNO)
    assert (await club.get(match)).deadline == match.deadline + DAY
    assert (await club.get(other)).deadline == other.deadline


@pytest.mark.check
async def test_a_timeout_is_never_judged_before_downtime_is_credited(club: Club, bot: Bot) -> None:
    match = await begun(club)
    assert match.deadline is not None
    await bot.live(HOUR)
    club.now += 12 * DAY
    with writing(club.store) as tx:
        assert downtime.detect_downtime(tx, now=club.now) is not None
        assert downtime.detect_downtime(tx, now=club.now) is None
        (seen,) = timeouts.process_timeouts(tx, now=club.now)
    assert (seen.id, seen.status) == (match.id, "running")
    assert (await club.get(match)).deadline == match.deadline + 12 * DAY


@pytest.mark.check
async def test_each_player_gets_one_notice_for_all_matches(club: Club, bot: Bot) -> None:
    for opponent in (BRUNO, CLARA, 44):
        await begun(club, ADA, opponent)
    await bot.scheduler.run_until_idle()
    club.now += 2 * HOUR
    await bot.scheduler.run_until_idle()
    credits = [row for row in bot.discord.messages.values() if row.kind == "downtime-credit"]
    people = [row.payload.player for row in credits]
    assert sorted(people) == sorted(set(people))
    assert sum(len(row.payload.turns) for row in credits) == 3


@pytest.mark.check
async def test_one_notice_waits_for_a_person_however_often_the_bot_was_absent(club: Club) -> None:
    first, second = await begun(club), await begun(club)
    for _ in range(3):
        await club.resume(3 * HOUR)
    assert await notices(club) == [(ADA, {first.id, second.id})]
    third = await begun(club, CLARA, 44)
    await club.resume(3 * HOUR)
    assert await notices(club) == [(ADA, {first.id, second.id}), (CLARA, {third.id})]


@pytest.mark.check
async def test_a_newer_notice_takes_over_the_turns_that_still_wait(club: Club) -> None:
    paused, played = await begun(club), await begun(club)
    await club.resume(3 * HOUR)
    with writing(club.store) as tx:
        loaded = lifecycle.load(tx, paused.id)
        paused_now = turn_clock.stop_clock(loaded, (club.now, club.now + DAY), "pause")
        match_saver.save(tx, loaded, paused_now)
    await club.turn(played)
    new = await begun(club)
    await club.resume(3 * HOUR)
    assert [games for player, games in await notices(club) if player == ADA] == [
        {paused.id, new.id}
    ]


@pytest.mark.check
async def test_a_notice_that_may_have_arrived_is_not_dropped(club: Club) -> None:
    await begun(club)
    await club.resume(3 * HOUR)
    await club.spoil("UPDATE outbox SET tried_at = :at WHERE kind = 'downtime-credit'", at=club.now)
    for _ in range(3):
        await club.resume(3 * HOUR)
    assert len(await notices(club)) == 2


@pytest.mark.check
async def test_coming_back_writes_no_more_for_many_games_than_for_one(club: Club, bot: Bot) -> None:
    counts = []
    for games in (1, 2 * SOME):
        for number in range(games):
            await club.match(1000 + number, 2000 + number)
        club.now += DAY
        before = club.store.counts.statements
        with writing(club.store) as tx:
            downtime.detect_downtime(tx, now=club.now)
        counts.append(club.store.counts.statements - before)
        await bot.scheduler.run_until_idle()
    assert counts[0] == counts[1]
    assert counts[0] < 12


@pytest.mark.check
async def test_one_transaction_credits_few_turns_however_many_players_are_affected(
    club: Club, bot: Bot
) -> None:
    for number in range(3 * SOME // 2):
        await club.match(ADA, 1000 + number)
        await club.match(CLARA, 2000 + number)
    club.now += DAY
    with writing(club.store) as tx:
        downtime.detect_downtime(tx, now=club.now)
    looked_at = []
    while not looked_at or looked_at[-1]:
        with writing(club.store) as tx:
            looked_at.append(downtime_credit.credit_due(tx, now=club.now, limit=SOME))
    assert looked_at == [3 * SOME // 2, 3 * SOME // 2, 0], "each person's turns at once, no more"
    await bot.scheduler.run_until_idle()
    club.now += DAY
    before = club.store.counts.writes
    await bot.scheduler.credit_downtime(ADA)
    assert club.store.counts.writes - before == 2, "hers, and a look that finds no more"


@pytest.mark.check
async def test_checking_with_nothing_due_is_one_statement_in_one_transaction(
    club: Club, bot: Bot
) -> None:
    await begun(club)
    await bot.scheduler.run_until_idle()
    club.now += 1
    counts = club.store.counts
    before = (counts.statements, counts.reads, counts.writes)
    await bot.scheduler.run_until_idle()
    after = (counts.statements, counts.reads, counts.writes)
    assert [new - old for new, old in zip(after, before, strict=True)] == [1, 1, 0]


@pytest.mark.check
async def test_overdue_turns_are_ended_one_per_transaction(
    club: Club, bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(downtime, "HEARTBEAT_SECONDS", HOUR)
    monkeypatch.setattr(time_control, "IGNORED_DOWNTIME", 2 * HOUR)
    matches = [await club.strict(await club.match(100 + n, 200 + n)) for n in range(2 * FEW)]
    await bot.scheduler.run_until_idle()
    given: list[int] = []
    sweep = bot.scheduler._jobs["timeouts"].run
    assert sweep is not None

    def watched(tx: object, *, now: int) -> object:
        done = sweep(tx, now=now)
        given.append(len(done))  # type: ignore[arg-type]
        return done

    bot.scheduler._jobs["timeouts"].run = watched
    await bot.live(8 * DAY)
    assert {(await club.get(match)).status for match in matches} == {"aborted"}
    assert max(given) == 1


@pytest.mark.check
async def test_reminders_are_sent_one_player_per_transaction_because_each_may_have_many_turns(
    club: Club, bot: Bot
) -> None:
    for number in range(2 * FEW):
        await club.match(100 + number, 200 + number)
    await bot.scheduler.run_until_idle()
    reminded: list[int] = []
    ring = bot.scheduler._jobs["reminders"].run
    assert ring is not None

    def watched(tx: object, *, now: int) -> object:
        done = ring(tx, now=now)
        reminded.append(done)  # type: ignore[arg-type]
        return done

    bot.scheduler._jobs["reminders"].run = watched
    await club.spoil("UPDATE clocks SET alarm = 'half', alarm_at = 1")
    await bot.scheduler.run_until_idle()
    assert sum(reminded) == 2 * FEW
    assert max(reminded) == 1


@pytest.mark.check
async def test_the_schedulers_own_commits_do_not_wake_it(club: Club, bot: Bot) -> None:
    await begun(club)
    woken: list[int] = []
    bot.scheduler.wake = lambda: woken.append(club.now)  # type: ignore[method-assign]
    await bot.scheduler.start()
    club.now += IGNORED_DOWNTIME
    assert woken == []
    with writing(club.store) as tx:
        downtime.record_heartbeat(tx, now=club.now)
    assert woken == [club.now]
    del bot.scheduler.wake
    await bot.scheduler.stop()
