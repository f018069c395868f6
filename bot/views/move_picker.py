"""The question which of several moves somebody has typed, or whether it is the right one."""

from __future__ import annotations

from collections.abc import Sequence

from bot.service.values import View
from bot.store.values import Theme
from bot.views.board import file_name
from bot.views.move_panel import Aim, Scenery, panel
from bot.views.reply import Reply
from bot.views.steps import LETTERS, look
from bot.words import Words
from engine import AmbiguousMove, Move, variant


async def which(said: Words, view: View, theme: Theme, several: AmbiguousMove) -> Reply:
    """The choices drawn on the board, with a button that plays each."""
    return await choices(said, view, theme, several.moves)


async def choices(said: Words, view: View, theme: Theme, moves: Sequence[Move]) -> Reply:
    """These moves drawn on the board, with the question which it is, and a button that plays each."""
    game = variant(view.match.variant)
    name = file_name(view.match.id, view.ply)
    men = {move.path[0] for move in moves if len(move.path) > 1}
    man = men.pop() if len(men) == 1 else None
    return await panel(
        said,
        Scenery(game, view.position, view.last, 0, name, theme),
        look(game, moves[: len(LETTERS)], man),
        Aim(view.match.id, view.ply, step="", play="choose", close=""),
    )
