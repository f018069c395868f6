"""`/game nudge`, and the button that mutes the reminders of a turn."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.app import App, Handler
from bot.commands.which_game import one_game
from bot.service.telling import reminders
from bot.views.controls import Control
from bot.views.reply import Reply
from bot.words import speaker
from bot.words.times import stamp


async def nudge(app: App, interaction: discord.Interaction, match: int, more: str) -> Reply:
    """Remind whose turn it is."""
    async with app.store.write() as tx:
        at = await reminders.nudge(
            tx, match, player=interaction.user.id, interaction=interaction.id, now=app.clock()
        )
    return Reply(speaker(interaction.locale).say("A reminder goes out {when}.", when=stamp(at)))


async def mute(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The button Mute this turn."""
    async with app.store.write() as tx:
        await reminders.mute(
            tx,
            control.subject,
            player=interaction.user.id,
            ply=control.ply,
            interaction=interaction.id,
            now=app.clock(),
        )
    return Reply(speaker(interaction.locale).say("I will not remind you of this turn again."))


def install(app: App, group: app_commands.Group) -> None:
    """Put the command into the group, and the button."""
    app.controls["mute"] = Handler(mute)
    description = locale_str("Remind your opponent that it is their turn")
    one_game(app, group, "nudge", description, nudge)
