"""The question which of several moves somebody has typed, or whether it is the right one."""

from __future__ import annotations

from collections.abc import Sequence

from bot.service.values import View
from bot.store.values import Theme
from bot.views.board import file_name
from bot.views.move_panel import Aim, Scenery, panel
from bot.views.reply import Reply
from bot.views.steps import LETTERS, Step, look, step
from bot.words import Words
from engine import Move, Variant, variant


async def choices(
    said: Words, view: View, theme: Theme, moves: Sequence[Move], before: str | None = None
) -> Reply:
    """These moves drawn on the board, with the question which it is, and buttons that play them;
    `before` is said first."""
    game = variant(view.match.variant)
    name = file_name(view.match.id, view.ply)
    return await panel(
        said,
        Scenery(game, view.position, view.last, 0, name, theme),
        asked(game, moves),
        aim(view.match.id, view.ply),
        before=before,
    )


def asked(game: Variant, moves: Sequence[Move]) -> Step:
    """The step at which one of these moves is chosen: each by its letter, if there are enough."""
    if len(moves) > len(LETTERS):
        return step(game, moves, "", 0)
    men = {move.path[0] for move in moves if len(move.path) > 1}
    return look(game, moves, men.pop() if len(men) == 1 else None)


def aim(match: int, ply: int) -> Aim:
    """What the buttons do: anybody may see them, so where several moves share a letter, that opens a
    private panel."""
    return Aim(match, ply, step="moves", play="choose", close="", asks=False)
