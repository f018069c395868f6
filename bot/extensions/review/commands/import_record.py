"""Import of a game record, as a file or pasted text, to browse or continue it."""

from typing import Any

import discord
from discord import ui

from bot.extension_api.commands import CommandContext, component_handler
from bot.extension_api.controls import ComponentId, text_form
from bot.extension_api.replies import Reply
from bot.extensions.review.dialogs.record_import import FORM_LENGTH, NO_TEXT, import_text
from bot.extensions.review.views.position_view import IMPORT_RECORD
from engine.record import LONGEST


@component_handler("import", about="else")
async def open_import_form(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the button: open a modal for the text of a record."""
    field: ui.TextInput[Any] = ui.TextInput(
        style=discord.TextStyle.paragraph, max_length=FORM_LENGTH, custom_id="record"
    )
    title, label = ctx.t.translate(IMPORT_RECORD), ctx.t.translate("Paste the record here")
    form = text_form(ComponentId("pasted", 0), title, label, field)
    return Reply(ctx.t.translate(NO_TEXT, most=LONGEST), form=form)


@component_handler("pasted", about="else")
async def import_pasted_text(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the submitted modal."""
    return await import_text(ctx, control.value)
