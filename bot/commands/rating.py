"""`/rating`, `/leaderboard` and `/profile`: how well people play, and with whom."""

from __future__ import annotations

import asyncio
import io

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.app import App
from bot.service.play import annulment
from bot.service.rating import ratings
from bot.service.rating.events import Kind
from bot.service.rating.ladder import Pool, fold, leaderboard, rating
from bot.service.rating.ratings import KINDS, Step
from bot.views.controls import Control
from bot.views.limits import alt_text
from bot.views.ratings import KINDS as NAMES
from bot.views.ratings import counted, in_words, place, table
from bot.views.reply import Reply
from bot.words import Words, speaker
from render.graph import Line, draw_graph

TOP = 20
"""How many a leaderboard shows."""


async def show_rating(
    app: App, interaction: discord.Interaction, person: discord.User | None
) -> Reply:
    """What `/rating` does."""
    said = speaker(interaction.locale)
    user, guild = (person or interaction.user).id, interaction.guild_id
    async with app.store.read() as tx:
        events = await ratings.events(tx, guild)
    course = await asyncio.to_thread(ratings.steps, events, user, guild)
    if not course:
        return Reply(
            said.say(
                "{person} has no rating here yet. It comes with rated games.", person=f"<@{user}>"
            )
        )
    ladder = await asyncio.to_thread(fold, events)
    lines = [f"<@{user}>"]
    lines += [place(said, kind, rating(ladder, user, Pool(kind, guild))) for kind in course]
    lines.append(
        "-# "
        + said.say("A question mark: few games so far. Less than 50 points apart means little.")
    )
    picture = await asyncio.to_thread(_drawn, said, course)
    file = discord.File(
        io.BytesIO(picture),
        filename="rating.png",
        description=alt_text(in_words(said, course)),
    )
    return Reply("\n".join(lines), files=[file])


def _drawn(said: Words, course: dict[Kind, list[Step]]) -> bytes:
    return draw_graph(
        [
            Line(
                said.say(NAMES[kind]), tuple((step.at, step.points / 100) for step in course[kind])
            )
            for kind in KINDS
            if kind in course
        ]
    )


async def show_leaderboard(
    app: App, interaction: discord.Interaction, kind: Kind, everywhere: bool
) -> Reply:
    """What `/leaderboard` does."""
    said = speaker(interaction.locale)
    guild = None if everywhere else interaction.guild_id
    async with app.store.read() as tx:
        events = await ratings.events(tx, guild)
    ladder = await asyncio.to_thread(fold, events)
    listed = leaderboard(ladder, Pool(kind, guild), app.clock())
    where = said.say("everywhere") if everywhere else said.say("in this server")
    head = "### " + said.say("{pool} {where}", pool=said.say(NAMES[kind]), where=where)
    rule = "-# " + said.say(
        "Listed is who has 12 rated games against 4 people, 2 of them no newcomers, "
        "the last of them in the last 120 days."
    )
    body = table(kind, listed[:TOP]) or said.say("Nobody yet.")
    return Reply(f"{head}\n{body}\n{rule}")


async def show_profile(
    app: App, interaction: discord.Interaction, person: discord.User | None
) -> Reply:
    """What `/profile` does: a person's games in this server, and those with the one who asks."""
    said, guild = speaker(interaction.locale), interaction.guild_id or 0
    user = (person or interaction.user).id
    async with app.store.read() as tx:
        events = await ratings.events(tx, guild)
        all_games = await ratings.results(tx, user, guild)
        together = await ratings.head_to_head(tx, interaction.user.id, user, guild)
        reliable = await ratings.reliability_of(tx, user, now=app.clock())
        worldwide = await ratings.wants_worldwide(tx, user)
    ladder = await asyncio.to_thread(fold, events)
    lines = [f"### <@{user}>"]
    for kind in KINDS:
        found = rating(ladder, user, Pool(kind, guild))
        if found.games:
            lines.append(place(said, kind, found))
    lines.append(
        said.say_n("{n} game here", "{n} games here", all_games.games)
        + (": " + counted(said, all_games) if all_games.games else "")
    )
    if reliable is not None:
        lines.append(
            said.say("Plays {percent} % of the games to the end in time.", percent=reliable)
        )
    if user != interaction.user.id and together.games:
        lines.append(
            said.say("You against {person}: ", person=f"<@{user}>") + counted(said, together)
        )
    if user == interaction.user.id:
        lines.append(
            "-# "
            + (
                said.say(
                    "Your new rated games count worldwide too, where the server has chosen so."
                )
                if worldwide
                else said.say("Your ratings stay in each server; `/worldwide` changes that.")
            )
        )
    return Reply("\n".join(lines))


async def worldwide(app: App, interaction: discord.Interaction, wish: bool) -> Reply:
    """What `/worldwide` does."""
    said = speaker(interaction.locale)
    async with app.store.write() as tx:
        await ratings.wish_worldwide(tx, interaction.user.id, wish)
    if wish:
        return Reply(
            said.say("Your new rated games count worldwide too, where the server has chosen so.")
        )
    return Reply(said.say("Your ratings stay in each server; `/worldwide` changes that."))


async def waive(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The button Waive the win."""
    async with app.store.write() as tx:
        await annulment.waive(tx, control.subject, player=interaction.user.id, now=app.clock())
    return Reply(speaker(interaction.locale).say("The game counts no more in the ratings."))


def install(app: App) -> None:
    """Put the four commands on the tree, and the button."""
    app.controls["waive"] = waive

    @app.tree.command(name="rating", description=locale_str("A rating here, and how it came about"))
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.describe(person=locale_str("Whose; yours if you say nothing"))
    @app_commands.checks.cooldown(3, 30.0)
    async def rating_command(
        interaction: discord.Interaction, person: discord.User | None = None
    ) -> None:
        await app.serve(interaction, show_rating(app, interaction, person))

    @app.tree.command(name="leaderboard", description=locale_str("Who plays best"))
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.describe(
        pool=locale_str("Which kind of games; duels if you say nothing"),
        everywhere=locale_str("In all servers, among those who wish it"),
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

    @app.tree.command(name="profile", description=locale_str("How somebody plays in this server"))
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.describe(person=locale_str("Whose; yours if you say nothing"))
    async def profile_command(
        interaction: discord.Interaction, person: discord.User | None = None
    ) -> None:
        await app.serve(interaction, show_profile(app, interaction, person))

    @app.tree.command(
        name="worldwide",
        description=locale_str("Whether your games count in the worldwide ratings"),
    )
    @app_commands.describe(wish=locale_str("Yes or no; it holds for games that end from now on"))
    async def worldwide_command(interaction: discord.Interaction, wish: bool) -> None:
        await app.serve(interaction, worldwide(app, interaction, wish))
