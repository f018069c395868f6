"""`/game import`: a record is given to the bot, to look back on it and to play on from it."""

from __future__ import annotations

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str

from bot.app import App, Handler
from bot.commands.game.position import FARTHEST, moment
from bot.service.play import records
from bot.store import given_records
from bot.views.controls import Control
from bot.views.moment import shown
from bot.views.reply import Refused, Reply
from bot.words import mark, speaker
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


async def from_file(app: App, interaction: discord.Interaction, file: discord.Attachment) -> Reply:
    """A record as a file, which is not even read if it is too large."""
    if file.size > BYTES:
        raise Refused(NO_TEXT, most=LONGEST)
    try:
        text = (await file.read()).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refused(NO_TEXT, most=LONGEST) from None
    except discord.HTTPException:
        raise Refused(LOST) from None
    return await take(app, interaction, text)


async def take(app: App, interaction: discord.Interaction, text: str) -> Reply:
    """A record as a text: checked move by move, kept, and shown at its end. BadRecord."""
    said = speaker(interaction.locale)
    if len(text) > LONGEST or "\0" in text:
        raise Refused(NO_TEXT, most=LONGEST)
    owner = interaction.guild_id or interaction.user.id
    found: str | Fault = await app.worker.run(JOB, text, owner=owner, seconds=SECONDS)
    if isinstance(found, Fault):
        raise found.error()
    async with app.store.write() as tx:
        if await records.still_played(tx, trusted(found), interaction.user.id):
            raise Refused(GOES_ON)
        number = await given_records.add(tx, interaction.user.id, found, most=KEPT, now=app.clock())
    return await shown(said, await moment(app, interaction, number, FARTHEST, said, "given-"))


async def pasted(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The form was sent."""
    return await take(app, interaction, control.value)


async def ask(interaction: discord.Interaction) -> Reply:
    """The form in which a record is pasted."""
    said = speaker(interaction.locale)
    form = ui.Modal(title=said.say("A game record"), custom_id=Control("pasted", 0).id("m"))
    field: ui.TextInput[ui.Modal] = ui.TextInput(
        style=discord.TextStyle.paragraph, max_length=FORM, custom_id="record"
    )
    form.add_item(ui.Label(text=said.say("Paste it here"), component=field))
    return Reply(said.say(NO_TEXT, most=LONGEST), form=form)


def install(app: App, group: app_commands.Group) -> None:
    """Put the command into the group, and the form."""
    app.controls["pasted"] = Handler(pasted, about="else")

    @group.command(
        name="import", description=locale_str("Look back on a game that you have as a text")
    )
    @app_commands.describe(record=locale_str("The file; leave it out to paste the text"))
    @app_commands.checks.cooldown(20, 60.0)
    async def command(
        interaction: discord.Interaction, record: discord.Attachment | None = None
    ) -> None:
        work = ask(interaction) if record is None else from_file(app, interaction, record)
        await app.serve(interaction, work)
