"""`/help`: how to play here, what is waiting for the person who asks, and all commands."""

from __future__ import annotations

import discord
from discord import AppCommandType
from discord.app_commands import locale_str

from bot.app import App, Handler
from bot.commands import which_rules
from bot.commands.games import games
from bot.commands.permissions import playable
from bot.service.match import state as match_state
from bot.service.server import themes
from bot.store import challenges
from bot.views.controls import Control
from bot.views.help import commands_page, help_page
from bot.views.reply import Reply
from bot.words import Words, speaker
from engine import variant


async def help_reply(app: App, player: int, said: Words, guild: int | None) -> Reply:
    """The help for this person; `guild`: the server where they ask, if games are played there."""
    async with app.store.read() as tx:
        waiting = await match_state.awaiting(tx, player)
        asked = await challenges.asking(tx, player)
        theme = await themes.of_person(tx, player, guild)
    game = variant(which_rules.FAVOURITES[0])
    return await help_page(
        said, game, here=guild is not None, theme=theme, waiting=waiting, asked=asked
    )


async def games_button(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The button My games."""
    return await games(app, interaction)


async def commands_button(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The button All commands."""
    commands = app.tree.get_commands(type=AppCommandType.chat_input)
    return Reply(view=commands_page(speaker(interaction.locale), commands))


def install(app: App) -> None:
    """Put the command on the tree, and the buttons."""
    app.controls["games"] = Handler(games_button, about="else")
    app.controls["commands"] = Handler(commands_button, about="else")

    @app.tree.command(name="help", description=locale_str("How to play here"))
    async def help_command(interaction: discord.Interaction) -> None:
        guild = interaction.guild_id if playable(interaction) else None
        work = help_reply(app, interaction.user.id, speaker(interaction.locale), guild)
        await app.serve(interaction, work)
