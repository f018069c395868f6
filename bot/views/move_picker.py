"""The question which of several moves somebody has typed."""

from __future__ import annotations

from bot.service.values import View
from bot.views.board import file_name
from bot.views.move_panel import Aim, Scenery, panel
from bot.views.reply import Reply
from bot.views.steps import LETTERS, look
from bot.words import Words
from bot.words.refusals import refused_move
from engine import AmbiguousMove, variant


async def which(said: Words, view: View, several: AmbiguousMove) -> Reply:
    """The choices drawn on the board, with a button that plays each."""
    game = variant(view.match.variant)
    name = file_name(view.match.id, view.ply)
    men = {move.path[0] for move in several.moves if len(move.path) > 1}
    man = men.pop() if len(men) == 1 else None
    return await panel(
        said,
        Scenery(game, view.position, view.last, 0, name),
        look(game, several.moves[: len(LETTERS)], man),
        Aim(view.match.id, view.ply, step="", play="choose", close=""),
        before=refused_move(said, several.reason),
    )
