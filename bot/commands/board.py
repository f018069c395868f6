"""`/board`: a board as the person who asks sees it."""

from __future__ import annotations

from typing import cast

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.app import App
from bot.commands import which_game
from bot.commands.permissions import missing
from bot.service.people import settings
from bot.service.play import moves
from bot.service.server import themes
from bot.service.values import View
from bot.store import Tx, outbox
from bot.store.values import Match, Theme
from bot.views.board import private_board, scenery
from bot.views.picture import picture
from bot.views.reply import Reply
from bot.views.seats import side_for
from bot.views.themes import THEMES
from bot.words import Words, speaker
from engine import variant
from render import describe


async def show(view: View, side: int, theme: Theme, said: Words, *, before: str = "") -> Reply:
    """The board as seen from this seat, after a sentence if there is something to say."""
    return private_board(said, view, await picture(said, scenery(view, side, theme)), before)


async def board(app: App, interaction: discord.Interaction, match: int, more: str) -> Reply:
    """The verb behind `/board`; `more` is a theme, "text", "mine" or empty."""
    said = speaker(interaction.locale)
    await owe_again(app, interaction)
    async with app.store.read() as tx:
        view = await moves.view(tx, match)
        side, theme = await seen_by(tx, view.match, interaction.user.id)
    if more == "mine":
        side = view.match.seat_of(interaction.user.id) or 0
    if more == "text":
        game = variant(view.match.variant)
        return Reply(describe(game, view.position, last=view.last, side=side, say=said.text))
    theme = cast(Theme, more) if more in THEMES else theme
    return await show(view, side, theme, said)


async def seen_by(tx: Tx, match: Match, player: int) -> tuple[int, Theme]:
    """How this person sees the board of a match where it is shown to them alone: from which seat, and
    in which theme."""
    side = side_for(match, match.seat_of(player), await settings.of(tx, player))
    return side, await themes.of_person(tx, player, match.guild)


async def owe_again(app: App, interaction: discord.Interaction) -> None:
    """Post what could not be posted here before, now that it can."""
    if interaction.channel_id is not None and not missing(interaction):
        async with app.store.write() as tx:
            await outbox.retry(tx, channel=interaction.channel_id, now=app.clock())


def install(app: App) -> None:
    """Put the command on the tree."""
    app.verbs["board"] = board

    @app.tree.command(name="board", description=locale_str("Show a board"))
    @app_commands.describe(
        game=locale_str("Which game, if you play several"),
        look=locale_str("A theme for once, or words only"),
    )
    @app_commands.choices(
        look=[
            *(
                app_commands.Choice(name=locale_str(name), value=key)
                for key, name in THEMES.items()
            ),
            app_commands.Choice(name=locale_str("words only"), value="text"),
        ]
    )
    @app_commands.checks.cooldown(5, 30.0)
    async def board_command(
        interaction: discord.Interaction,
        game: str | None = None,
        look: str = "",
    ) -> None:
        await app.serve(
            interaction,
            which_game.with_game(app, interaction, game, "board", look, which_game.to_see),
        )

    @board_command.autocomplete("game")
    async def offer_boards(
        interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        return await app.offer(which_game.offered(app, interaction, typed, which_game.to_see))
