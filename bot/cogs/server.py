"""`/server`: what whoever manages a server may choose, break off, strike out, and look up."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Literal

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.cogs.which import number
from bot.service import ratings, servers, watching
from bot.views.reply import Reply
from bot.views.seats import mention
from bot.words import Words, mark, words
from bot.words.quoting import code

if TYPE_CHECKING:
    from bot.client import HalmaClient

SHOWN = 20
"""How many signs are shown."""
Setting = Literal["ratings", "worldwide"]
NAMES = {
    "ratings": mark("Rated games"),
    "worldwide": mark("Worldwide ratings"),
}
VALUES = {servers.ON: mark("on"), servers.OFF: mark("off")}


async def show(client: HalmaClient, interaction: discord.Interaction) -> Reply:
    """What `/server settings` does: everything as it is, and who changed it lately."""
    said, guild = words(interaction.locale), interaction.guild_id or 0
    async with client.store.read() as tx:
        settings = await servers.settings(tx, guild)
        changes = await servers.changes(tx, guild)
    lines = [f"{said.say(NAMES[name])}: **{_value(said, settings[name])}**" for name in NAMES]
    if changes:
        lines.append("**" + said.say("Changed lately") + "**")
    for change in changes:
        what = said.say(NAMES[change.what]) if change.what in NAMES else code(change.what)
        lines.append(
            f"<t:{change.at}:d> {mention(change.by)} · {what}: "
            f"{_value(said, change.before)} → {_value(said, change.after)}"
        )
    return Reply("\n".join(lines))


def _value(said: Words, value: str) -> str:
    return said.say(VALUES[value]) if value in VALUES else value


async def choose(
    client: HalmaClient, interaction: discord.Interaction, setting: Setting, value: str
) -> Reply:
    """What `/server set` does."""
    said = words(interaction.locale)
    async with client.store.write() as tx:
        changed = await servers.choose(
            tx,
            interaction.guild_id or 0,
            setting,
            value,
            by=interaction.user.id,
            now=client.clock(),
        )
    facts = {"setting": said.say(NAMES[setting]), "value": _value(said, value)}
    if not changed:
        return Reply(said.say("{setting}: {value}, as it was.", **facts))
    return Reply(
        said.say("{setting}: {value}. It holds for games that begin from now on.", **facts)
    )


async def abort(client: HalmaClient, interaction: discord.Interaction, game: str) -> Reply:
    """What `/server abort` does."""
    async with client.store.write() as tx:
        await servers.abort(
            tx,
            interaction.guild_id or 0,
            number(game),
            by=interaction.user.id,
            now=client.clock(),
        )
    return Reply(words(interaction.locale).say("The game is aborted and does not count."))


async def annul(client: HalmaClient, interaction: discord.Interaction, game: str) -> Reply:
    """What `/server annul` does."""
    async with client.store.write() as tx:
        match = await servers.annul(
            tx,
            interaction.guild_id or 0,
            number(game),
            by=interaction.user.id,
            now=client.clock(),
        )
    return Reply(
        words(interaction.locale).say(
            "Game {number} counts no more; all ratings are as if it had not been rated.",
            number=match.id,
        )
    )


WATCHED = {
    "loses-early": mark("{player} has lost three of the last seven rated games within ten moves."),
    "fed-by-newcomers": mark("More than half of what {player} has won was paid by newcomers."),
}


async def watch(client: HalmaClient, interaction: discord.Interaction) -> Reply:
    """What `/server watch` does: signs that ratings are being made rather than played for."""
    said, guild = words(interaction.locale), interaction.guild_id or 0
    async with client.store.read() as tx:
        events = await ratings.events(tx, guild)
        made = await watching.moves_made(tx, guild)
    found = await asyncio.to_thread(watching.signs, events, made)
    if not found:
        return Reply(said.say("Nothing about the rated games here looks odd."))
    lines = [said.say(WATCHED[sign.what], player=mention(sign.player)) for sign in found[:SHOWN]]
    lines.append(
        "-# " + said.say("There may be a good reason. `/server annul` strikes a game out.")
    )
    return Reply("\n".join(lines))


def install(client: HalmaClient) -> None:
    """Put the group on the tree; Discord shows it to those who may manage the server."""
    group = app_commands.Group(
        name="server",
        description=locale_str("For whoever manages this server"),
        default_permissions=discord.Permissions(manage_guild=True),
        allowed_contexts=app_commands.AppCommandContext(
            guild=True, dm_channel=False, private_channel=False
        ),
    )

    @group.command(name="settings", description=locale_str("What is set, and who changed it"))
    async def settings_command(interaction: discord.Interaction) -> None:
        await client.serve(interaction, show(client, interaction))

    @group.command(name="set", description=locale_str("Change a setting"))
    @app_commands.describe(setting=locale_str("What to change"), value=locale_str("On or off"))
    @app_commands.choices(
        setting=[
            app_commands.Choice(name=locale_str("Rated games"), value="ratings"),
            app_commands.Choice(name=locale_str("Worldwide ratings"), value="worldwide"),
        ],
        value=[
            app_commands.Choice(name=locale_str("on"), value=servers.ON),
            app_commands.Choice(name=locale_str("off"), value=servers.OFF),
        ],
    )
    async def set_command(
        interaction: discord.Interaction, setting: Setting, value: Literal["on", "off"]
    ) -> None:
        await client.serve(interaction, choose(client, interaction, setting, value))

    @group.command(name="watch", description=locale_str("Whether ratings are being farmed here"))
    @app_commands.checks.cooldown(3, 30.0)
    async def watch_command(interaction: discord.Interaction) -> None:
        await client.serve(interaction, watch(client, interaction))

    @group.command(name="abort", description=locale_str("Break a running game off, without result"))
    @app_commands.describe(game=locale_str("Its number"))
    async def abort_command(interaction: discord.Interaction, game: str) -> None:
        await client.serve(interaction, abort(client, interaction, game))

    @group.command(name="annul", description=locale_str("Strike a game out of the ratings"))
    @app_commands.describe(game=locale_str("Its number"))
    async def annul_command(interaction: discord.Interaction, game: str) -> None:
        await client.serve(interaction, annul(client, interaction, game))

    client.tree.add_command(group)
