"""`/vacation` and `/gift`: clocks that stand still, by wish or by kindness."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.app import App
from bot.commands import which_game
from bot.service.play import vacations
from bot.views.reply import Reply
from bot.words import Words, speaker
from bot.words.times import duration, stamp


async def vacation(app: App, interaction: discord.Interaction, days: int | None) -> Reply:
    """What `/vacation` does: show it (None), end it (0), or begin one of so many days."""
    said, player, now = speaker(interaction.locale), interaction.user.id, app.clock()
    async with app.store.write() as tx:
        if days == 0:
            await vacations.come_back(tx, player, now=now)
        elif days is not None:
            await vacations.leave(tx, player, days=days, interaction=interaction.id, now=now)
        until = await vacations.current(tx, player, now)
        left = await vacations.left(tx, player, now)
    lines = [
        said.say("You are not on vacation: your clocks run.")
        if until is None
        else said.say(
            "You are on vacation until {when}: your clocks stand still. You can still move.",
            when=stamp(until, "f"),
        ),
        said.say("You have {left} of vacation left.", left=duration(said, left)),
    ]
    return Reply("\n".join(lines))


async def gift(app: App, interaction: discord.Interaction, match: int, more: str) -> Reply:
    """The verb behind `/gift`."""
    async with app.store.write() as tx:
        until = await vacations.give(
            tx,
            match,
            player=interaction.user.id,
            interaction=interaction.id,
            now=app.clock(),
        )
    return given(speaker(interaction.locale), until)


def given(said: Words, until: int | None) -> Reply:
    """What comes of a gift; None: others have still to agree to it."""
    if until is None:
        return Reply(
            said.say("Your offer of a day stands until all opponents agree or someone moves.")
        )
    return Reply(said.say("Given: your opponent has until {when}.", when=stamp(until, "f")))


def install(app: App) -> None:
    """Put the commands on the tree."""
    app.verbs["gift"] = gift

    @app.tree.command(name="vacation", description=locale_str("Pause all your games"))
    @app_commands.describe(days=locale_str("How many days from now; 0 ends your vacation"))
    async def vacation_command(
        interaction: discord.Interaction, days: app_commands.Range[int, 0, 7] | None = None
    ) -> None:
        await app.serve(interaction, vacation(app, interaction, days))

    @app.tree.command(
        name="gift", description=locale_str("Give your opponent one more day for this turn")
    )
    @app_commands.describe(game=locale_str("Which game, if you play several"))
    async def gift_command(interaction: discord.Interaction, game: str | None = None) -> None:
        await app.serve(
            interaction, which_game.with_game(app, interaction, game, "gift", "", which_game.to_end)
        )

    @gift_command.autocomplete("game")
    async def offer_games(
        interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        return await app.offer(which_game.offered(app, interaction, typed, which_game.to_end))
