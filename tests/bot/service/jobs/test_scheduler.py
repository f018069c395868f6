"""The scheduler delivers every outbox row once, despite failures."""

import asyncio
import sqlite3
from collections import Counter
from collections.abc import Callable

import pytest
from structlog.testing import capture_logs

from bot.service import outbox
from bot.service.jobs import fair_queue, outbox_sender, scheduler
from bot.service.jobs.scheduler import Scheduler
from bot.service.matchmaking import challenges
from bot.service.outbox import DeliveryFailed
from bot.store.driver import retrying
from bot.store.models.payloads import DowntimeCredit
from bot.store.outbox import outbox_rows
from tests.bot.service.club import ADA, BRUNO, CHANNEL, START, Club, job_due_at
from tests.bot.service.fake_discord import Discord
from tests.bot.service.row_counts import failures
from tests.patience import HANGS_AFTER
from tests.transactions import reading, writing

NEWS = DowntimeCredit(ADA, ())
"""Payload for tests in which the content of the message does not matter."""


async def until(true: Callable[[], object]) -> None:
    async with asyncio.timeout(HANGS_AFTER):
        while not true():  # noqa: ASYNC110
            await asyncio.sleep(0.005)


async def test_a_pending_message_is_delivered_and_no_longer_pending(
    club: Club, discord: Discord, sleeper: Scheduler
) -> None:
    match = await club.match()
    await sleeper.run_until_idle()
    assert discord.shown() == [("board", 0)]
    assert await club.pending_kinds() == []
    assert (await club.get(match)).post == 900


async def test_a_commit_wakes_the_scheduler(
    club: Club, discord: Discord, sleeper: Scheduler
) -> None:
    match = await club.match()
    await sleeper.start()
    await until(lambda: discord.shown() == [("board", 0)])
    await club.turn(match)
    await until(lambda: discord.shown() == [("board", 0), ("board", 1)])


@pytest.mark.check
async def test_many_tasks_may_wake_the_scheduler_at_the_same_time(
    club: Club, discord: Discord, sleeper: Scheduler
) -> None:
    await sleeper.start()

    async def one(number: int) -> None:
        sleeper.wake()
        with writing(club.store) as tx:
            outbox_rows.queue(tx, NEWS, channel=number % 7, now=club.now)
        sleeper.wake()

    await asyncio.gather(*(one(number) for number in range(40)))
    await until(lambda: len(discord.messages) == 40)
    await sleeper.run_until_idle()
    assert Counter(row.id for row in discord.messages.values()).most_common(1)[0][1] == 1
    for channel in range(7):
        ids = [row.id for row in discord.messages.values() if row.channel == channel]
        assert ids == sorted(ids)


async def test_a_message_whose_response_was_lost_is_looked_up_and_not_sent_again(
    club: Club, discord: Discord, sleeper: Scheduler
) -> None:
    match = await club.match()
    discord.after_posting = ConnectionError("reset")
    await sleeper.run_until_idle()
    assert (await club.get(match)).post is None
    discord.after_posting = None
    club.now += 60
    await sleeper.run_until_idle()
    assert discord.shown() == [("board", 0)]
    assert (await club.get(match)).post == 900


async def test_a_delivery_in_progress_during_a_crash_is_looked_up_after_the_restart(
    club: Club, discord: Discord, sleeper: Scheduler
) -> None:
    match = await club.match()
    with writing(club.store) as tx:
        (row,) = outbox_rows.due_rows(tx, now=club.now, limit=9)
        assert outbox.claim_row(tx, row, now=club.now)
    discord.messages[950] = row
    await sleeper.start()
    await until(lambda: discord.looked_for)
    await sleeper.run_until_idle()
    assert discord.shown() == [("board", 0)]
    assert (await club.get(match)).post == 950


async def test_a_first_attempt_is_not_looked_up(
    club: Club, discord: Discord, sleeper: Scheduler
) -> None:
    await club.match()
    await sleeper.run_until_idle()
    assert discord.looked_for == []


async def test_a_superseded_board_is_looked_up_and_not_sent(
    club: Club, discord: Discord, sleeper: Scheduler
) -> None:
    match = await club.match()
    discord.answer = DeliveryFailed("503")
    await sleeper.run_until_idle()
    await club.turn(match)
    discord.answer = None
    await sleeper.run_until_idle()
    assert [row.ply for row in discord.looked_for] == [0]
    assert discord.shown() == [("board", 1)]
    assert await club.pending_kinds() == []


async def test_an_edit_is_retried_without_a_lookup(
    club: Club, discord: Discord, sleeper: Scheduler
) -> None:
    await club.decline(await club.challenge())
    discord.answer = DeliveryFailed("503")
    await sleeper.run_until_idle()
    discord.answer = None
    club.now += 60
    await sleeper.run_until_idle()
    assert [row.kind for row in discord.tried] == ["challenge-over"] * 2
    assert discord.looked_for == []
    assert await club.pending_kinds() == []


@pytest.mark.check
@pytest.mark.parametrize("answer", [DeliveryFailed("503"), ConnectionError("reset")])
async def test_a_failed_delivery_is_retried_until_it_succeeds(
    club: Club, discord: Discord, sleeper: Scheduler, answer: DeliveryFailed | Exception
) -> None:
    await club.match()
    discord.answer = answer
    for _ in range(30):
        await sleeper.run_until_idle()
        club.now += 3600
    discord.answer = None
    await sleeper.run_until_idle()
    assert discord.shown() == [("board", 0)]
    assert await club.pending_kinds() == []


@pytest.mark.check
async def test_a_permanent_failure_is_given_up_with_its_reason(
    club: Club, discord: Discord, sleeper: Scheduler
) -> None:
    match = await club.match()
    discord.answer = DeliveryFailed("missing permission", permanent=True)
    for _ in range(3):
        await sleeper.run_until_idle()
        club.now += 3600
    assert len([row for row in discord.tried if row.kind == "board"]) == 1
    with reading(club.store) as tx:
        # One message for the board, and one direct message about it to each player.
        assert failures(tx, match.id) == ["missing permission"] * 3
    discord.answer = None
    with writing(club.store) as tx:
        outbox_rows.retry_failed(tx, channel=CHANNEL, now=club.now)
    await sleeper.run_until_idle()
    assert discord.shown() == [("board", 0)]


async def test_a_retry_waits_as_long_as_discord_asks(
    club: Club, discord: Discord, sleeper: Scheduler
) -> None:
    await club.match()
    discord.answer = DeliveryFailed("429", retry_after=500)
    await sleeper.run_until_idle()
    discord.answer = None
    club.now += 499
    await sleeper.run_until_idle()
    assert discord.shown() == []
    club.now += 1
    await sleeper.run_until_idle()
    assert discord.shown() == [("board", 0)]


async def test_a_delivery_that_hangs_counts_as_failed(
    club: Club, discord: Discord, sleeper: Scheduler, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox_sender, "DELIVERY_TIMEOUT", 0.01)
    await club.match()
    discord.gate.clear()
    await sleeper.run_until_idle()
    (row,) = await club.rows("SELECT error FROM outbox WHERE kind = 'board'")
    assert row["error"] == "no answer within 0.01 seconds"


async def test_a_slow_channel_does_not_delay_others(
    club: Club, discord: Discord, sleeper: Scheduler
) -> None:
    with writing(club.store) as tx:
        outbox_rows.queue(tx, NEWS, channel=1, now=club.now)
    discord.gate.clear()
    await sleeper.start()
    await until(lambda: len(discord.tried) == 1)
    discord.gate, stuck = asyncio.Event(), discord.gate
    discord.gate.set()
    with writing(club.store) as tx:
        outbox_rows.queue(tx, NEWS, channel=1, now=club.now)
        outbox_rows.queue(tx, NEWS, channel=2, now=club.now)
    await until(lambda: [row.channel for row in discord.messages.values()] == [2])
    stuck.set()
    await until(lambda: [row.channel for row in discord.messages.values()] == [2, 1, 1])


async def test_the_number_of_concurrent_deliveries_is_limited(
    club: Club, discord: Discord, sleeper: Scheduler
) -> None:
    with writing(club.store) as tx:
        for channel in range(1, 20):
            outbox_rows.queue(tx, NEWS, channel=channel, now=club.now)
    discord.gate.clear()
    await sleeper.start()
    await until(lambda: len(discord.tried) == fair_queue.MAX_IN_FLIGHT)
    sleeper.wake()
    await asyncio.sleep(0.05)
    assert len(discord.tried) == fair_queue.MAX_IN_FLIGHT
    discord.gate.set()
    await until(lambda: len(discord.messages) == 19)


async def test_challenges_expire_automatically(
    club: Club, discord: Discord, sleeper: Scheduler
) -> None:
    made = await club.challenge()
    await sleeper.run_until_idle()
    club.now = made.expires_at
    await sleeper.run_until_idle()
    with reading(club.store) as tx:
        assert (challenges.load_challenge(tx, made.id)).status == "expired"
    assert [row.kind for row in discord.tried] == ["challenge", "challenge-over"]


async def test_the_agenda_lists_the_next_due_time_of_each_job(
    club: Club, discord: Discord, sleeper: Scheduler
) -> None:
    made = await club.challenge()
    await sleeper.run_until_idle()
    agenda = sleeper.due_times()
    assert agenda["challenges"] == made.expires_at
    assert "outbox" not in agenda


async def test_expired_rows_are_deleted(club: Club, discord: Discord, sleeper: Scheduler) -> None:
    await club.cancel(await club.challenge())
    await sleeper.run_until_idle()
    club.now += 26 * 3600
    await sleeper.run_until_idle()
    assert await club.rows("SELECT 1 FROM interactions") == []
    club.now += 32 * 86400
    await sleeper.run_until_idle()
    assert await club.rows("SELECT 1 FROM outbox") == []


async def test_a_failing_job_backs_off_and_the_others_continue(
    club: Club, discord: Discord, sleeper: Scheduler, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []

    def broken(tx: object, *, now: int) -> None:
        calls.append(now)
        raise RuntimeError("bug")

    sleeper._jobs["challenges"].run = broken
    made = await club.challenge(ADA, BRUNO)
    await club.challenge(BRUNO, None)
    club.now = made.expires_at
    with capture_logs() as logs:
        for _ in range(20):
            await sleeper.run_until_idle()
            club.now += 1
    # The first attempt is made at once, the others after 2, 4 and 8 seconds.
    assert [when - made.expires_at for when in calls] == [0, 2, 6, 14]
    assert {line["job"] for line in logs if line["event"] == "job failed"} == {"challenges"}
    assert discord.shown() == [("challenge", None), ("challenge", None)]


@pytest.mark.check
async def test_a_repaired_job_runs_again(club: Club, discord: Discord, sleeper: Scheduler) -> None:
    await club.spoil("ALTER TABLE interactions RENAME TO elsewhere")
    with capture_logs() as logs:
        await sleeper.run_until_idle()
    assert [line["job"] for line in logs] == ["interactions"]
    await club.spoil("ALTER TABLE elsewhere RENAME TO interactions")
    club.now += 2
    with capture_logs() as logs:
        await sleeper.run_until_idle()
    assert logs == []
    with reading(club.store) as tx:
        assert job_due_at(tx, "interactions") is None


@pytest.mark.check
async def test_a_delivery_whose_result_could_not_be_stored_is_looked_up_later(
    club: Club, discord: Discord, sleeper: Scheduler, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.match()

    def broken(*args: object, **more: object) -> None:
        raise RuntimeError("disk full")

    monkeypatch.setattr(retrying, "FIRST_PAUSE", 0)
    with monkeypatch.context() as broke, capture_logs() as logs:
        broke.setattr(outbox, "mark_sent", broken)
        await sleeper.run_until_idle()
    assert "delivery result not stored" in [line["event"] for line in logs]
    club.now += outbox.FIRST_RETRY
    await sleeper.run_until_idle()
    assert discord.shown() == [("board", 0)]
    assert (await club.get(match)).post == 900


async def test_stopping_finishes_deliveries_in_progress(
    club: Club, discord: Discord, sleeper: Scheduler
) -> None:
    discord.gate.clear()
    match = await club.match()
    await sleeper.start()
    await until(lambda: discord.tried)
    stopping = asyncio.create_task(sleeper.stop())
    await asyncio.sleep(0.02)
    assert not stopping.done()
    discord.gate.set()
    await stopping
    await sleeper.stop()
    assert (await club.get(match)).post == 900
    await club.turn(match)
    await asyncio.sleep(0.02)
    assert discord.shown() == [("board", 0)]


async def test_stopping_does_not_wait_forever(
    club: Club, discord: Discord, sleeper: Scheduler, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "STOP_TIMEOUT", 0.02)
    discord.gate.clear()
    await club.match()
    await sleeper.start()
    await until(lambda: discord.tried)
    await sleeper.stop()
    assert await club.pending_kinds() == ["board", "challenge-over"]


async def test_stopping_does_not_wait_for_a_database_locked_by_another_program(
    club: Club, sleeper: Scheduler, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "STOP_TIMEOUT", 0.02)
    await sleeper.start()
    other = sqlite3.connect(club.store.path, isolation_level=None, check_same_thread=False)
    await asyncio.to_thread(other.execute, "BEGIN IMMEDIATE")
    stopping = asyncio.create_task(sleeper.stop())
    done, _ = await asyncio.wait({stopping}, timeout=8)
    other.execute("ROLLBACK")
    other.close()
    assert done == {stopping}, "it waited for the other program"


async def test_the_scheduler_sleeps_until_the_next_due_time_but_at_most_an_hour(
    club: Club, sleeper: Scheduler
) -> None:
    assert await sleeper._run_due_jobs() == START + 3600
    with writing(club.store) as tx:
        row = outbox_rows.queue(tx, NEWS, channel=CHANNEL, now=club.now + 100)
    assert row
    assert await sleeper._run_due_jobs() == START + 100


@pytest.mark.check
async def test_the_passing_of_time_alone_wakes_the_scheduler(
    club: Club, discord: Discord, sleeper: Scheduler
) -> None:
    with writing(club.store) as tx:
        outbox_rows.queue(tx, NEWS, channel=CHANNEL, now=club.now + 1)
    await sleeper.start()
    await asyncio.sleep(0.05)
    assert discord.shown() == []
    club.now += 1
    await until(lambda: discord.shown() == [("downtime-credit", None)])
