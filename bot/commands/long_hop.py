"""`/solo hop`: find the longest hop in a position of a real game of the server."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.app import App, Handler
from bot.service.errors import NotFound
from bot.service.play import long_hops
from bot.service.server import themes
from bot.service.values import View
from bot.views import long_hop as view
from bot.views.controls import Control
from bot.views.move_panel import Aim, panel
from bot.views.reply import Refused, Reply
from bot.views.steps import meant, step
from bot.words import mark, speaker
from engine.analysis import jumps_of

NONE = mark(
    "No finished game of this server has such a position yet whose players all allow it: "
    "`/me settings`, `lends`."
)


async def begin(app: App, interaction: discord.Interaction) -> Reply:
    """What `/solo hop` does."""
    async with app.store.read() as tx:
        try:
            found = await long_hops.pick(tx, interaction.guild_id or 0, app.rng)
        except NotFound:
            raise Refused(NONE) from None
    return await _ask(app, interaction, found)


async def _ask(
    app: App, interaction: discord.Interaction, asked: View, key: str = "", before: str = ""
) -> Reply:
    """A step of the problem."""
    said = speaker(interaction.locale)
    async with app.store.read() as tx:
        theme = await themes.of_person(tx, interaction.user.id, interaction.guild_id)
    rules, known = long_hops.possible(asked)
    scenery = view.scenery(asked, rules, theme, asked.last)
    aim = Aim(asked.match.id, asked.ply, "hop-step", "hop-play", close="", asks=False)
    head = view.task(said, rules, scenery.side)
    return await panel(
        said,
        scenery,
        step(rules, known, key, scenery.side),
        aim,
        before="\n".join(part for part in (head, before) if part),
    )


async def _position(app: App, control: Control) -> View:
    """The position of a button, if it may still be asked about."""
    async with app.store.read() as tx:
        try:
            return await long_hops.position(tx, control.subject, control.ply)
        except NotFound:
            raise Refused(NONE) from None


async def turn_page(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """A letter that leads to the next step."""
    return await _ask(app, interaction, await _position(app, control), control.more)


async def answer(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """A letter that is an answer."""
    asked, said = await _position(app, control), speaker(interaction.locale)
    rules, known = long_hops.possible(asked)
    chosen = meant(rules, known, control.more)
    jumps = jumps_of(rules, chosen)
    if jumps < long_hops.longest(rules, known):
        return await _ask(app, interaction, asked, before=view.too_short(said, jumps))
    player = interaction.user.id
    async with app.store.write() as tx:
        first = await long_hops.found(tx, asked, jumps, player=player, now=app.clock())
        theme = await themes.of_person(tx, player, interaction.guild_id)
    return await view.found(said, asked, rules, chosen, jumps, first, player, theme)


async def another(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The button Another one."""
    return await begin(app, interaction)


def add(app: App, group: app_commands.Group) -> None:
    """Put the command into the group, and the buttons."""
    app.controls["hop-step"] = Handler(turn_page, edits=True)
    app.controls["hop-play"] = Handler(answer, edits=True)
    app.controls["hop-another"] = Handler(another, edits=True, about="else")

    @group.command(
        name="hop", description=locale_str("Find the longest hop in a game of this server")
    )
    async def hop_command(interaction: discord.Interaction) -> None:
        await app.serve(interaction, begin(app, interaction))
