"""Guilds: their settings, audit log, channels and themes."""

from bot.service.clock.calendar import Calendar, QuietHours, awake_at, parse_quiet
from bot.service.clock.reminder_times import next_digest
from bot.service.guilds.guild_settings import change_setting as change_guild_setting
from bot.service.guilds.guild_settings import load_settings as guild_settings
from bot.service.guilds.guild_settings import must_be_allowed_channel, theme_for_posts
from bot.service.guilds.guild_settings import record_change as log_guild_change
from bot.service.guilds.removed_guilds import HOLD_SECONDS as REMOVED_GUILD_HOLD
from bot.store import Tx
from bot.store.guilds.guild_setting_rows import last_changes as last_guild_changes
from bot.store.guilds.removed_guild_rows import get_removed_at as guild_removed_at
from bot.store.models import Theme

__all__ = [
    "REMOVED_GUILD_HOLD",
    "Theme",
    "change_guild_setting",
    "guild_removed_at",
    "guild_settings",
    "last_guild_changes",
    "log_guild_change",
    "must_be_allowed_channel",
    "next_daily_time",
    "quiet_until",
    "theme_for_posts",
]

DEFAULT_NIGHT = QuietHours(22 * 60, 8 * 60)
"""Quiet hours of a guild that has not set any."""


def next_daily_time(tx: Tx, guild: int, minute: int, now: int) -> int:
    """Return the next time after `now` at this minute of a guild's day.

    It is moved to the end of the guild's quiet hours.
    """
    return next_digest(now, minute, _calendar(tx, guild))


def quiet_until(tx: Tx, guild: int, now: int) -> int:
    """Return the end of a guild's quiet hours, or `now` if it is outside them."""
    return awake_at(now, _calendar(tx, guild))


def _calendar(tx: Tx, guild: int) -> Calendar:
    settings = guild_settings(tx, guild)
    return Calendar(settings["zone"], parse_quiet(settings["quiet"]) or DEFAULT_NIGHT)
