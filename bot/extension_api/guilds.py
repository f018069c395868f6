"""Guilds: their settings, audit log, channels and themes."""

from bot.service.guilds.board_themes import chosen_theme, theme_for_posts
from bot.service.guilds.guild_settings import change_setting as change_guild_setting
from bot.service.guilds.guild_settings import load_settings as guild_settings
from bot.service.guilds.guild_settings import must_be_allowed_channel
from bot.service.guilds.guild_settings import record_change as log_guild_change
from bot.service.guilds.removed_guilds import HOLD_SECONDS as REMOVED_GUILD_HOLD
from bot.store.guilds.guild_setting_rows import last_changes as last_guild_changes
from bot.store.guilds.removed_guild_rows import get_removed_at as guild_removed_at
from bot.store.models import Theme

__all__ = [
    "REMOVED_GUILD_HOLD",
    "Theme",
    "change_guild_setting",
    "chosen_theme",
    "guild_removed_at",
    "guild_settings",
    "last_guild_changes",
    "log_guild_change",
    "must_be_allowed_channel",
    "theme_for_posts",
]
