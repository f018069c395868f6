"""`/game import`: import a game record in order to browse or continue it."""

from typing import Any

import discord
from discord import ui
from discord.app_commands import locale_str

from bot.app import CommandContext
from bot.commands.game.browse import LAST_TURN, position_at
from bot.i18n.translator import N_
from bot.registry import command, component_handler
from bot.service.actions import game_records
from bot.store import Tx, imported_games
from bot.views.components import ComponentId
from bot.views.forms import text_form
from bot.views.position_view import position_message
from bot.views.reply import Reply, UserError
from engine.record import LONGEST, RecordFault, read_trusted

JOB = "engine.record:check_text"
CHECK_SECONDS = 30.0
"""Time limit in seconds for checking a record; a thousand moves take one second."""
MAX_RECORDS = 5
"""Maximum number of imported records per player. The latest ones are kept."""
MAX_BYTES = 4 * LONGEST
"""Maximum size of a file in bytes: `LONGEST` characters of up to four bytes each."""
FORM_LENGTH = 4000
"""Maximum length of a text input in a modal."""
NO_TEXT = N_("A game record can have at most {most} characters. Use `/game record` to get one.")
DOWNLOAD_FAILED = N_("I could not fetch the file. Please try again.")
STILL_PLAYING = N_("You are still playing this rated game, so you cannot import it yet.")


async def from_file(ctx: CommandContext, file: discord.Attachment) -> Reply:
    """Import a record from an attachment.

    A file that is too large is not downloaded. Raises `UserError` if the file is too large, is not
    text or cannot be downloaded, and the errors of `import_text`.
    """
    if file.size > MAX_BYTES:
        raise UserError(NO_TEXT, most=LONGEST)
    try:
        text = (await file.read()).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UserError(NO_TEXT, most=LONGEST) from None
    except discord.HTTPException:
        raise UserError(DOWNLOAD_FAILED) from None
    return await import_text(ctx, text)


async def import_text(ctx: CommandContext, text: str) -> Reply:
    """Check a record move by move, store it and show its final position.

    Raises `BadRecord` if the record cannot be replayed. Raises `UserError` if it is too long, or if
    it is the record of a rated match that the player is still playing.
    """
    if len(text) > LONGEST or "\0" in text:
        raise UserError(NO_TEXT, most=LONGEST)
    result: str | RecordFault = await ctx.app.worker.run(
        JOB, text, owner=ctx.job_owner, seconds=CHECK_SECONDS
    )
    if isinstance(result, RecordFault):
        raise result.error()
    number = await ctx.write(_add_record, ctx.player, result, now=ctx.now)
    return await position_message(ctx.t, await position_at(ctx, number, LAST_TURN, "given-"))


def _add_record(tx: Tx, player: int, text: str, *, now: int) -> int:
    """Store a record and return its id.

    Raises `UserError` for a record of a rated game that the player is still playing.
    """
    if game_records.is_still_played(tx, read_trusted(text), player):
        raise UserError(STILL_PLAYING)
    return imported_games.add_record(tx, player, text, limit=MAX_RECORDS, now=now)


@component_handler("pasted", about="else")
async def import_form(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the submitted modal."""
    return await import_text(ctx, control.value)


@command(
    "game import",
    locale_str("Review a game from a record, as a file or pasted text"),
    cooldown=(20, 60.0),
    record=locale_str("The file. Leave empty to paste text instead"),
)
async def import_(ctx: CommandContext, record: discord.Attachment | None = None) -> Reply:
    """Handle the `/game import` command; without a file, open a modal for the text."""
    if record is not None:
        return await from_file(ctx, record)
    field: ui.TextInput[Any] = ui.TextInput(
        style=discord.TextStyle.paragraph, max_length=FORM_LENGTH, custom_id="record"
    )
    title, label = ctx.t.translate("Import a game record"), ctx.t.translate("Paste the record here")
    form = text_form(ComponentId("pasted", 0), title, label, field)
    return Reply(ctx.t.translate(NO_TEXT, most=LONGEST), form=form)
