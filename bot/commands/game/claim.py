"""`/game claim`, and the buttons of a turn whose time has run out: when somebody vanishes."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.app import App, Handler
from bot.commands.game.offers import given
from bot.commands.which_game import fresh, on_button, one_game
from bot.service.play import claims
from bot.views.controls import Control
from bot.views.reply import Reply
from bot.words import speaker


async def claim(app: App, interaction: discord.Interaction, match: int, more: str) -> Reply:
    """Stop waiting for whose time has run out."""
    async with app.store.write() as tx:
        after = await claims.claim(
            tx, match, player=interaction.user.id, interaction=interaction.id, now=app.clock()
        )
    said = speaker(interaction.locale)
    if after.status == "running":
        return Reply(said.say("Claimed: the game goes on without that player."))
    return Reply(said.say("Claimed: the game is over."))


async def give_button(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The button Give 24 hours."""
    async with app.store.write() as tx:
        await fresh(tx, control)
        until = await claims.give(
            tx,
            control.subject,
            player=interaction.user.id,
            interaction=interaction.id,
            now=app.clock(),
        )
    return given(speaker(interaction.locale), until)


async def wait_button(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The button Keep waiting."""
    async with app.store.read() as tx:
        await fresh(tx, control)
        await claims.wait(tx, control.subject, player=interaction.user.id)
    return Reply(
        speaker(interaction.locale).say(
            "All right. The game waits, and you can `/game claim` at any time."
        )
    )


def install(app: App, group: app_commands.Group) -> None:
    """Put the command into the group, and the buttons."""
    app.controls["claim"] = Handler(on_button(claim))
    app.controls["give"] = Handler(give_button)
    app.controls["wait"] = Handler(wait_button)
    description = locale_str("Stop waiting when an opponent's time has run out")
    one_game(app, group, "claim", description, claim)
