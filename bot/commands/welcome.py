"""The button of a server's settings on the post that greets a server."""

from __future__ import annotations

import discord

from bot.app import App, Handler
from bot.commands.server import show
from bot.views.controls import Control
from bot.views.reply import Reply


async def manage(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """Settings for this server, for who manages it."""
    return await show(app, interaction)


def install(app: App) -> None:
    """Put the button up; the others are the same everywhere."""
    app.controls["welcome-server"] = Handler(manage, about="else")
