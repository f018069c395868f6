"""`/me`: a player's profile, settings and data."""

from discord.app_commands import locale_str

from bot.registry import group

group(
    "me",
    locale_str("Your profile, settings and data"),
    "profile settings data",
)
