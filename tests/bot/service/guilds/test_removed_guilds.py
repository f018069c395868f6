"""Removed guilds: their matches are put on hold, and then continue or are aborted."""

import pytest

from bot.service.clock.calendar import DAY, HOUR
from bot.service.guilds import match_channels, removed_guilds
from bot.service.jobs.scheduler import Scheduler
from bot.store.guilds import match_channel_rows, removed_guild_rows
from bot.store.models import Match
from tests.bot.service.club import ADA, BRUNO, GUILD, Club
from tests.bot.service.fake_discord import Discord
from tests.bot.service.guilds.lost_channels import (
    BACK,
    NO_CHANNEL,
    Lost,
    attempted_notices,
    deadline,
    scheduler,
    threads_on,
)
from tests.transactions import reading, writing


@pytest.mark.check
async def test_edge_17_matches_of_a_removed_guild_wait_thirty_days_and_continue_if_it_returns(
    club: Club, match: Match, sleeper: Scheduler, discord: Discord
) -> None:
    club.now += 6 * HOUR
    with writing(club.store) as tx:
        assert removed_guilds.on_removed(tx, GUILD, now=club.now) == 1
        assert removed_guilds.on_removed(tx, GUILD, now=club.now) == 0
        assert removed_guilds.find_missing(tx, [GUILD]) == []
    await sleeper.run_until_idle()
    assert sorted(attempted_notices(discord), key=str) == [("removed", ADA), ("removed", BRUNO)]
    club.now += 29 * DAY
    assert await club.sweep() == []
    with writing(club.store) as tx:
        assert removed_guilds.on_restored(tx, GUILD, now=club.now) == 1
        assert removed_guilds.on_restored(tx, GUILD, now=club.now) == 0
    await sleeper.run_until_idle()
    assert discord.shown()[-1] == ("board", 0)
    assert await deadline(club, match) == club.now + BACK - 6 * HOUR
    assert (await club.get(match)).status == "running"


@pytest.mark.check
async def test_a_guild_that_returns_without_the_channel_is_handled_like_a_lost_channel(
    club: Club, match: Match
) -> None:
    lost = Lost(NO_CHANNEL)
    sleeper = scheduler(club, lost)
    with writing(club.store) as tx:
        removed_guilds.on_removed(tx, GUILD, now=club.now)
        assert removed_guilds.hold_due_games(tx, now=club.now) == 1
        removed_guilds.on_restored(tx, GUILD, now=club.now)
    await sleeper.run_until_idle()
    assert sorted(attempted_notices(lost), key=str)[:2] == [("lost", BRUNO), ("lost-turn", ADA)]


@pytest.mark.check
async def test_many_matches_of_a_guild_are_stopped_and_resumed_in_batches_that_survive_a_crash(
    club: Club, discord: Discord
) -> None:
    games = [await club.match() for _ in range(90)]
    club.now += 6 * HOUR
    removed_at = club.now
    counts = club.store.counts
    before = counts.statements
    with writing(club.store) as tx:
        assert removed_guilds.on_removed(tx, GUILD, now=club.now) == 90
    assert counts.statements - before < 20, "however many games"
    before = counts.statements
    with writing(club.store) as tx:
        assert removed_guilds.hold_due_games(tx, now=club.now, limit=40) == 40
    one_batch = counts.statements - before
    club.now += 60
    restarted = scheduler(club, discord)
    writes = counts.writes
    await restarted.run_until_idle()
    assert counts.writes - writes >= 3
    assert sorted(attempted_notices(discord), key=str) == [("removed", ADA), ("removed", BRUNO)]
    with reading(club.store) as tx:
        assert len(match_channel_rows.undelivered_in_guild(tx, GUILD)) == 90
        assert removed_guilds.hold_due_games(tx, now=club.now) == 0
    club.now += 29 * DAY
    before = counts.statements
    with writing(club.store) as tx:
        assert removed_guilds.on_restored(tx, GUILD, now=club.now) == 90
    assert counts.statements - before < 5
    before = counts.statements
    with writing(club.store) as tx:
        assert match_channels.retry_due_boards(tx, now=club.now, limit=40) == 40
    assert counts.statements - before <= one_batch
    await scheduler(club, discord).run_until_idle()
    boards = [row.match for row in discord.messages.values() if row.kind == "board"]
    assert sorted(set(boards)) == sorted(match.id for match in games)
    for match in games:
        assert match.deadline is not None
        assert await deadline(club, match) == match.deadline + club.now - removed_at


@pytest.mark.check
async def test_edge_18_after_thirty_days_matches_are_aborted_unrated_and_guild_data_is_deleted(
    club: Club, match: Match
) -> None:
    await threads_on(club)
    sleeper = scheduler(club, Lost(NO_CHANNEL))
    with writing(club.store) as tx:
        removed_guilds.on_removed(tx, GUILD, now=club.now)
    club.now += 30 * DAY - 1
    await sleeper.run_until_idle()
    assert (await club.get(match)).status == "running"
    club.now += 1
    await sleeper.run_until_idle()
    over = await club.get(match)
    assert (over.status, over.outcome, over.channel) == ("aborted", None, 0)
    for table in (
        "servers",
        "audit",
        "removed_guilds",
        "posts",
        "undelivered_boards",
        "rated_games",
    ):
        assert await club.rows(f"SELECT * FROM {table}") == []
    with reading(club.store) as tx:
        assert removed_guilds.find_missing(tx, []) == []
    assert await club.faults() == []


async def test_guilds_that_removed_the_bot_during_downtime_are_detected(
    club: Club, match: Match
) -> None:
    with reading(club.store) as tx:
        assert removed_guilds.find_missing(tx, [1, 2]) == [GUILD]
        assert removed_guilds.find_missing(tx, [GUILD]) == []
        assert removed_guild_rows.removed(tx) == set()
