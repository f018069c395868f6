"""`/stats`: ratings and results of players."""

from discord import app_commands
from discord.app_commands import locale_str

from bot.registry import group

group(
    "stats",
    locale_str("Ratings and statistics"),
    "rating leaderboard profile history",
    allowed_contexts=app_commands.AppCommandContext(
        guild=True, dm_channel=False, private_channel=False
    ),
)
