"""`/challenge`, and the buttons of a challenge."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.app import App, Handler
from bot.commands import which_rules
from bot.commands.permissions import CANNOT_POST, missing, named, parent
from bot.service.clock import time_control
from bot.service.meeting import challenges
from bot.service.rating import eligibility
from bot.service.values import Match, Side
from bot.views.controls import Control
from bot.views.members import is_member
from bot.views.reply import Refused, Reply
from bot.views.seats import link, mention
from bot.words import mark, speaker
from bot.words.unrated import not_rated

UNKNOWN = mark("I know no such game for two. Choose one from the list that appears as you type.")
SERVER_ONLY = mark("That only works in a server's channel.")
BOT = mark("Bots do not play here. Challenge a person, or leave the opponent open to anyone.")
GONE = mark("{player} is not in this server any more.")
AWAY = mark("{opponent} cannot see this channel. Challenge them in one that you both can see.")


def must_be_here(person: discord.Member | discord.User) -> None:
    """Refused unless this is a person who can see the channel of the command."""
    if person.bot:
        raise Refused(BOT)
    seen = isinstance(person, discord.Member) and (
        person.resolved_permissions is None or person.resolved_permissions.view_channel
    )
    if not seen:
        raise Refused(AWAY, opponent=person.mention)


async def must_be_members(app: App, guild: int | None, people: Iterable[int]) -> None:
    """Refused unless all these people are in the server still."""
    for person in people:
        if guild is not None and not await is_member(app, guild, person):
            raise Refused(GONE, player=mention(person))


def begun(interaction: discord.Interaction, match: Match) -> str:
    """What somebody is told whose word began a game."""
    said = speaker(interaction.locale)
    text = said.say("Game {number} begins. Have fun!", number=match.id)
    if address := link(match):
        text += " " + said.say("[Go to the board]({link})", link=address)
    return text


async def challenge(
    app: App,
    interaction: discord.Interaction,
    opponent: discord.Member | discord.User | None,
    game: str,
    rule: str,
    side: Side,
    note: str,
    clock: str,
    rated: bool,
) -> Reply:
    """What `/challenge` does."""
    said = speaker(interaction.locale)
    if interaction.guild_id is None:
        raise Refused(SERVER_ONLY)
    if lacking := missing(interaction):
        raise Refused(CANNOT_POST, permissions=named(said, lacking))
    if opponent is not None:
        must_be_here(opponent)
        await app.meet(opponent)
    rules = which_rules.with_rules(which_rules.meant(game, which_rules.for_two, UNKNOWN), rule)
    async with app.store.write() as tx:
        made = await challenges.create(
            tx,
            challenger=interaction.user.id,
            opponent=None if opponent is None else opponent.id,
            variant=rules.key,
            side=side,
            note=note,
            rated=rated,
            control=time_control.parse(clock),
            guild=interaction.guild_id,
            channel=interaction.channel_id or 0,
            parent=parent(interaction),
            interaction=interaction.id,
            now=app.clock(),
        )
        refused = None if made.rated else await eligibility.why_not(tx, made, now=app.clock())
    if made.opponent is None:
        told = said.say("Your challenge is open to anyone in this channel.")
    else:
        told = said.say(
            "Your challenge is on its way to {opponent}.", opponent=f"<@{made.opponent}>"
        )
    return Reply(told if not rated or refused is None else f"{told}\n{not_rated(said, refused)}")


async def accept(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The button Accept."""
    async with app.store.read() as tx:
        found = await challenges.get(tx, control.subject)
    if found.status == "open":
        await must_be_members(app, found.guild, found.joined)
    async with app.store.write() as tx:
        match = await challenges.accept(
            tx,
            control.subject,
            player=interaction.user.id,
            interaction=interaction.id,
            now=app.clock(),
            rng=app.rng,
        )
    return Reply(begun(interaction, match))


async def decline(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The button Decline."""
    async with app.store.write() as tx:
        await challenges.decline(
            tx,
            control.subject,
            player=interaction.user.id,
            interaction=interaction.id,
            now=app.clock(),
        )
    return Reply(speaker(interaction.locale).say("You have declined."))


async def cancel(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The button Cancel."""
    async with app.store.write() as tx:
        await challenges.cancel(
            tx,
            control.subject,
            player=interaction.user.id,
            interaction=interaction.id,
            now=app.clock(),
        )
    return Reply(speaker(interaction.locale).say("Your challenge is withdrawn."))


def install(app: App) -> None:
    """Put `/challenge` on the tree, and the buttons."""
    for action, act in {"accept": accept, "decline": decline, "cancel": cancel}.items():
        app.controls[action] = Handler(act, about="challenge")

    @app.tree.command(name="challenge", description=locale_str("Challenge someone to a game"))
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.describe(
        opponent=locale_str("Your opponent; leave empty to play against anyone"),
        game=locale_str("Which game; the small board if left empty"),
        rule=locale_str("An optional rule"),
        side=locale_str("Who moves first; random if left empty"),
        note=locale_str("A few words to your opponent"),
        rated=locale_str("Whether it counts in the ratings; yes if left empty"),
        clock=locale_str("How much time there is: choose, or write 72h+12h cap 120h or 3d/move"),
    )
    @app_commands.choices(
        side=[
            app_commands.Choice(name=locale_str("I move first"), value="first"),
            app_commands.Choice(name=locale_str("My opponent moves first"), value="second"),
            app_commands.Choice(name=locale_str("Random"), value="random"),
        ]
    )
    async def challenge_command(
        interaction: discord.Interaction,
        opponent: discord.User | None = None,
        game: str = which_rules.FAVOURITES[0],
        rule: str = "",
        side: Literal["first", "second", "random"] = "random",
        note: str = "",
        clock: str = "standard",
        rated: bool = True,
    ) -> None:
        await app.serve(
            interaction,
            challenge(app, interaction, opponent, game, rule, side, note, clock, rated),
        )

    @challenge_command.autocomplete("game")
    async def offer(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return which_rules.games(speaker(interaction.locale), typed, which_rules.for_two)

    @challenge_command.autocomplete("rule")
    async def offer_rules(
        interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        return which_rules.offer_rules(interaction, typed, which_rules.for_two)

    @challenge_command.autocomplete("clock")
    async def offer_clocks(
        interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        return which_rules.clocks_for(speaker(interaction.locale), typed)
