"""`/me`: a player's settings, vacation, blocks and data."""

from discord.app_commands import locale_str

from bot.registry import group

group(
    "me",
    locale_str("Your reminders, vacation, blocks and data"),
    "settings vacation block unblock global_rating data",
)
