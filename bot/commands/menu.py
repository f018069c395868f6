"""The button "⋯" on a board: a private menu of what the person who pressed can do now."""

from __future__ import annotations

import discord

from bot.app import App, Handler
from bot.service.match import state as match_state
from bot.service.people import settings
from bot.service.play import choices
from bot.service.server import themes
from bot.store.values import Settings
from bot.views.controls import Control, OldControl
from bot.views.menu import LABELS, menu
from bot.views.reply import Reply
from bot.views.rules import card
from bot.views.seats import side_for
from bot.words import speaker
from engine import variant


async def open_menu(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """What can be done with the game as it stands, whichever of its boards was pressed."""
    player = interaction.user.id
    async with app.store.read() as tx:
        match = await match_state.get(tx, control.subject)
        can = await choices.of(tx, match, player, now=app.clock())
        wishes = await settings.of(tx, player)
    turned = wishes.side == "first" and side_for(
        match, match.seat_of(player), Settings(player, side="mine")
    )
    said = speaker(interaction.locale)
    return Reply(view=menu(said, match, can, turned=bool(turned)))


async def do(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """A button that does what a command does, in the game that it stands for."""
    verb, _, more = control.more.partition(":")
    if control.more not in LABELS:
        raise OldControl(verb)
    return await app.verbs[verb](app, interaction, control.subject, more)


async def rules(app: App, interaction: discord.Interaction, match: int, more: str = "") -> Reply:
    """The card of the game that is played, with the rules that were chosen for it."""
    async with app.store.read() as tx:
        found = await match_state.get(tx, match)
        theme = await themes.of_person(tx, interaction.user.id, found.guild)
    return await card(speaker(interaction.locale), variant(found.variant), theme)


def install(app: App) -> None:
    """The button, and those of the menu."""
    app.controls["menu"] = Handler(open_menu)
    app.controls["do"] = Handler(do)
    app.verbs["rules"] = rules
