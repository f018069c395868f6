"""The buttons of the post that greets a server."""

from __future__ import annotations

import discord

from bot.app import App, Handler
from bot.commands.challenge import Wanted, challenge
from bot.commands.server import show
from bot.views.controls import Control
from bot.views.reply import Reply


async def start(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """Start a game: a challenge to anyone, on the small board."""
    return await challenge(app, interaction, Wanted())


async def manage(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """Settings for this server, for who manages it."""
    return await show(app, interaction)


def install(app: App) -> None:
    """The buttons; that which tells how it is played is everywhere the same."""
    for action, act in {
        "welcome-start": start,
        "welcome-server": manage,
    }.items():
        app.controls[action] = Handler(act, about="else")
