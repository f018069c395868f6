"""`/me`: what a person chooses for themselves, and what is known of them."""

from discord.app_commands import locale_str

from bot.registry import group

group(
    "me",
    locale_str("Your reminders, vacation, blocks and data"),
    "settings vacation block unblock worldwide data",
)
