"""`/game import`: a record is given to the bot, to look back on it and to play on from it."""

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
"""How long the moves of a record may take to be checked; a thousand take one."""
KEPT = 5
"""Records of one person that are kept, the last ones."""
BYTES = 4 * LONGEST
"""No record takes more, in whatever script its names are."""
FORM = 4000
"""Characters that fit into a form."""
NO_TEXT = mark("A record is a text of at most {most} characters, such as `/game record` gives.")
LOST = mark("I could not fetch the file. Please try again.")
GOES_ON = mark("This is a rated game that you are still playing.")


async def from_file(call: Call, file: discord.Attachment) -> Reply:
    """A record as a file, which is not even read if it is too large."""
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
    """A record as a text: checked move by move, kept, and shown at its end. BadRecord."""
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
    """The form was sent."""
    return await take(call, control.value)


@command(
    "game import",
    locale_str("Look back on a game that you have as a text"),
    cooldown=(20, 60.0),
    record=locale_str("The file; leave it out to paste the text"),
)
async def import_(call: Call, record: discord.Attachment | None = None) -> Reply:
    """What `/game import` does; without a file there is a form in which a record is pasted."""
    if record is not None:
        return await from_file(call, record)
    form = ui.Modal(title=call.said.say("A game record"), custom_id=Control("pasted", 0).id("m"))
    field: ui.TextInput[ui.Modal] = ui.TextInput(
        style=discord.TextStyle.paragraph, max_length=FORM, custom_id="record"
    )
    form.add_item(ui.Label(text=call.said.say("Paste it here"), component=field))
    return Reply(call.said.say(NO_TEXT, most=LONGEST), form=form)
