"""Import of a game record: check it, store it, and show it."""

import codecs
from dataclasses import replace

import discord

from bot.extension_api.commands import CommandContext
from bot.extension_api.matches import is_still_played
from bot.extension_api.texts import N_
from bot.extension_api.transactions import Tx
from bot.extension_api.views import Reply, UserError
from bot.extensions.review.dialogs.reviews import load_review
from bot.extensions.review.store import imported_games
from bot.extensions.review.views.position_view import position_message, position_view
from engine.record import LONGEST, RecordFault, misnumbered_line, read_trusted

JOB = "engine.record:check_text"
CHECK_SECONDS = 30.0
"""Time limit in seconds for checking a record; a thousand moves take one second."""
MAX_RECORDS = 5
"""Maximum number of imported records per player. The latest ones are kept."""
MAX_BYTES = 4 * LONGEST
"""Maximum size of a file in bytes: `LONGEST` characters of up to four bytes each."""
FORM_LENGTH = 4000
"""Maximum length of a text input in a modal."""
NO_TEXT = N_(
    "A game record can have at most {most} characters. To get the record of a game, press ⋯ below "
    "its board, then **Game record**."
)
WRONG_NUMBERS = N_(
    "⚠️ From line {line} on, the numbers of the moves are not in order. I have read the moves in the "
    "order of their lines."
)
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
        text = decode(await file.read())
    except UnicodeDecodeError:
        raise UserError(NO_TEXT, most=LONGEST) from None
    except discord.HTTPException:
        raise UserError(DOWNLOAD_FAILED) from None
    return await import_text(ctx, text)


def decode(data: bytes) -> str:
    """Return the text of a file in UTF-8, or in UTF-16 as Windows may write it.

    Raises `UnicodeDecodeError` if it is in neither.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16")
    if len(data) % 2 == 0 and data[:4].count(0) == 2:  # UTF-16 without a byte order mark
        return data.decode("utf-16-be" if data[0] == 0 else "utf-16-le")
    return data.decode("utf-8-sig")


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
    story = await load_review(ctx, number, "given-")
    view = position_view(ctx.t, story, len(story.moves))
    if line := misnumbered_line(text):
        note = ctx.t.translate(WRONG_NUMBERS, line=line)
        happened = "\n".join(filter(None, (view.happened, note)))
        view = replace(view, happened=happened)
    return await position_message(ctx.t, view)


def _add_record(tx: Tx, player: int, text: str, *, now: int) -> int:
    """Store a record and return its id.

    Raises `UserError` for a record of a rated game that the player is still playing.
    """
    if is_still_played(tx, read_trusted(text), player):
        raise UserError(STILL_PLAYING)
    return imported_games.add_record(tx, player, text, limit=MAX_RECORDS, now=now)
