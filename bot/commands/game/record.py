"""`/game record`: export a match as a text file; also a button under a result."""

import io
from dataclasses import replace

import discord
from discord.app_commands import locale_str

from bot.app import Call
from bot.commands.game_picker import button, of_game, to_keep
from bot.commands.review import story
from bot.service.match import lifecycle
from bot.store import analyses
from bot.views.analysis_page import Looked, comments
from bot.views.player_labels import numbered
from bot.views.reply import Reply
from engine.record import LONGEST, export


@button("record", anew=True)
@of_game("record", locale_str("A whole game as a text file"), to_keep)
async def record(call: Call, match: int, more: str) -> Reply:
    """Send the match's record as a file, with any analysis as comments."""
    said = call.said
    about = await story(call, match)
    async with call.read() as tx:
        found = await lifecycle.get(tx, match)
        kept = await analyses.get(tx, match)
    text = export(about.record)
    if kept is not None:
        said_of_it = comments(said, Looked(about, kept))
        commented = export(replace(about.record, comments=said_of_it))
        text = commented if len(commented) <= LONGEST else text
    file = discord.File(io.BytesIO(text.encode()), filename=f"halma-{match}.txt")
    return Reply(numbered(said, found), files=[file])
