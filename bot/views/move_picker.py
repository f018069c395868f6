"""The question which of several moves somebody has typed, or whether it is the right one."""

from collections.abc import Sequence

from bot.i18n.translator import Words
from bot.service.results import View
from bot.store.models import Theme
from bot.views.board_post import scenery
from bot.views.move_panel import Aim, panel
from bot.views.move_steps import LETTERS, Step, look, step
from bot.views.reply import Reply
from engine import Move, Variant


async def choices(
    said: Words, view: View, theme: Theme, moves: Sequence[Move], before: str | None = None
) -> Reply:
    """These moves drawn on the board, with the question which it is, and buttons that play them;
    `before` is said first."""
    seen = scenery(view, 0, theme)
    step = asked(seen.game, moves)
    return await panel(said, seen, step, aim(view.match.id, view.ply), before=before)


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
