"""`/rules`: a card for each game."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.app import App
from bot.commands import which_rules
from bot.views.picture import picture
from bot.views.reply import Reply
from bot.views.rules import card, file_name
from bot.words import speaker


async def rules(interaction: discord.Interaction, typed: str, options: str) -> Reply:
    """What `/rules` does."""
    game = which_rules.with_rules(which_rules.meant(typed), options)
    file = await picture(game, game.start(), file_name(game))
    return Reply(view=card(speaker(interaction.locale), game, file.description or ""), files=[file])


def install(app: App) -> None:
    """Put `/rules` on the tree."""

    @app.tree.command(name="rules", description=locale_str("How a game is played"))
    @app_commands.describe(
        game=locale_str("Which game; the small board if left empty"),
        rule=locale_str("An optional rule"),
    )
    async def rules_command(
        interaction: discord.Interaction, game: str = which_rules.FAVOURITES[0], rule: str = ""
    ) -> None:
        await app.serve(interaction, rules(interaction, game, rule))

    @rules_command.autocomplete("game")
    async def offer_games(
        interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        return which_rules.games(typed)

    @rules_command.autocomplete("rule")
    async def offer_rules(
        interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        return which_rules.offer_rules(interaction, typed)
