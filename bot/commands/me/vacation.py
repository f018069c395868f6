"""`/me vacation`: all one's clocks stand still."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.app import App
from bot.service.play import vacations
from bot.views.reply import Reply
from bot.words import speaker
from bot.words.times import duration, stamp


async def vacation(app: App, interaction: discord.Interaction, days: int | None) -> Reply:
    """What `/me vacation` does: show it (None), end it (0), or begin one of so many days."""
    said, player, now = speaker(interaction.locale), interaction.user.id, app.clock()
    async with app.store.write() as tx:
        if days == 0:
            await vacations.come_back(tx, player, now=now)
        elif days is not None:
            await vacations.leave(tx, player, days=days, interaction=interaction.id, now=now)
        until = await vacations.current(tx, player, now)
        left = await vacations.left(tx, player, now)
    lines = [
        said.say("You are not on vacation: your clocks run.")
        if until is None
        else said.say(
            "You are on vacation until {when}: your clocks stand still. You can still move.",
            when=stamp(until, "f"),
        ),
        said.say("You have {left} of vacation left.", left=duration(said, left)),
    ]
    return Reply("\n".join(lines))


def install(app: App, group: app_commands.Group) -> None:
    """Put the command into the group."""

    @group.command(name="vacation", description=locale_str("Pause all your games"))
    @app_commands.describe(days=locale_str("How many days from now; 0 ends your vacation"))
    async def command(
        interaction: discord.Interaction, days: app_commands.Range[int, 0, 7] | None = None
    ) -> None:
        await app.serve(interaction, vacation(app, interaction, days))
