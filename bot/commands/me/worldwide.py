"""`/me worldwide`: whether a person's games count in the worldwide ratings too."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.app import App
from bot.service.rating import ratings
from bot.views.reply import Reply
from bot.words import speaker


async def worldwide(app: App, interaction: discord.Interaction, wish: bool) -> Reply:
    """What `/me worldwide` does."""
    said = speaker(interaction.locale)
    async with app.store.write() as tx:
        await ratings.wish_worldwide(tx, interaction.user.id, wish)
    if wish:
        return Reply(
            said.say(
                "Your new rated games also count worldwide, in servers that have switched this on."
            )
        )
    return Reply(said.say("Your ratings stay in each server; `/me worldwide` changes that."))


def install(app: App, group: app_commands.Group) -> None:
    """Put the command into the group."""

    @group.command(
        name="worldwide",
        description=locale_str("Whether your games count in the worldwide ratings"),
    )
    @app_commands.describe(wish=locale_str("Yes or no; for games that end from now on"))
    async def worldwide_command(interaction: discord.Interaction, wish: bool) -> None:
        await app.serve(interaction, worldwide(app, interaction, wish))
