"""`/game position`: any moment of a game, and buttons that lead through all of them."""

from __future__ import annotations

from dataclasses import replace

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.app import App
from bot.commands.board import seen_by
from bot.commands.looking_back import register, source_of, story
from bot.commands.which_game import suggest, to_keep, with_game
from bot.service.play import moves
from bot.views.board import ended, heading, scenery
from bot.views.controls import Control, whole
from bot.views.event_log import happened
from bot.views.moment import Moment, file_name, in_words, moment_of, shown
from bot.views.reply import Reply
from bot.views.story import Source
from bot.words import Words, speaker

FARTHEST = 99_999


async def moment(
    app: App,
    interaction: discord.Interaction,
    match: int,
    turn: int,
    said: Words,
    source: Source = "",
) -> Moment:
    """A game after so many turns, or its end if it has fewer."""
    if source:
        return moment_of(said, await story(app, interaction, match, said, source), turn)
    async with app.store.read() as tx:
        view = await moves.view_after(tx, match, turn)
        side, theme = await seen_by(tx, view.match, interaction.user.id)
    found = view.match
    told = happened(said, view)
    if view.newest and found.status != "running":
        told = f"**{ended(said, view)}**"
    return Moment(
        match,
        replace(scenery(view, side, theme), name=file_name(match, view.position.ply)),
        view.position.ply,
        found.turns,
        heading(said, found),
        told,
        over=found.status != "running",
    )


async def position(app: App, interaction: discord.Interaction, match: int, more: str) -> Reply:
    """The verb: `more` is after how many turns, or empty for now."""
    said = speaker(interaction.locale)
    turn = whole(more) if more else FARTHEST
    return await shown(said, await moment(app, interaction, match, turn, said))


async def _pressed(
    app: App, interaction: discord.Interaction, control: Control, said: Words
) -> Moment:
    source = source_of(control.action)
    return await moment(app, interaction, control.subject, control.ply, said, source)


async def step(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """A button that leads to another moment of the game."""
    said = speaker(interaction.locale)
    return await shown(said, await _pressed(app, interaction, control, said))


async def words(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The button that tells the moment in words, besides."""
    said = speaker(interaction.locale)
    return in_words(said, await _pressed(app, interaction, control, said))


def install(app: App, group: app_commands.Group) -> None:
    """Put the command into the group, and the buttons."""
    app.verbs["position"] = position
    register(app, "position", step, edits=True)
    register(app, "moment", step)
    register(app, "position-words", words)

    @group.command(name="position", description=locale_str("Look back on a game, move by move"))
    @app_commands.describe(
        game=locale_str("Which game, if you play several"),
        move=locale_str("After which move; now if left empty"),
    )
    async def command(
        interaction: discord.Interaction,
        game: str | None = None,
        move: app_commands.Range[int, 0, FARTHEST] | None = None,
    ) -> None:
        more = "" if move is None else str(move)
        await app.serve(interaction, with_game(app, interaction, game, "position", more, to_keep))

    suggest(app, command, to_keep)
