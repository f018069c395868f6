"""Quiet hours: failed deliveries are retried in the morning, and sent only once."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot.service.clock.calendar import DAY, HOUR
from bot.service.conditional_moves import executor
from bot.service.guilds import guild_settings, match_channels
from bot.service.jobs.scheduler import Scheduler
from bot.service.match import downtime
from bot.service.outbox import DeliveryFailed
from bot.service.players import player_settings
from bot.store.match import conditional_moves
from bot.store.models import Match
from bot.store.models.outbox import OutboxRow
from bot.store.models.payloads import Digest, DowntimeCredit, PlayerTurns, Reminder
from bot.store.outbox import outbox_rows
from tests.bot.service.club import ADA, BRUNO, CHANNEL, GUILD, Club
from tests.bot.service.fake_discord import Discord
from tests.bot.service.plan_transactions import save_plan
from tests.transactions import reading, writing

BERLIN = ZoneInfo("Europe/Berlin")
LATE = int(datetime(2026, 11, 10, 21, 59, tzinfo=BERLIN).timestamp())
"""One minute before the start of Ada's and Bruno's quiet hours."""
MORNING = LATE + 60 + 10 * HOUR


@pytest.fixture
async def match(club: Club) -> Match:
    """A match started at noon with its board posted.

    Both players have quiet hours from 22 to 8.
    """
    club.now = LATE - 10 * HOUR
    for player in (ADA, BRUNO):
        await change_settings(club, player, zone="Europe/Berlin", quiet="22-8")
    begun = await club.match()
    await club.deliver()
    return begun


async def change_settings(club: Club, player: int, **wishes: Any) -> None:
    with writing(club.store) as tx:
        player_settings.change_settings(tx, player, wishes, now=club.now)


async def queue_plan(club: Club, match: Match) -> None:
    await save_plan(club, match, BRUNO, "II,3-III,3, VII,6-VI,6")
    await club.play(match, ADA, "III,2-IV,2", interaction=club.sent_at(club.now))
    await club.deliver()
    with writing(club.store) as tx:
        executor.queue_due_notices(tx, now=club.now)


async def queue_notice(club: Club, match: Match) -> None:
    with writing(club.store) as tx:
        match_channels.queue_dm(tx, match, "lost", BRUNO, club.now)


async def queue_turns(club: Club, match: Match, payload: type[PlayerTurns], **where: int) -> None:
    with writing(club.store) as tx:
        turns = payload(ADA, ((match.id, 0, "half"),))
        outbox_rows.queue(tx, turns, now=club.now, **where)


async def queue_digest(club: Club, match: Match) -> None:
    await queue_turns(club, match, Digest, user=ADA)


async def queue_downtime_credit(club: Club, match: Match) -> None:
    await queue_turns(club, match, DowntimeCredit, user=ADA)


async def queue_reminder(club: Club, match: Match) -> None:
    await change_settings(club, ADA, remind="dm")
    await queue_turns(club, match, Reminder, user=ADA)


async def queue_mention(club: Club, match: Match) -> None:
    await queue_turns(club, match, Reminder, channel=CHANNEL)


async def go_on(club: Club, sleeper: Scheduler, until: int) -> None:
    """Run the scheduler at least once an hour until this time."""
    while club.now < until:
        club.now = min(club.now + HOUR, until)
        with writing(club.store) as tx:
            downtime.record_heartbeat(tx, now=club.now)
        await sleeper.run_until_idle()


def delivered(discord: Discord, kind: str) -> list[OutboxRow]:
    return [row for row in discord.messages.values() if row.kind == kind]


PRIVATE = (
    ("plan", queue_plan),
    ("notice", queue_notice),
    ("digest", queue_digest),
    ("downtime-credit", queue_downtime_credit),
    ("reminder", queue_reminder),
    ("reminder", queue_mention),
)


@pytest.mark.check
@pytest.mark.parametrize(("kind", "queue"), PRIVATE)
async def test_a_message_that_failed_by_day_is_delivered_once_in_the_morning(
    club: Club, discord: Discord, sleeper: Scheduler, match: Match, kind: str, queue: Any
) -> None:
    await go_on(club, sleeper, LATE)
    await queue(club, match)
    discord.answer = DeliveryFailed("503", refused=True)
    await sleeper.run_until_idle()
    assert [row.kind for row in discord.tried] == [kind]
    discord.answer = None
    await go_on(club, sleeper, MORNING - 60)
    assert delivered(discord, kind) == []
    await go_on(club, sleeper, MORNING + HOUR)
    [row] = delivered(discord, kind)
    assert (row.user is None) == (queue is queue_mention)
    assert len([row for row in discord.tried if row.kind == kind]) == 2
    await go_on(club, sleeper, MORNING + 2 * HOUR)
    assert len(delivered(discord, kind)) == 1


@pytest.mark.check
@pytest.mark.parametrize(("kind", "queue"), PRIVATE)
async def test_a_delivered_message_whose_response_was_lost_is_not_sent_again_in_the_morning(
    club: Club, discord: Discord, sleeper: Scheduler, match: Match, kind: str, queue: Any
) -> None:
    await go_on(club, sleeper, LATE)
    await queue(club, match)
    discord.after_posting = ConnectionError("reset")
    await sleeper.run_until_idle()
    discord.after_posting = None
    await go_on(club, sleeper, MORNING + HOUR)
    assert len(delivered(discord, kind)) == 1
    assert kind not in await club.pending_kinds()


@pytest.mark.check
async def test_a_message_with_an_unknown_outcome_is_looked_up_again_in_the_morning(
    club: Club, discord: Discord, sleeper: Scheduler, match: Match
) -> None:
    await go_on(club, sleeper, LATE)
    await queue_notice(club, match)
    discord.answer = DeliveryFailed("no answer")
    await sleeper.run_until_idle()
    discord.answer = None
    await go_on(club, sleeper, MORNING)
    assert len(delivered(discord, "notice")) == 1
    assert len(discord.looked_for) == 2


@pytest.mark.check
async def test_a_mention_waits_for_the_end_of_guild_quiet_hours_unless_the_turn_would_be_lost(
    club: Club, discord: Discord, sleeper: Scheduler, match: Match
) -> None:
    await change_settings(club, ADA, quiet="")
    with writing(club.store) as tx:
        zone, quiet = "Europe/Berlin", "22:00-08:00"
        guild_settings.change_setting(tx, GUILD, "zone", zone, by=1, now=club.now)
        guild_settings.change_setting(tx, GUILD, "quiet", quiet, by=1, now=club.now)
    await go_on(club, sleeper, LATE + 120)
    await queue_mention(club, match)
    await sleeper.run_until_idle()
    assert delivered(discord, "reminder") == []
    await go_on(club, sleeper, MORNING)
    assert len(delivered(discord, "reminder")) == 1
    await go_on(club, sleeper, LATE + DAY + 120)
    await club.spoil("UPDATE clocks SET deadline = :at", at=club.now + 5 * HOUR)
    await queue_mention(club, match)
    await sleeper.run_until_idle()
    assert len(delivered(discord, "reminder")) == 2


@pytest.mark.check
async def test_a_deferred_reminder_does_not_delay_boards(
    club: Club, discord: Discord, sleeper: Scheduler, match: Match
) -> None:
    await go_on(club, sleeper, LATE + 120)
    await queue_mention(club, match)
    other = await club.match(BRUNO, 77)
    await sleeper.run_until_idle()
    assert [row.match for row in delivered(discord, "board")] == [other.id]
    assert delivered(discord, "reminder") == []


@pytest.mark.check
async def test_a_reminder_for_a_turn_that_is_over_by_the_morning_is_not_sent(
    club: Club, discord: Discord, sleeper: Scheduler, match: Match
) -> None:
    await go_on(club, sleeper, LATE + 120)
    await queue_mention(club, match)
    await sleeper.run_until_idle()
    await club.turn(match, interaction=club.sent_at(club.now))
    await go_on(club, sleeper, MORNING + HOUR)
    assert [row.payload.player for row in delivered(discord, "reminder")] in ([], [BRUNO])


@pytest.mark.check
async def test_a_notice_seen_at_night_is_not_sent_again_in_the_morning(
    club: Club, discord: Discord, sleeper: Scheduler, match: Match
) -> None:
    await go_on(club, sleeper, LATE)
    await queue_plan(club, match)
    discord.answer = DeliveryFailed("503", refused=True)
    await sleeper.run_until_idle()
    discord.answer = None
    await go_on(club, sleeper, LATE + HOUR)
    with writing(club.store) as tx:
        executor.mark_read(tx, conditional_moves.ended_plans(tx, BRUNO))
    [row] = [row for row in discord.tried if row.kind == "plan"]
    with reading(club.store) as tx:
        assert executor.unread(tx, row.payload) is None
