"""`/resign`, `/draw`, `/abort`, and their buttons: the ways to end a game by word."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.cogs import which
from bot.service import matches, ratings
from bot.service.errors import Finished, NotPlaying, Stale
from bot.service.values import Match
from bot.store import Tx
from bot.views.controls import Control, Press, layout, row
from bot.views.ratings import price
from bot.views.reply import Reply
from bot.views.seats import title
from bot.words import Words, words

if TYPE_CHECKING:
    from bot.client import HalmaClient


async def fresh(tx: Tx, control: Control) -> Match:
    """The match of a button, if it is still as the button shows it; Finished, Stale."""
    match = await matches.get(tx, control.subject)
    if match.status != "running":
        raise Finished(match)
    if match.ply != control.ply:
        raise Stale(match, seen=control.ply)
    return match


def about(said: Words, match: Match) -> str:
    """Which game is meant."""
    return said.say("{game} · game {number}", game=title(match), number=match.id)


async def ask_resign(
    client: HalmaClient, interaction: discord.Interaction, match_id: int, more: str = ""
) -> Reply:
    """Ask before a game is thrown away."""
    said = words(interaction.locale)
    async with client.store.read() as tx:
        match = await matches.get(tx, match_id)
        if match.status != "running":
            raise Finished(match)
        seat = match.seat_of(interaction.user.id)
        if seat is None:
            raise NotPlaying(match)
        then = await ratings.if_resigned(tx, match, seat, now=client.clock())
    early = match.ply < len(match.players)
    question = said.say("Do you really want to resign {about}?", about=about(said, match))
    if then is not None:
        changes = await asyncio.to_thread(ratings.effect, *then)
        question += " " + price(said, match, changes[interaction.user.id])
    elif match.rated and len(match.players) == 2:
        question += " " + said.say("It would not be rated yet: too few moves have been made.")
    if len(match.players) > 2:
        question += " " + said.say(
            "The others play on without you: you will be behind all who stay, and the computer "
            "plays your men."
        )
    if early:
        question += " " + said.say(
            "Not everybody has moved yet, so you may also abort it without a result."
        )
    return Reply(
        view=layout(
            question,
            row(
                Press(
                    Control("resigned", match.id, match.ply),
                    said.say("Yes, I resign"),
                    discord.ButtonStyle.danger,
                ),
                Press(Control("abort", match.id, match.ply), said.say("Abort the game"))
                if early
                else None,
                Press(Control("never-mind", match.id, match.ply), said.say("No, play on")),
            ),
        )
    )


async def resign_button(
    client: HalmaClient, interaction: discord.Interaction, control: Control
) -> Reply:
    """The button Resign on a board."""
    async with client.store.read() as tx:
        await fresh(tx, control)
    return await ask_resign(client, interaction, control.subject)


async def resigned(
    client: HalmaClient, interaction: discord.Interaction, control: Control
) -> Reply:
    """The button that confirms."""
    async with client.store.write() as tx:
        await matches.resign(
            tx,
            control.subject,
            player=interaction.user.id,
            interaction=interaction.id,
            now=client.clock(),
        )
    return Reply(words(interaction.locale).say("You have resigned. Thank you for the game."))


async def never_mind(
    client: HalmaClient, interaction: discord.Interaction, control: Control
) -> Reply:
    """The button that takes the question back."""
    return Reply(words(interaction.locale).say("Good. The game goes on."))


async def abort(
    client: HalmaClient, interaction: discord.Interaction, match: int, more: str = ""
) -> Reply:
    """End a game before it has begun in earnest."""
    async with client.store.write() as tx:
        await matches.abort(
            tx,
            match,
            player=interaction.user.id,
            interaction=interaction.id,
            now=client.clock(),
        )
    return Reply(words(interaction.locale).say("The game is aborted and does not count."))


async def abort_button(
    client: HalmaClient, interaction: discord.Interaction, control: Control
) -> Reply:
    """The button Abort of the question."""
    return await abort(client, interaction, control.subject)


async def draw(
    client: HalmaClient, interaction: discord.Interaction, match: int, more: str = ""
) -> Reply:
    """Offer a draw, or agree to the one that is offered."""
    said = words(interaction.locale)
    async with client.store.write() as tx:
        after = await matches.offer_draw(
            tx,
            match,
            player=interaction.user.id,
            interaction=interaction.id,
            now=client.clock(),
        )
    return Reply(_offered(said, after, interaction.user.id))


def _offered(said: Words, match: Match, player: int) -> str:
    """What comes of an offer, or of agreeing to one."""
    if match.status != "running":
        return said.say("Agreed: the game is a draw.")
    if match.draw_offer != match.seat_of(player):
        return said.say("You have agreed. The others are still to answer.")
    if len(match.players) > 2:
        return said.say("Your offer stands until all have answered or somebody moves.")
    return said.say("Your offer stands until your opponent answers or moves.")


async def draw_button(
    client: HalmaClient, interaction: discord.Interaction, control: Control
) -> Reply:
    """The button Offer a draw on a board."""
    async with client.store.read() as tx:
        await fresh(tx, control)
    return await draw(client, interaction, control.subject)


async def agree(client: HalmaClient, interaction: discord.Interaction, control: Control) -> Reply:
    """The button Agree to a draw."""
    async with client.store.write() as tx:
        await fresh(tx, control)
        after = await matches.accept_draw(
            tx,
            control.subject,
            player=interaction.user.id,
            interaction=interaction.id,
            now=client.clock(),
        )
    return Reply(_offered(words(interaction.locale), after, interaction.user.id))


async def refuse(client: HalmaClient, interaction: discord.Interaction, control: Control) -> Reply:
    """The button Play on under a draw offer."""
    async with client.store.write() as tx:
        await fresh(tx, control)
        await matches.decline_draw(
            tx,
            control.subject,
            player=interaction.user.id,
            interaction=interaction.id,
            now=client.clock(),
        )
    return Reply(words(interaction.locale).say("Good. The game goes on."))


def install(client: HalmaClient) -> None:
    """Put the three commands on the tree, and the buttons."""
    client.controls.update(
        {
            "resign": resign_button,
            "resigned": resigned,
            "never-mind": never_mind,
            "abort": abort_button,
            "draw": draw_button,
            "agree": agree,
            "refuse": refuse,
        }
    )
    client.edits.update({"resigned", "never-mind", "abort"})
    client.verbs.update(resign=ask_resign, abort=abort, draw=draw)
    _ending(client, "resign", locale_str("Give up a game; you are asked once more"))
    _ending(client, "draw", locale_str("Offer a draw, or agree to one"))
    _ending(client, "abort", locale_str("End a game without result before everybody has moved"))


def _ending(client: HalmaClient, verb: str, description: locale_str) -> None:
    """One of the commands that need to know only which game."""

    @client.tree.command(name=verb, description=description)
    @app_commands.describe(game=locale_str("Which game, if you play several"))
    async def ending_command(interaction: discord.Interaction, game: str | None = None) -> None:
        await client.serve(interaction, client.with_game(interaction, game, verb, "", which.to_end))

    @ending_command.autocomplete("game")
    async def offer(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await client.offer(which.offered(client, interaction, typed, which.to_end))
