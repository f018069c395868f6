"""`/vacation`, `/gift` and `/pause`: clocks that stand still, by wish, kindness or agreement."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.cogs import which
from bot.cogs.ending import fresh
from bot.service import absences
from bot.store import Tx
from bot.views.controls import Control
from bot.views.reply import Reply
from bot.words import Words, words
from bot.words.times import duration, stamp

if TYPE_CHECKING:
    from bot.client import HalmaClient


async def vacation(
    client: HalmaClient, interaction: discord.Interaction, days: int | None
) -> Reply:
    """What `/vacation` does: show it (None), end it (0), or begin one of so many days."""
    said, player, now = words(interaction.locale), interaction.user.id, client.clock()
    async with client.store.write() as tx:
        if days == 0:
            await absences.come_back(tx, player, now=now)
        elif days is not None:
            await absences.leave(tx, player, days=days, interaction=interaction.id, now=now)
        until = await absences.current(tx, player, now)
        left = await absences.left(tx, player, now)
    lines = [
        said.say("You are not on vacation: your clocks run.")
        if until is None
        else said.say(
            "You are on vacation until {when}: your clocks stand still. You may move all the same.",
            when=stamp(until, "f"),
        ),
        said.say("You have {left} of vacation left.", left=duration(said, left)),
    ]
    return Reply("\n".join(lines))


async def gift(
    client: HalmaClient, interaction: discord.Interaction, match: int, more: str
) -> Reply:
    """The verb behind `/gift`."""
    async with client.store.write() as tx:
        until = await absences.give(
            tx,
            match,
            player=interaction.user.id,
            interaction=interaction.id,
            now=client.clock(),
        )
    return given(words(interaction.locale), until)


async def gift_button(
    client: HalmaClient, interaction: discord.Interaction, control: Control
) -> Reply:
    """The button Give a day, which agrees to the gift of another."""
    async with client.store.read() as tx:
        await fresh(tx, control)
    return await gift(client, interaction, control.subject, "")


def given(said: Words, until: int | None) -> Reply:
    """What comes of a gift; None: others have still to agree to it."""
    if until is None:
        return Reply(
            said.say("Your wish to give a day stands until all opponents agree or somebody moves.")
        )
    return Reply(said.say("Given: your opponent has until {when}.", when=stamp(until, "f")))


async def pause(
    client: HalmaClient, interaction: discord.Interaction, match: int, more: str = ""
) -> Reply:
    """The verb behind `/pause`."""
    async with client.store.write() as tx:
        return await _pause(tx, client, interaction, match)


async def pause_button(
    client: HalmaClient, interaction: discord.Interaction, control: Control
) -> Reply:
    """The button Agree to a pause."""
    async with client.store.write() as tx:
        await fresh(tx, control)
        return await _pause(tx, client, interaction, control.subject)


async def _pause(
    tx: Tx, client: HalmaClient, interaction: discord.Interaction, match: int
) -> Reply:
    agreed = await absences.pause(
        tx, match, player=interaction.user.id, interaction=interaction.id, now=client.clock()
    )
    said = words(interaction.locale)
    if agreed:
        return Reply(said.say("Agreed: the clock stands still until the next move."))
    return Reply(said.say("Your wish for a pause stands until all have agreed or somebody moves."))


def install(client: HalmaClient) -> None:
    """Put the commands on the tree."""
    client.verbs.update(gift=gift, pause=pause)
    client.controls.update(pause=pause_button, gift=gift_button)

    @client.tree.command(name="vacation", description=locale_str("Let your clocks stand still"))
    @app_commands.describe(days=locale_str("For how many days from now; 0 ends your vacation"))
    async def vacation_command(
        interaction: discord.Interaction, days: app_commands.Range[int, 0, 7] | None = None
    ) -> None:
        await client.serve(interaction, vacation(client, interaction, days))

    _verb(client, "gift", locale_str("Give your opponent a day more for this turn"))
    _verb(client, "pause", locale_str("Let the clock of a game stand still, if all agree"))


def _verb(client: HalmaClient, verb: str, description: locale_str) -> None:
    """One of the commands that need to know only which game."""

    @client.tree.command(name=verb, description=description)
    @app_commands.describe(game=locale_str("Which game, if you play several"))
    async def command(interaction: discord.Interaction, game: str | None = None) -> None:
        await client.serve(interaction, client.with_game(interaction, game, verb, "", which.to_end))

    @command.autocomplete("game")
    async def offer_games(
        interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        return await client.offer(which.offered(client, interaction, typed, which.to_end))
