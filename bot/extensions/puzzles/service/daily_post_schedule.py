"""Schedule of daily puzzle posts: once a day, in the guild's morning."""

from dataclasses import dataclass

from bot.extension_api.guilds import change_guild_setting, next_daily_time, quiet_until
from bot.extension_api.outbox import OutboxRow, queue_message
from bot.extension_api.transactions import Tx
from bot.extensions.puzzles.models import DailyChannel
from bot.extensions.puzzles.service import daily_schedule
from bot.extensions.puzzles.store import daily_posts

POST_MINUTE = 9 * 60
"""Minute of the guild's day at which the puzzle is posted."""


@dataclass(frozen=True, slots=True)
class DailyPost:
    """Outbox payload: a day's puzzle, to be posted in a guild."""

    guild: int
    day: int


def set_channel(tx: Tx, guild: int, channel: str, *, by: int, now: int) -> int | None:
    """Set the channel for daily posts by its id, or "" to turn them off.

    Returns when the next post is due, or None if daily posts are turned off.
    """
    change_guild_setting(tx, guild, "daily", channel, by=by, now=now)
    if not channel:
        daily_posts.remove_daily_place(tx, guild)
        return None
    before = daily_posts.get_daily_place(tx, guild)
    posted = None if before is None else before.day
    due_at = next_daily_time(tx, guild, POST_MINUTE, now)
    daily_posts.put_daily_place(tx, DailyChannel(guild, int(channel), due_at, posted))
    return due_at


def post_due(tx: Tx, *, now: int, limit: int = 40) -> int:
    """Queue the posts that are due, in up to `limit` guilds.

    A post that falls within quiet hours is delayed until they end. Missed days are skipped. Returns
    the number of guilds processed.
    """
    done, day = 0, daily_schedule.today(now)
    for channel in daily_posts.due_places(tx, now, limit):
        done += 1
        if (morning := quiet_until(tx, channel.guild, now)) > now:
            daily_posts.put_daily_place(
                tx, DailyChannel(channel.guild, channel.channel, morning, channel.day)
            )
            continue
        if channel.day != day:
            post = DailyPost(channel.guild, day)
            queue_message(tx, post, channel=channel.channel, now=now)
        due_at = next_daily_time(tx, channel.guild, POST_MINUTE, now)
        daily_posts.put_daily_place(tx, DailyChannel(channel.guild, channel.channel, due_at, day))
    return done


def on_given_up(tx: Tx, row: OutboxRow, post: DailyPost, destination_gone: bool, now: int) -> None:
    """Turn daily posts off after a failed post if the channel no longer exists."""
    channel = daily_posts.get_daily_place(tx, post.guild)
    if destination_gone and channel is not None and channel.channel == row.channel:
        daily_posts.remove_daily_place(tx, post.guild)
