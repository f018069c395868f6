"""`/game record`: a whole game as a text file, and the button for it under a result."""

from __future__ import annotations

import io
from dataclasses import replace

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.app import App, Handler
from bot.commands.looking_back import story
from bot.commands.which_game import on_button, one_game, to_keep
from bot.service.match import state as match_state
from bot.store import analyses
from bot.views.analysis import comments, looked_at
from bot.views.reply import Reply
from bot.views.seats import title
from bot.words import speaker
from engine.record import LONGEST, export


async def record(app: App, interaction: discord.Interaction, match: int, more: str) -> Reply:
    """The whole game as a text file, with what the computer has said of it."""
    said = speaker(interaction.locale)
    about = await story(app, interaction, match, said)
    async with app.store.read() as tx:
        found = await match_state.get(tx, match)
        kept = await analyses.get(tx, match)
    text = export(about.record)
    if kept is not None:
        said_of_it = comments(said, looked_at(about, kept))
        commented = export(replace(about.record, comments=said_of_it))
        text = commented if len(commented) <= LONGEST else text
    file = discord.File(io.BytesIO(text.encode()), filename=f"halma-{match}.txt")
    return Reply(
        said.say("{game} · game {number}", game=title(said, found), number=match), files=[file]
    )


def install(app: App, group: app_commands.Group) -> None:
    """Put the command into the group, and the button."""
    app.controls["record"] = Handler(on_button(record, anew=True))
    description = locale_str("A whole game as a text file")
    one_game(app, group, "record", description, record, to_keep)
