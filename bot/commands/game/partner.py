"""`/game partner`: who plays on for a partner who has left."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.app import App, Handler
from bot.commands.game.resign import ask_resign
from bot.commands.which_game import on_button, suggest, to_end, with_game
from bot.service.play import partners
from bot.views.reply import Reply
from bot.words import speaker


async def partner(app: App, interaction: discord.Interaction, match: int, more: str) -> Reply:
    """Choose; `more` is "hands", "computer" or "concede"."""
    if more not in ("hands", "computer"):
        return await ask_resign(app, interaction, match)
    choice: partners.Choice = "hands" if more == "hands" else "computer"
    async with app.store.write() as tx:
        await partners.choose(
            tx,
            match,
            player=interaction.user.id,
            choice=choice,
            interaction=interaction.id,
            now=app.clock(),
        )
    said = speaker(interaction.locale)
    if choice == "hands":
        return Reply(said.say("You play both hands from now on."))
    return Reply(said.say("The computer plays on for your partner."))


def install(app: App, group: app_commands.Group) -> None:
    """Put the command into the group, and the buttons; the game may have gone on under those."""
    app.controls["partner"] = Handler(on_button(partner, anew=True))
    app.verbs["partner"] = partner

    @group.command(
        name="partner", description=locale_str("Choose who plays on for a partner who has left")
    )
    @app_commands.describe(
        who=locale_str("You with both hands, or the computer; or you concede"),
        game=locale_str("Which game, if you play several"),
    )
    @app_commands.choices(
        who=[
            app_commands.Choice(name=locale_str("I play both hands"), value="hands"),
            app_commands.Choice(name=locale_str("Let the computer play"), value="computer"),
            app_commands.Choice(name=locale_str("Concede"), value="concede"),
        ]
    )
    async def command(
        interaction: discord.Interaction,
        who: Literal["hands", "computer", "concede"],
        game: str | None = None,
    ) -> None:
        await app.serve(interaction, with_game(app, interaction, game, "partner", who, to_end))

    suggest(app, command, to_end)
