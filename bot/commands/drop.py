"""`/drop`: a piece is put on the board, in the games that begin so."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.app import App
from bot.commands import complete_moves, which_game
from bot.commands import move as move_command
from bot.service.values import Match
from bot.views import limits
from bot.words import speaker
from bot.words.pieces import KINDS
from engine import variant


def held(match: Match) -> dict[str, int]:
    """The pieces that the seat to move has still to drop, by name, with their numbers."""
    game = variant(match.variant)
    position = game.load(match.position)
    left = zip(game.kinds, game.held(position, position.turn), strict=True)
    return {kind.name: number for kind, number in left if number}


async def pieces(
    app: App, interaction: discord.Interaction, typed: str, game: str | None
) -> list[app_commands.Choice[str]]:
    """The pieces that can be dropped."""
    said = speaker(interaction.locale)
    found: dict[str, int] = {}
    for match in await move_command.meant(app, interaction, game):
        found |= held(match)
    return [
        app_commands.Choice(name=f"{said.say(KINDS[name])} ({number})", value=name)
        for name, number in found.items()
        if typed.casefold() in f"{name} {said.say(KINDS[name])}".casefold()
    ][: limits.CHOICES]


async def squares(
    app: App,
    interaction: discord.Interaction,
    typed: str,
    piece: str | None,
    game: str | None,
) -> list[app_commands.Choice[str]]:
    """The squares on which that piece, or any, can be dropped."""
    found: dict[str, None] = {}
    for match in await move_command.meant(app, interaction, game):
        rules = variant(match.variant)
        for move, _ in complete_moves.fitting(match.variant, match.position, typed):
            kind = rules.kinds[move.kind].name
            if len(move.path) == 1 and (piece in (None, kind) or len(rules.kinds) == 1):
                found[rules.board.names[move.path[0]]] = None
    return [app_commands.Choice(name=name, value=name) for name in found][: limits.CHOICES]


def install(app: App) -> None:
    """Put `/drop` on the tree."""

    @app.tree.command(name="drop", description=locale_str("Drop a piece on the board"))
    @app_commands.describe(
        square=locale_str("Where, like I,4"),
        piece=locale_str("Which piece, where there are several kinds"),
        game=locale_str("Which game, if you play several"),
    )
    async def drop_command(
        interaction: discord.Interaction,
        square: app_commands.Range[str, 1, 60],
        piece: app_commands.Range[str, 1, 30] | None = None,
        game: str | None = None,
    ) -> None:
        text = f"drop {piece or ''} {square}"
        await app.serve(interaction, move_command.command(app, interaction, text, game))

    @drop_command.autocomplete("piece")
    async def offer_pieces(
        interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        game = interaction.namespace.game
        return await app.offer(pieces(app, interaction, typed, game))

    @drop_command.autocomplete("square")
    async def offer_squares(
        interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        given = interaction.namespace
        return await app.offer(squares(app, interaction, typed, given.piece, given.game))

    @drop_command.autocomplete("game")
    async def offer_games(
        interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        return await app.offer(which_game.offered(app, interaction, typed, which_game.to_move))
