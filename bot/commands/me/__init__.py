"""`/me`: what a person chooses for themselves, and what is known of them."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import locale_str

from bot.app import App
from bot.commands.me import block, data, settings, vacation, worldwide

PARTS = (settings, vacation, block, worldwide, data)


def install(app: App) -> None:
    """Put the group on the tree, with what its parts do."""
    group = app_commands.Group(
        name="me", description=locale_str("Your reminders, vacation, blocks and data")
    )
    for part in PARTS:
        part.install(app, group)
    app.tree.add_command(group)
