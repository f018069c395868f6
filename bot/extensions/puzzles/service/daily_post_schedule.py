"""Schedule of daily puzzle posts: once a day, in the morning of the guild."""

from collections.abc import Mapping

from bot.extensions.puzzles.service import daily_schedule
from bot.extensions.puzzles.store import daily_posts
from bot.service.clock.calendar import Calendar, Quiet, awake, parse_quiet
from bot.service.clock.reminder_times import digest as by_day
from bot.service.guilds import guild_settings
from bot.store import Tx, outbox_rows
from bot.store.models import DailyPlace
from bot.store.models.outbox import OutboxRow
from bot.store.models.payloads import DailyPost

MORNING = 9 * 60
"""Minute of the guild's day at which the puzzle is posted."""
NIGHT = Quiet(22 * 60, 8 * 60)
"""Quiet hours of a guild that has chosen none."""


async def choose(tx: Tx, guild: int, channel: int | None, *, by: int, now: int) -> int | None:
    """Set the channel for daily posts, or None to turn them off.

    Returns when the next post is due; None if turned off.
    """
    value = "" if channel is None else str(channel)
    await guild_settings.choose(tx, guild, "daily", value, by=by, now=now)
    if channel is None:
        await daily_posts.remove(tx, guild)
        return None
    before = await daily_posts.get(tx, guild)
    posted = None if before is None else before.day
    due_at = by_day(now, MORNING, _days(await guild_settings.settings(tx, guild)))
    await daily_posts.put(tx, DailyPlace(guild, channel, due_at, posted))
    return due_at


async def post_due(tx: Tx, *, now: int, limit: int = 40) -> int:
    """Queue the posts that are due, in up to `limit` guilds. Returns the number of guilds.

    A post that falls into quiet hours waits for the morning. Missed days are skipped.
    """
    due, day = await daily_posts.due(tx, now, limit), daily_schedule.today(now)
    for place in due:
        days = _days(await guild_settings.settings(tx, place.guild))
        if (morning := awake(now, days)) > now:
            await daily_posts.put(tx, DailyPlace(place.guild, place.channel, morning, place.day))
            continue
        if place.day != day:
            post = DailyPost(place.guild, day)
            await outbox_rows.queue(tx, "daily", post, channel=place.channel, now=now)
        due_at = by_day(now, MORNING, days)
        await daily_posts.put(tx, DailyPlace(place.guild, place.channel, due_at, day))
    return len(due)


async def given_up(tx: Tx, row: OutboxRow, post: DailyPost, gone: bool, now: int) -> None:
    """Callback for a post that failed: turn posts off if the channel is gone."""
    place = await daily_posts.get(tx, post.guild)
    if gone and place is not None and place.channel == row.channel:
        await daily_posts.remove(tx, post.guild)


def _days(server: Mapping[str, str]) -> Calendar:
    """Return the calendar of a guild: its time zone and quiet hours."""
    return Calendar(server["zone"], parse_quiet(server["quiet"]) or NIGHT)
