"""Illegal moves shown on the board: the man concerned, and where the move fails."""

from dataclasses import replace

from bot.i18n.translator import Words
from bot.service.results import View
from bot.store.models import Theme
from bot.texts.error_messages import refused_move
from bot.views.board_image import picture
from bot.views.board_post import move_button, scenery
from bot.views.components import row
from bot.views.reply import Reply
from engine import EngineError, IllegalMove, Position, Variant, variant
from engine.errors import Reason
from engine.move_lexer import read
from engine.position import seat_of
from render.scenes import Mark

FAILS = "!"


class WrongMove(IllegalMove):
    """`IllegalMove` with its match, so that it can be shown on the board."""

    def __init__(self, match: int, reason: Reason) -> None:
        super().__init__(reason)
        self.match = match


def marks(game: Variant, position: Position, reason: Reason) -> tuple[Mark, ...]:
    """Return a ring around the player's man, and a sign on the square of the failure."""
    board = game.board
    wrong = [board.named[name] for name in reason.squares if name in board.named]
    found = [Mark(cell, "choice", FAILS) for cell in wrong[-1:]]
    try:
        first = board.index.get(read(reason.text, board.rows).squares[0])
    except (EngineError, IndexError):
        first = None
    if (
        first is not None
        and first not in wrong[-1:]
        and seat_of(position.cells[first]) == position.turn
    ):
        found.append(Mark(first, "origin"))
    return tuple(found)


async def shown(words: Words, view: View, side: int, theme: Theme, reason: Reason) -> Reply:
    """Build the error reply, with a marked board if there is something to mark."""
    game, sentence = variant(view.match.variant), refused_move(words, reason)
    crossed = marks(game, view.position, reason)
    if not crossed:
        return Reply(sentence)
    seen = replace(scenery(view, side, theme), last=None)
    return Reply.of(
        sentence,
        await picture(words, seen, marks=crossed),
        row(move_button(words, view.match, view.match.ply)),
    )
