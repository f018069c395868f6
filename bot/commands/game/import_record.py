"""`/game import`: import a game record, to browse it and to continue from it."""

import discord
from discord import ui
from discord.app_commands import locale_str

from bot.app import Call
from bot.commands.game.browse import FARTHEST, moment
from bot.i18n.translator import mark
from bot.registry import command, handles
from bot.service.actions import game_records
from bot.store import imported_games
from bot.views.components import Control
from bot.views.position_view import shown
from bot.views.reply import Refused, Reply
from engine.record import LONGEST, Fault, trusted

JOB = "engine.record:checked"
SECONDS = 30.0
"""Time limit in seconds for checking a record; a thousand moves take one second."""
KEPT = 5
"""Number of imported records kept per player, the latest ones."""
BYTES = 4 * LONGEST
"""Maximum file size in bytes: the maximum length in four-byte characters."""
FORM = 4000
"""Maximum length of a text input in a modal."""
NO_TEXT = mark("A game record has at most {most} characters; `/game record` produces one.")
LOST = mark("I could not fetch the file. Please try again.")
GOES_ON = mark("This is a rated game that you are still playing.")


async def from_file(call: Call, file: discord.Attachment) -> Reply:
    """Import a record from an attachment; a file that is too large is not downloaded."""
    if file.size > BYTES:
        raise Refused(NO_TEXT, most=LONGEST)
    try:
        text = (await file.read()).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refused(NO_TEXT, most=LONGEST) from None
    except discord.HTTPException:
        raise Refused(LOST) from None
    return await take(call, text)


async def take(call: Call, text: str) -> Reply:
    """Check a record move by move, store it and show its final position.

    Raises `BadRecord` if the record cannot be replayed.
    """
    if len(text) > LONGEST or "\0" in text:
        raise Refused(NO_TEXT, most=LONGEST)
    found: str | Fault = await call.app.worker.run(JOB, text, owner=call.owner, seconds=SECONDS)
    if isinstance(found, Fault):
        raise found.error()
    async with call.write() as tx:
        if await game_records.still_played(tx, trusted(found), call.player):
            raise Refused(GOES_ON)
        number = await imported_games.add(tx, call.player, found, most=KEPT, now=call.now)
    return await shown(call.said, await moment(call, number, FARTHEST, "given-"))


@handles("pasted", about="else")
async def pasted(call: Call, control: Control) -> Reply:
    """Handle the submitted modal."""
    return await take(call, control.value)


@command(
    "game import",
    locale_str("Review a game from a record file or text"),
    cooldown=(20, 60.0),
    record=locale_str("The file. Leave empty to paste text instead"),
)
async def import_(call: Call, record: discord.Attachment | None = None) -> Reply:
    """Handle the `/game import` command; without a file, open a modal for the text."""
    if record is not None:
        return await from_file(call, record)
    form = ui.Modal(title=call.said.say("A game record"), custom_id=Control("pasted", 0).id("m"))
    field: ui.TextInput[ui.Modal] = ui.TextInput(
        style=discord.TextStyle.paragraph, max_length=FORM, custom_id="record"
    )
    form.add_item(ui.Label(text=call.said.say("Paste it here"), component=field))
    return Reply(call.said.say(NO_TEXT, most=LONGEST), form=form)
