"""`/stats leaderboard`: who plays best, here or everywhere."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.app import App
from bot.store.values.ratings import Kind
from bot.views.ratings import KINDS as NAMES
from bot.views.ratings import figure, table
from bot.views.reply import Reply
from bot.views.seats import mention
from bot.words import speaker

TOP = 20
"""How many a leaderboard shows."""


async def show_leaderboard(
    app: App, interaction: discord.Interaction, kind: Kind, everywhere: bool
) -> Reply:
    """What `/stats leaderboard` does."""
    said = speaker(interaction.locale)
    guild = None if everywhere else interaction.guild_id
    now = app.clock()
    listed, new = await app.ladders.ask(
        guild, lambda kept: (kept.leaderboard(kind, now), kept.newcomers(kind, now))
    )
    where = said.say("everywhere") if everywhere else said.say("in this server")
    head = "### " + said.say("{pool} {where}", pool=said.say(NAMES[kind]), where=where)
    rule = "-# " + said.say(
        "Listed are players with 12 rated games against 4 people, 2 of them no newcomers, "
        "and one in the last 120 days."
    )
    lines = [head, *table(kind, listed[:TOP])]
    if below := new[: TOP - len(lines) + 1]:
        lines += ["———", *(f"{mention(user)} · **{figure(rated, kind)}**" for user, rated in below)]
        rule += " " + said.say("Below the line: those who are on their way there.")
    elif not listed:
        lines.append(said.say("No one yet."))
    return Reply("\n".join([*lines, rule]))


def install(app: App, group: app_commands.Group) -> None:
    """Put the command into the group."""

    @group.command(name="leaderboard", description=locale_str("Who plays best"))
    @app_commands.describe(
        pool=locale_str("Which kind of games; duels if left empty"),
        everywhere=locale_str("In all servers, among those who opted in"),
    )
    @app_commands.choices(
        pool=[
            app_commands.Choice(name=locale_str("Duel"), value="duel"),
            app_commands.Choice(name=locale_str("All against all"), value="melee"),
            app_commands.Choice(name=locale_str("Partners"), value="partners"),
        ]
    )
    async def leaderboard_command(
        interaction: discord.Interaction, pool: Kind = "duel", everywhere: bool = False
    ) -> None:
        await app.serve(interaction, show_leaderboard(app, interaction, pool, everywhere))
