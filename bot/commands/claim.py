"""`/claim` and `/partner`, and the buttons of a turn whose time has run out: when somebody vanishes."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.app import App, Handler
from bot.commands import which_game
from bot.commands.resign import ask_resign, fresh
from bot.commands.vacation import given
from bot.service.play import claims, partners
from bot.views.controls import Control
from bot.views.reply import Reply
from bot.words import speaker


async def claim(app: App, interaction: discord.Interaction, match: int, more: str = "") -> Reply:
    """The verb behind `/claim`."""
    async with app.store.write() as tx:
        after = await claims.claim(
            tx, match, player=interaction.user.id, interaction=interaction.id, now=app.clock()
        )
    said = speaker(interaction.locale)
    if after.status == "running":
        return Reply(said.say("Claimed: the game goes on without that player."))
    return Reply(said.say("Claimed: the game is over."))


async def claim_button(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The button Claim."""
    async with app.store.read() as tx:
        await fresh(tx, control)
    return await claim(app, interaction, control.subject)


async def give_button(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The button Give 24 hours."""
    async with app.store.write() as tx:
        await fresh(tx, control)
        until = await claims.give(
            tx,
            control.subject,
            player=interaction.user.id,
            interaction=interaction.id,
            now=app.clock(),
        )
    return given(speaker(interaction.locale), until)


async def wait_button(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The button Keep waiting."""
    async with app.store.read() as tx:
        await fresh(tx, control)
        await claims.wait(tx, control.subject, player=interaction.user.id)
    return Reply(
        speaker(interaction.locale).say(
            "All right. The game waits, and you can `/claim` at any time."
        )
    )


async def partner(app: App, interaction: discord.Interaction, match: int, more: str) -> Reply:
    """The verb behind `/partner`; `more` is "hands", "computer" or "concede"."""
    if more not in ("hands", "computer"):
        return await ask_resign(app, interaction, match)
    choice: partners.Choice = "hands" if more == "hands" else "computer"
    async with app.store.write() as tx:
        await partners.choose(
            tx,
            match,
            player=interaction.user.id,
            choice=choice,
            interaction=interaction.id,
            now=app.clock(),
        )
    said = speaker(interaction.locale)
    if choice == "hands":
        return Reply(said.say("You play both hands from now on."))
    return Reply(said.say("The computer plays on for your partner."))


async def partner_button(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The buttons of a partner who has been left alone; the game may have gone on meanwhile."""
    return await partner(app, interaction, control.subject, control.more)


def install(app: App) -> None:
    """Put the two commands on the tree, and the buttons."""
    app.controls["claim"] = Handler(claim_button)
    app.controls["give"] = Handler(give_button)
    app.controls["wait"] = Handler(wait_button)
    app.controls["partner"] = Handler(partner_button)
    app.verbs.update(claim=claim, partner=partner)

    @app.tree.command(
        name="claim", description=locale_str("Stop waiting when an opponent's time has run out")
    )
    @app_commands.describe(game=locale_str("Which game, if you play several"))
    async def claim_command(interaction: discord.Interaction, game: str | None = None) -> None:
        await app.serve(
            interaction,
            which_game.with_game(app, interaction, game, "claim", "", which_game.to_end),
        )

    @app.tree.command(
        name="partner", description=locale_str("Choose who plays on for a partner who has left")
    )
    @app_commands.describe(
        who=locale_str("You with both hands, or the computer; or you concede"),
        game=locale_str("Which game, if you play several"),
    )
    @app_commands.choices(
        who=[
            app_commands.Choice(name=locale_str("I play both hands"), value="hands"),
            app_commands.Choice(name=locale_str("Let the computer play"), value="computer"),
            app_commands.Choice(name=locale_str("Concede"), value="concede"),
        ]
    )
    async def partner_command(
        interaction: discord.Interaction,
        who: Literal["hands", "computer", "concede"],
        game: str | None = None,
    ) -> None:
        await app.serve(
            interaction,
            which_game.with_game(app, interaction, game, "partner", who, which_game.to_end),
        )

    @claim_command.autocomplete("game")
    @partner_command.autocomplete("game")
    async def offer_games(
        interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        return await app.offer(which_game.offered(app, interaction, typed, which_game.to_end))
