"""`/stats`: how well people play."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import locale_str

from bot.app import App
from bot.commands.stats import history, leaderboard, profile, rating

PARTS = (rating, leaderboard, profile, history)


def install(app: App) -> None:
    """Put the group on the tree, with what its parts do."""
    group = app_commands.Group(
        name="stats",
        description=locale_str("How well people play"),
        allowed_contexts=app_commands.AppCommandContext(
            guild=True, dm_channel=False, private_channel=False
        ),
    )
    for part in PARTS:
        part.install(app, group)
    app.tree.add_command(group)
