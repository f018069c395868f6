"""Game record: export a match as a text file. A button in menus and results."""

import io
from dataclasses import replace

import discord

from bot.extension_api.commands import CommandContext, action_button, game_action
from bot.extension_api.labels import game_and_number
from bot.extension_api.replies import Reply
from bot.extensions.review.dialogs.reviews import load_review
from bot.extensions.review.store import analyses
from bot.extensions.review.views.analysis_page import AnalysedGame, comments
from engine.record import LONGEST, export_record


@action_button("record", any_ply=True)
@game_action("record")
async def send_record(ctx: CommandContext, match: int, more: str) -> Reply:
    """Send the match's record as a file, with any analysis as comments."""
    t = ctx.t
    about = await load_review(ctx, match)
    kept = await ctx.read(analyses.get_analysis, match)
    text = export_record(about.record)
    if kept is not None:
        said_of_it = comments(t, AnalysedGame(about, kept))
        commented = export_record(replace(about.record, comments=said_of_it))
        text = commented if len(commented) <= LONGEST else text
    file = discord.File(io.BytesIO(text.encode()), filename=f"halma-{match}.txt")
    return Reply(game_and_number(t, about.played_match), files=[file])
