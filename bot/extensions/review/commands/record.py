"""Game records: a button that exports a match as a file, and the import of one."""

import io
from dataclasses import replace
from typing import Any

import discord
from discord import ui

from bot.extension_api.commands import CommandContext, component_handler, game_action
from bot.extension_api.views import ComponentId, Field, Reply, form, game_and_number
from bot.extensions.review.dialogs.record_import import FORM_LENGTH, NO_TEXT, import_text
from bot.extensions.review.dialogs.reviews import load_review
from bot.extensions.review.store import analyses
from bot.extensions.review.views.analysed_game import AnalysedGame
from bot.extensions.review.views.analysis_page import comments
from bot.extensions.review.views.position_view import IMPORT_RECORD
from engine.record import LONGEST, export_record


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


@component_handler("record")
async def send_record_of(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Game record button."""
    return await send_record(ctx, control.subject, control.extra)


@component_handler("import", about="else")
async def open_import_form(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the button: open a modal for the text of a record."""
    box: ui.TextInput[Any] = ui.TextInput(style=discord.TextStyle.paragraph, max_length=FORM_LENGTH)
    shown = form(
        ComponentId("pasted", 0),
        ctx.t.translate(IMPORT_RECORD),
        Field("record", ctx.t.translate("Paste the record here"), box),
    )
    return Reply(ctx.t.translate(NO_TEXT, most=LONGEST), form=shown)


@component_handler("pasted", about="else")
async def import_pasted_text(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the submitted modal."""
    return await import_text(ctx, control.value)
