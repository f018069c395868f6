"""The weekly post: when it comes, what it says, and that it notifies nobody."""

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from bot.extensions.following.service import week, week_schedule
from bot.extensions.following.service.week_schedule import WEEK, WeekPost
from bot.extensions.following.store import week_rows
from bot.extensions.following.views.week_page import week_page
from bot.i18n.translator import translator_for
from bot.service.guilds import guild_settings
from bot.service.match import lifecycle
from bot.store.match import match_saver
from bot.store.models import Match
from bot.store.models.outbox import OutboxRow
from bot.views.discord_limits import walk
from engine import Outcome
from tests.bot.service.club import ADA, BRUNO, CHANNEL, ELSEWHERE, GUILD, Club, job_due_at
from tests.transactions import reading, writing


def choose(club: Club, channel: int | str = CHANNEL) -> None:
    """Set the channel of weekly posts."""
    with writing(club.store) as tx:
        week_schedule.set_channel(tx, GUILD, str(channel), by=ADA, now=club.now)


def post_due(club: Club) -> None:
    """Run the job at its due time."""
    with writing(club.store) as tx:
        due = job_due_at(tx, "week posts")
        assert due is not None
        club.now = max(club.now, due)
        assert week_schedule.post_due(tx, now=club.now) == 1


async def posts(club: Club) -> list[OutboxRow]:
    return [row for row in await club.deliver() if row.kind == "week"]


async def ended(
    club: Club, number: int, *, moves: int = 0, reason: str = "resigned"
) -> list[Match]:
    """Play games that the second player loses."""
    over = []
    for _ in range(number):
        match = await club.match(ADA, BRUNO)
        for _ in range(moves):
            await club.turn(match)
        with writing(club.store) as tx:
            running = lifecycle.load(tx, match.id)
            outcome = Outcome(((0,), (1,)), reason)
            after = lifecycle.finish(tx, running, "finished", outcome, club.now)
            match_saver.save(tx, running, after)
        over.append(after)
    return over


def shown(club: Club, news: tuple[str, ...] = ()) -> list[str]:
    """Return the lines of the post about the last week."""
    with reading(club.store) as tx:
        summary = week.load_week(tx, GUILD, club.now - WEEK, club.now)
    page: Any = week_page(translator_for("en"), summary, None, news).to_components()
    texts = [part["content"] for part in walk(page) if part["type"] == 10]
    return "\n".join(texts).split("\n")


async def test_the_post_comes_on_sunday_evening_in_the_zone_of_the_server(club: Club) -> None:
    with writing(club.store) as tx:
        guild_settings.change_settings(tx, GUILD, {"zone": "Asia/Tokyo"}, by=ADA, now=club.now)
    choose(club)
    await ended(club, 1)
    post_due(club)
    at = datetime.fromtimestamp(club.now, UTC).astimezone(ZoneInfo("Asia/Tokyo"))
    assert (at.weekday(), at.hour, at.minute) == (6, 18, 0)
    [row] = await posts(club)
    assert (row.channel, row.payload) == (CHANNEL, WeekPost(GUILD, club.now - WEEK, club.now))
    before = club.now
    post_due(club)
    assert club.now == before + WEEK
    assert await posts(club) == [], "no game has ended since"


async def test_a_server_that_has_not_chosen_a_channel_has_no_post(club: Club) -> None:
    await ended(club, 1)
    choose(club)
    choose(club, "")
    with writing(club.store) as tx:
        assert job_due_at(tx, "week posts") is None


async def test_a_post_in_a_deleted_channel_turns_the_posts_off(club: Club) -> None:
    choose(club, ELSEWHERE)
    await ended(club, 1)
    post_due(club)
    [row] = await posts(club)
    with writing(club.store) as tx:
        week_schedule.on_given_up(tx, row, row.payload, destination_gone=False, now=club.now)
        assert week_rows.get_channel(tx, GUILD) is not None
        week_schedule.on_given_up(tx, row, row.payload, destination_gone=True, now=club.now)
        assert week_rows.get_channel(tx, GUILD) is None


async def test_one_game_makes_a_post_without_empty_headings(club: Club) -> None:
    [match] = await ended(club, 1)
    lines = shown(club)
    assert lines[:2] == ["### This week in this server", "1 game has ended."]
    assert len(lines) == 3
    assert f"Halma 8×8 · game {match.id}" in lines[2]


async def test_forty_games_make_five_lines_and_a_number(club: Club) -> None:
    await ended(club, 40)
    lines = shown(club)
    assert lines[1] == "40 games have ended."
    assert len([line for line in lines if line.startswith("🏁")]) == 5
    assert lines[-1] == "… and 35 more"
    club.now += WEEK
    with reading(club.store) as tx:
        assert week.load_week(tx, GUILD, club.now - WEEK, club.now).finished == 0


async def test_the_longest_hop_the_closest_race_and_other_news_are_named(club: Club) -> None:
    await ended(club, 3, moves=30, reason="goal")
    lines = shown(club, ("🧩 news",))
    assert any(line.startswith("🦘 Longest hop: ") and " jumps." in line for line in lines)
    assert any(line.startswith(f"🏁 Closest race: ⚫\u00a0<@{BRUNO}> lost game") for line in lines)
    assert lines[-1] == "🧩 news"
