"""The weekly post of a guild: where and when it is due."""

from dataclasses import dataclass

from bot.extension_api.people import change_guild_setting, next_weekly_time
from bot.extension_api.transactions import OutboxRow, Tx, queue_message
from bot.extensions.following.models import WeekChannel
from bot.extensions.following.service.watching import DAY
from bot.extensions.following.store import week_rows

SUNDAY, MINUTE = 6, 18 * 60
"""Weekday, and minute of the guild's day, of the post."""
WEEK = 7 * DAY


@dataclass(frozen=True, slots=True)
class WeekPost:
    """Outbox payload: what has happened in a guild in a week."""

    guild: int
    since: int
    until: int


def set_channel(tx: Tx, guild: int, channel: str, *, by: int, now: int) -> None:
    """Set the channel for weekly posts by its id, or "" to turn them off."""
    change_guild_setting(tx, guild, "week", channel, by=by, now=now)
    if not channel:
        week_rows.remove_channel(tx, guild)
        return
    due_at = next_weekly_time(tx, guild, SUNDAY, MINUTE, now)
    week_rows.put_channel(tx, WeekChannel(guild, int(channel), due_at))


def post_due(tx: Tx, *, now: int, limit: int = 5) -> int:
    """Queue the posts that are due, unless no match was finished.

    Returns the number of guilds processed.
    """
    done = 0
    for channel in week_rows.due_channels(tx, now, limit):
        done += 1
        due_at = next_weekly_time(tx, channel.guild, SUNDAY, MINUTE, now)
        week_rows.put_channel(tx, WeekChannel(channel.guild, channel.channel, due_at))
        if week_rows.count_finished(tx, channel.guild, now - WEEK, now):
            post = WeekPost(channel.guild, now - WEEK, now)
            queue_message(tx, post, channel=channel.channel, now=now)
    return done


def on_given_up(tx: Tx, row: OutboxRow, post: WeekPost, destination_gone: bool, now: int) -> None:
    """Turn weekly posts off after a failed post if the channel no longer exists."""
    channel = week_rows.get_channel(tx, post.guild)
    if destination_gone and channel is not None and channel.channel == row.channel:
        week_rows.remove_channel(tx, post.guild)
