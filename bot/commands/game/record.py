"""`/game record`: a whole game as a text file, and the button for it under a result."""

from __future__ import annotations

import io

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.app import App, Handler
from bot.commands.which_game import on_button, one_game, to_keep
from bot.service.match import state as match_state
from bot.service.people import players
from bot.service.play import records
from bot.views.reply import Reply
from bot.views.seats import title
from bot.words import speaker


async def record(app: App, interaction: discord.Interaction, match: int, more: str) -> Reply:
    """The whole game as a text file."""
    said = speaker(interaction.locale)
    async with app.store.read() as tx:
        found = await match_state.get(tx, match)
        text = await records.text(tx, match, await players.names(tx, found.players))
    file = discord.File(io.BytesIO(text.encode()), filename=f"halma-{match}.txt")
    return Reply(
        said.say("{game} · game {number}", game=title(said, found), number=match), files=[file]
    )


def install(app: App, group: app_commands.Group) -> None:
    """Put the command into the group, and the button."""
    app.controls["record"] = Handler(on_button(record, anew=True))
    description = locale_str("A whole game as a text file")
    one_game(app, group, "record", description, record, to_keep)
