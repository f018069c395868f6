"""`/rules`: a card for each game, and the buttons that show one."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.app import App, Handler
from bot.commands import which_rules
from bot.service.server import themes
from bot.store.values import Theme
from bot.views.controls import Control, OldControl
from bot.views.reply import Reply
from bot.views.rules import PAGES, card, how
from bot.views.seats import rules_of
from bot.words import speaker
from engine import Variant


async def rules(app: App, interaction: discord.Interaction, typed: str, options: str) -> Reply:
    """What `/rules` does."""
    return await _card(app, interaction, which_rules.form(typed, rule=options))


async def _card(
    app: App, interaction: discord.Interaction, game: Variant, page: str = "rules"
) -> Reply:
    return await card(speaker(interaction.locale), game, await _theme(app, interaction), page)


async def _theme(app: App, interaction: discord.Interaction) -> Theme:
    """How whoever asked wants to see boards."""
    async with app.store.read() as tx:
        return await themes.of_person(tx, interaction.user.id, interaction.guild_id)


def _game(key: str) -> Variant:
    """The game that a button names; OldControl if there is none any more."""
    game = rules_of(key)
    if game is None:
        raise OldControl(key)
    return game


async def rules_button(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The button Rules wherever a game is offered: the card, in a message of its own."""
    return await _card(app, interaction, _game(control.more))


async def page_button(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """A button of a card: another page of it, in its place."""
    page, _, key = control.more.partition(":")
    if page not in PAGES:
        raise OldControl(page)
    return await _card(app, interaction, _game(key), page)


async def how_button(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The button How it is played: a game in a few sentences, the small board if none is named."""
    game = _game(control.more or which_rules.FAVOURITES[0])
    return await how(speaker(interaction.locale), game, await _theme(app, interaction))


def install(app: App) -> None:
    """Put `/rules` on the tree, and the buttons."""
    app.controls["rules"] = Handler(rules_button, about="else")
    app.controls["card"] = Handler(page_button, edits=True, about="else")
    app.controls["how"] = Handler(how_button, about="else")

    @app.tree.command(name="rules", description=locale_str("How a game is played"))
    @app_commands.describe(
        game=locale_str("Which game; the small board if left empty"),
        rule=locale_str("An optional rule"),
    )
    async def rules_command(
        interaction: discord.Interaction, game: str = which_rules.FAVOURITES[0], rule: str = ""
    ) -> None:
        await app.serve(interaction, rules(app, interaction, game, rule))

    @rules_command.autocomplete("game")
    async def offer_games(
        interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        return which_rules.games(speaker(interaction.locale), typed)

    @rules_command.autocomplete("rule")
    async def offer_rules(
        interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        return which_rules.offer_rules(interaction, typed, goals=None)
