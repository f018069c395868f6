"""`/game rematch`, and the button Play again under a result."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.app import App, Handler
from bot.commands.challenge import begun, must_be_members
from bot.commands.permissions import parent
from bot.commands.which_game import on_button, suggest, with_game
from bot.service.meeting import computer_games, rematches
from bot.store import Tx, matches
from bot.store.values import Match
from bot.views.reply import Reply
from bot.views.seats import link
from bot.words import speaker


async def finished(tx: Tx, player: int, channel: int | None) -> list[Match]:
    """This person's last games that are over: those of the channel, or else all."""
    over = await matches.over_of(tx, player)
    return [match for match in over if channel in (match.place, match.channel)] or over


async def rematch(app: App, interaction: discord.Interaction, match: int, more: str) -> Reply:
    """Play a game again, or say how that stands."""
    said = speaker(interaction.locale)
    async with app.store.read() as tx:
        over = await rematches.over(tx, match, player=interaction.user.id)
    await must_be_members(app, over.guild, over.players)
    if over.alone:
        async with app.store.write() as tx:
            next_one = await computer_games.again(
                tx,
                match,
                player=interaction.user.id,
                interaction=interaction.id,
                now=app.clock(),
            )
        return Reply(begun(interaction, next_one))
    async with app.store.write() as tx:
        joined = await rematches.again(
            tx,
            match,
            player=interaction.user.id,
            interaction=interaction.id,
            now=app.clock(),
            rng=app.rng,
            parent=parent(interaction),
        )
    if joined.match is None:
        waits = joined.challenge.expires_at
        return Reply(
            said.say("I have asked the others. They have until {when}.", when=f"<t:{waits}:f>")
        )
    text = said.say("You play again: game {number}.", number=joined.match.id)
    if address := link(joined.match):
        text += " " + said.say("[Go to the board]({link})", link=address)
    return Reply(text)


async def newest(tx: Tx, player: int, channel: int | None) -> list[Match]:
    """The one that ended last."""
    return (await finished(tx, player, channel))[:1]


def install(app: App, group: app_commands.Group) -> None:
    """Put the command into the group, and the button."""
    app.controls["rematch"] = Handler(on_button(rematch, anew=True))
    app.verbs["rematch"] = rematch

    @group.command(
        name="rematch", description=locale_str("Play a finished game again with the same people")
    )
    @app_commands.describe(game=locale_str("Which game, if it is not the last one"))
    async def command(interaction: discord.Interaction, game: str | None = None) -> None:
        await app.serve(interaction, with_game(app, interaction, game, "rematch", "", newest))

    suggest(app, command, finished)
