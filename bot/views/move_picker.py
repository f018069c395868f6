"""A board with something to choose on it: squares marked by letters, and controls that name moves."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import ui

from bot.service.values import Match, View
from bot.views import limits
from bot.views.board import file_name, heading
from bot.views.controls import Choose, Control, Press, layout, option, row, whole
from bot.views.picture import gallery, picture
from bot.views.reply import Reply
from bot.words import Words
from bot.words.refusals import refused_move
from engine import AmbiguousMove, Move, Variant, variant
from engine.board import OFF
from render.scenes import Mark

WORDY = 50
"""A move longer than this is named in ids by its path in cells, which is shorter."""


def letter(number: int) -> str:
    """A, B, ... Z, then AA, AB, ...: what marks a square in the picture."""
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return alphabet[number] if number < 26 else alphabet[number // 26 - 1] + alphabet[number % 26]


def token(game: Variant, move: Move) -> str:
    """A move in few characters, for an id: as printed or, where that is long, "@" and its cells."""
    text = game.format(move)
    return text if len(text) <= WORDY else "@" + ".".join(f"{cell + 1:x}" for cell in move.path)


def untoken(game: Variant, text: str) -> str:
    """The printed move that a token names."""
    if not text.startswith("@"):
        return text
    cells = (whole(cell, 16) - 1 for cell in text[1:].split(".") if cell)
    return game.format(Move(tuple(cell for cell in cells if cell < len(game.board.names))))


async def drawn(
    view: View,
    game: Variant,
    marks: Sequence[Mark],
    last: Move | None,
    *parts: ui.Item[ui.LayoutView] | str | None,
    said: Words,
) -> Reply:
    """A message with the board as the seat to move sees it, and what to choose under it."""
    seat = view.position.turn
    name = file_name(view.match.id, view.ply)
    file = await picture(game, view.position, name, last=last, side=seat, marks=marks)
    shown = layout(heading(said, view.match), gallery(name, file.description or ""), *parts)
    return Reply(view=shown, files=[file])


def signs(moves: Sequence[Move]) -> list[Mark]:
    """A letter for each move, on a square by which it differs from the others."""
    marks: list[Mark] = []
    for index, move in enumerate(moves):
        others = {cell for other in moves if other is not move for cell in other.path}
        own = [cell for cell in (*move.path[1:], *move.path[:1]) if cell != OFF]
        alone = [cell for cell in own if cell not in others]
        taken = {mark.cell for mark in marks}
        free = [cell for cell in (*alone, *own) if cell not in taken]
        if free:
            marks.append(Mark(free[0], "choice", letter(index)))
    origins = {move.path[0] for move in moves if len(move.path) > 1}
    if len(origins) == 1 and not origins & {mark.cell for mark in marks}:
        marks += [Mark(cell, "origin") for cell in origins]
    return marks


async def which(said: Words, view: View, several: AmbiguousMove) -> Reply:
    """The question which of several moves is meant, with the choices drawn on the board.

    A few are buttons that play; more are a select, of which the chosen one is looked at first.
    """
    match, game = view.match, variant(view.match.variant)
    moves = several.moves[: limits.OPTIONS]
    labels = [f"{letter(index)} · {game.format(move)}" for index, move in enumerate(moves)]
    return await drawn(
        view,
        game,
        signs(moves),
        None,
        refused_move(said, several.reason),
        _buttons(match, game, moves, labels)
        if len(moves) <= limits.ROW
        else _select(said, match, game, moves, labels),
        said=said,
    )


def _buttons(
    match: Match, game: Variant, moves: Sequence[Move], labels: Sequence[str]
) -> ui.ActionRow[ui.LayoutView] | None:
    style = discord.ButtonStyle.primary
    return row(
        *(
            Press(Control("play", match.id, match.ply, token(game, move)), label, style)
            for move, label in zip(moves, labels, strict=True)
        )
    )


def _select(
    said: Words, match: Match, game: Variant, moves: Sequence[Move], labels: Sequence[str]
) -> ui.ActionRow[ui.LayoutView] | None:
    options = [option(label, token(game, move)) for move, label in zip(moves, labels, strict=True)]
    return row(Choose(Control("to", match.id, match.ply), options, said.say("Choose a move")))
