"""`/record`: a whole game as a text file, and the button for it under a result."""

from __future__ import annotations

import io

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.app import App, Handler
from bot.commands import which_game
from bot.service.match import state as match_state
from bot.service.people import players
from bot.service.play import moves
from bot.views.controls import Control
from bot.views.reply import Reply
from bot.views.seats import title
from bot.words import speaker


async def record(app: App, interaction: discord.Interaction, match: int, more: str = "") -> Reply:
    """The verb behind `/record`: the whole game as a text file."""
    said = speaker(interaction.locale)
    async with app.store.read() as tx:
        found = await match_state.get(tx, match)
        text = await moves.record(tx, match, await players.names(tx, found.players))
    file = discord.File(io.BytesIO(text.encode()), filename=f"halma-{match}.txt")
    return Reply(said.say("{game} · game {number}", game=title(found), number=match), files=[file])


async def record_button(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The button Game record."""
    return await record(app, interaction, control.subject)


def install(app: App) -> None:
    """Put the command on the tree, and the button."""
    app.controls["record"] = Handler(record_button)
    app.verbs["record"] = record

    @app.tree.command(name="record", description=locale_str("A whole game as a text file"))
    @app_commands.describe(game=locale_str("Which game, if you play several"))
    async def record_command(interaction: discord.Interaction, game: str | None = None) -> None:
        await app.serve(
            interaction,
            which_game.with_game(app, interaction, game, "record", "", which_game.to_keep),
        )

    @record_command.autocomplete("game")
    async def offer_records(
        interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        return await app.offer(which_game.offered(app, interaction, typed, which_game.to_keep))
