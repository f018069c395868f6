"""`/game record`: a whole game as a text file, and the button for it under a result."""

import io
from dataclasses import replace

import discord
from discord.app_commands import locale_str

from bot.app import Call
from bot.commands.looking_back import story
from bot.commands.which_game import button, of_game, to_keep
from bot.service.match import state as match_state
from bot.store import analyses
from bot.views.analysis import Looked, comments
from bot.views.reply import Reply
from bot.views.seats import numbered
from engine.record import LONGEST, export


@button("record", anew=True)
@of_game("record", locale_str("A whole game as a text file"), to_keep)
async def record(call: Call, match: int, more: str) -> Reply:
    """The whole game as a text file, with what the computer has said of it."""
    said = call.said
    about = await story(call, match)
    async with call.read() as tx:
        found = await match_state.get(tx, match)
        kept = await analyses.get(tx, match)
    text = export(about.record)
    if kept is not None:
        said_of_it = comments(said, Looked(about, kept))
        commented = export(replace(about.record, comments=said_of_it))
        text = commented if len(commented) <= LONGEST else text
    file = discord.File(io.BytesIO(text.encode()), filename=f"halma-{match}.txt")
    return Reply(numbered(said, found), files=[file])
