"""`/game replay`: a game as a film, part by part if it is long; and its buttons."""

from __future__ import annotations

from collections import OrderedDict

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.app import App, Handler
from bot.commands.looking_back import register, source_of, story, worked
from bot.commands.which_game import one_game, to_keep
from bot.views.controls import Control
from bot.views.replay import replay as shown
from bot.views.reply import Reply
from bot.views.story import Source
from bot.words import speaker
from render.animation import Film, parts

JOB = "render.animation:animated"
SECONDS = 60.0
"""How long a film may take; it takes two seconds."""
KEPT = 8
"""Films that are kept, to be shown to everyone after who wished for them."""

_films: OrderedDict[Film, bytes] = OrderedDict()


async def film(
    app: App, interaction: discord.Interaction, number: int, at: int, source: Source = ""
) -> Reply:
    """One part of the film of a game, or the nearest if it has fewer."""
    said = speaker(interaction.locale)
    told = await story(app, interaction, number, said, source)
    cut = parts(told.moves)
    at = min(max(at, 0), len(cut) - 1)
    wanted = Film(told.record.variant.key, told.texts, cut[at], told.side, told.theme)
    return shown(said, told, await drawn(app, interaction, wanted), cut, at)


async def drawn(app: App, interaction: discord.Interaction, wanted: Film) -> bytes:
    """A film; who waits is told how far it is."""
    said, made = speaker(interaction.locale), _films.get(wanted)
    if made is None:
        made = await worked(
            app,
            interaction,
            JOB,
            wanted,
            seconds=SECONDS,
            told=lambda n: said.say("Drawing the replay: {n} %", n=n),
        )
        _films[wanted] = made
        while len(_films) > KEPT:
            _films.popitem(last=False)
    return made


async def replay(app: App, interaction: discord.Interaction, match: int, more: str) -> Reply:
    """The verb: the film from its beginning."""
    return await film(app, interaction, match, 0)


async def part(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """A button to another part, in place of this one; or the film from its beginning."""
    at = 0 if control.action.endswith("replay") else control.ply
    return await film(app, interaction, control.subject, at, source_of(control.action))


async def share(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The button that shows the film to everybody in the channel."""
    await interaction.response.defer(thinking=True)
    return await film(app, interaction, control.subject, control.ply)


def install(app: App, group: app_commands.Group) -> None:
    """Put the command into the group, and the buttons."""
    register(app, "replay", part)
    register(app, "film", part, edits=True)
    app.controls["film-shared"] = Handler(share)
    one_game(app, group, "replay", locale_str("A game as a film"), replay, to_keep)
