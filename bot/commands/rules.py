"""`/rules`: a card for each game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.commands import which_rules
from bot.views.picture import picture
from bot.views.reply import Reply
from bot.views.rules import card, file_name
from bot.words import speaker

if TYPE_CHECKING:
    from bot.client import HalmaClient


async def rules(interaction: discord.Interaction, typed: str, options: str) -> Reply:
    """What `/rules` does."""
    game = which_rules.with_rules(which_rules.meant(typed), options)
    file = await picture(game, game.start(), file_name(game))
    return Reply(view=card(speaker(interaction.locale), game, file.description or ""), files=[file])


def install(client: HalmaClient) -> None:
    """Put `/rules` on the tree."""

    @client.tree.command(name="rules", description=locale_str("How a game is played"))
    @app_commands.describe(
        game=locale_str("Which game; the small board if you say nothing"),
        rule=locale_str("A rule that may be chosen with it"),
    )
    async def rules_command(
        interaction: discord.Interaction, game: str = which_rules.FAVOURITES[0], rule: str = ""
    ) -> None:
        await client.serve(interaction, rules(interaction, game, rule))

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
