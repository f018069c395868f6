"""`/game analysis`: what the computer says of a game that is over."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.app import App, Handler
from bot.commands.looking_back import register, source_of, story, worked
from bot.commands.which_game import one_game
from bot.store import Tx, analyses, given_records, matches
from bot.store.values import Match
from bot.views.analysis import looked_at, told
from bot.views.controls import Control
from bot.views.reply import Refused, Reply
from bot.views.story import Source, Story
from bot.words import Words, mark, speaker
from engine.analysis import Analysis, Played

JOB = "engine.analysis:analysed"
SECONDS = 600.0
"""How long an analysis may take; it takes some seconds."""
NOT_YET = mark("The analysis comes when the game is over.")
NOTHING = mark("Nobody moved in this game.")


async def over(tx: Tx, player: int, channel: int | None) -> list[Match]:
    """This person's games that are over, the last one first."""
    return await matches.over_of(tx, player)


async def made(app: App, interaction: discord.Interaction, said: Words, about: Story) -> Analysis:
    """The analysis that is kept, or made now and kept."""
    async with app.store.read() as tx:
        kept = await _kept(tx, about, interaction.user.id)
    if kept is not None:
        return kept
    played = Played(about.record.variant.key, about.texts)
    found: Analysis = await worked(
        app,
        interaction,
        JOB,
        played,
        seconds=SECONDS,
        told=lambda n: said.say("Looking through the game: {n} %", n=n),
    )
    async with app.store.write() as tx:
        if about.source:
            await given_records.keep(tx, about.number, found)
        else:
            await analyses.put(tx, about.number, found)
    return found


async def _kept(tx: Tx, about: Story, player: int) -> Analysis | None:
    if about.source:
        return await given_records.analysis(tx, about.number, player)
    return await analyses.get(tx, about.number)


async def analysis(app: App, interaction: discord.Interaction, match: int, more: str) -> Reply:
    """The verb."""
    return await _told(app, interaction, match, "")


async def _told(app: App, interaction: discord.Interaction, number: int, source: Source) -> Reply:
    """The analysis of a game that is over, or was given."""
    said = speaker(interaction.locale)
    about = await story(app, interaction, number, said, source)
    if about.ended is None:
        raise Refused(NOT_YET)
    if not about.moves:
        raise Refused(NOTHING)
    return await told(said, looked_at(about, await made(app, interaction, said, about)))


async def press(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The button."""
    return await _told(app, interaction, control.subject, source_of(control.action))


async def share(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The button that shows the analysis to everybody in the channel."""
    await interaction.response.defer(thinking=True)
    return await analysis(app, interaction, control.subject, "")


def install(app: App, group: app_commands.Group) -> None:
    """Put the command into the group, and the buttons."""
    register(app, "analysis", press)
    app.controls["analysis-shared"] = Handler(share)
    description = locale_str("What the computer says of a game that is over")
    one_game(app, group, "analysis", description, analysis, over)
