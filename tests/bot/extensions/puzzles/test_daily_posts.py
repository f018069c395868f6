"""Daily posts: sent once a day, in the guild's morning, despite failures."""

import json

from bot.extensions.puzzles.messages import daily
from bot.extensions.puzzles.models import DailyResult
from bot.extensions.puzzles.service import daily_schedule
from bot.extensions.puzzles.store import daily_result_rows
from bot.extensions.puzzles.views.guild_news import guild_news
from bot.i18n.translator import translator_for
from bot.messages.composition import COMPOSERS
from bot.service.clock.calendar import DAY, HOUR
from bot.service.guilds import guild_settings, removed_guilds
from bot.store.outbox import message_kinds, outbox_rows
from bot.store.players import player_rows
from tests.bot.service.club import ADA, BRUNO, CHANNEL, ELSEWHERE, GUILD, START, Club, job_due_at
from tests.transactions import reading, writing

MIDNIGHT = START - START % DAY


async def choose(club: Club, channel: int | None = CHANNEL) -> int | None:
    with writing(club.store) as tx:
        return daily_schedule.set_channel(tx, GUILD, str(channel or ""), by=ADA, now=club.now)


async def pending_posts(club: Club) -> list[tuple[int, int]]:
    """Return the channel and day of each pending post."""
    rows = await club.rows("SELECT channel, payload FROM outbox WHERE kind = 'daily' ORDER BY id")
    return [(row["channel"], json.loads(row["payload"])["day"]) for row in rows]


async def post(club: Club) -> list[tuple[int, int]]:
    with writing(club.store) as tx:
        daily_schedule.post_due(tx, now=club.now)
    return await pending_posts(club)


def test_the_extension_registers_its_kind_of_message() -> None:
    kind = message_kinds.KINDS["daily"]
    assert COMPOSERS[kind.name] is daily.compose
    assert kind.payload.__module__.startswith("bot.extensions.puzzles.")


async def test_the_puzzle_is_queued_once_each_morning(club: Club) -> None:
    club.now = MIDNIGHT + 12 * HOUR
    assert await choose(club) == MIDNIGHT + DAY + 9 * HOUR
    assert await post(club) == []
    club.now = MIDNIGHT + DAY + 9 * HOUR
    today = (CHANNEL, daily_schedule.today(club.now))
    assert await post(club) == [today]
    assert await post(club) == [today]
    club.now += DAY
    assert await post(club) == [today, (CHANNEL, daily_schedule.today(club.now))]


async def test_posts_come_in_the_guilds_morning_and_never_at_night(club: Club) -> None:
    with writing(club.store) as tx:
        hours = {"zone": "Asia/Tokyo", "quiet": "0-10"}
        guild_settings.change_settings(tx, GUILD, hours, by=ADA, now=club.now)
    club.now = MIDNIGHT - 60
    assert await choose(club) == MIDNIGHT + HOUR, "ten in the morning in Tokyo"
    club.now = MIDNIGHT + 15 * HOUR
    assert await post(club) == []
    with reading(club.store) as tx:
        assert job_due_at(tx, "daily posts") == MIDNIGHT + DAY + HOUR


async def test_after_days_of_downtime_only_the_latest_puzzle_is_posted(club: Club) -> None:
    club.now = MIDNIGHT
    await choose(club)
    club.now = MIDNIGHT + 5 * DAY + 20 * HOUR
    assert await post(club) == [(CHANNEL, daily_schedule.today(club.now))]


async def test_a_channel_changed_after_the_post_gets_the_next_one(club: Club) -> None:
    club.now = MIDNIGHT
    await choose(club)
    club.now += 9 * HOUR
    await post(club)
    await choose(club, ELSEWHERE)
    club.now += 60
    assert [channel for channel, _ in await post(club)] == [CHANNEL]
    await choose(club, None)
    club.now += DAY
    assert [channel for channel, _ in await post(club)] == [CHANNEL]
    with reading(club.store) as tx:
        assert job_due_at(tx, "daily posts") is None
        assert (guild_settings.load_settings(tx, GUILD))["daily"] == ""


async def test_a_deleted_channel_turns_daily_posts_off(club: Club) -> None:
    club.now = MIDNIGHT
    await choose(club)
    club.now += 9 * HOUR
    await post(club)
    with writing(club.store) as tx:
        (row,) = outbox_rows.due_rows(tx, now=club.now, limit=9)
        daily_schedule.on_given_up(tx, row, row.payload, destination_gone=False, now=club.now)
        assert daily_result_rows.get_daily_place(tx, GUILD) is not None
        daily_schedule.on_given_up(tx, row, row.payload, destination_gone=True, now=club.now)
        assert daily_result_rows.get_daily_place(tx, GUILD) is None


async def test_a_guild_whose_data_is_deleted_gets_no_posts(club: Club) -> None:
    await choose(club)
    with writing(club.store) as tx:
        removed_guilds.on_removed(tx, GUILD, now=club.now)
        removed_guilds.abort_due_games(tx, now=club.now + removed_guilds.HOLD_SECONDS)
        assert daily_result_rows.get_daily_place(tx, GUILD) is None


async def test_the_puzzle_that_most_members_solved_is_news_of_the_server(club: Club) -> None:
    t, day = translator_for("en"), daily_schedule.today(club.now)
    with writing(club.store) as tx:
        player_rows.ensure_players(tx, [ADA, BRUNO], club.now)
        for player, when in ((ADA, day), (BRUNO, day), (ADA, day - 1)):
            daily_result_rows.add_daily(tx, DailyResult(player, when, GUILD, club.now, 0))
        [line] = guild_news(tx, GUILD, club.now - 1, club.now, t)
        assert line == f"🧩 2 players solved the daily puzzle of <t:{day * DAY + DAY // 2}:D>."
        assert guild_news(tx, ELSEWHERE, club.now - 1, club.now, t) == []
        assert guild_news(tx, GUILD, club.now, club.now + 1, t) == []
