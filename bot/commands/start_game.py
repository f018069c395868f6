"""The button Start a game: two or three taps to a challenge in this channel."""

from __future__ import annotations

from dataclasses import replace

import discord

from bot.app import App, Handler
from bot.commands import which_rules
from bot.commands.challenge import Wanted, challenge
from bot.commands.permissions import CANNOT_POST, missing, must_be_installed, named
from bot.views.controls import Control
from bot.views.reply import Refused, Reply
from bot.views.start_game import Start, chosen, panel
from bot.words import speaker


async def begin(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """Open the panel where a game can be begun; the small board is chosen."""
    said = speaker(interaction.locale)
    must_be_installed(interaction)
    if lacking := missing(interaction):
        raise Refused(CANNOT_POST, permissions=named(said, lacking))
    return Reply(view=panel(said, which_rules.FAMILIES, Start(which_rules.FAVOURITES[0])))


async def choose(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """Another game, or another clock."""
    field = "game" if control.action == "begin-game" else "clock"
    start = replace(chosen(control), **{field: control.value})
    start = chosen(start.control(control.action))
    return Reply(view=panel(speaker(interaction.locale), which_rules.FAMILIES, start))


async def post(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """Post the challenge: to who was chosen, or to anyone."""
    start = chosen(control)
    wanted = Wanted(start.game, clock=start.clock, others=control.people)
    return await challenge(app, interaction, wanted)


def install(app: App) -> None:
    """Put the button and the panel's controls up."""
    app.controls["begin"] = Handler(begin, about="else")
    for action in ("begin-game", "begin-clock"):
        app.controls[action] = Handler(choose, edits=True, about="else")
    for action in ("begin-open", "begin-with"):
        app.controls[action] = Handler(post, edits=True, about="else")
