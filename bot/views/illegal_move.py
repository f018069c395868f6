"""Error reply for an illegal move, with the man and the offending square marked."""

from dataclasses import replace

from bot.i18n.translator import Translator
from bot.service.results import MatchView
from bot.store.models import Theme
from bot.texts.error_messages import illegal_move_text
from bot.views.board_image import board_image
from bot.views.board_post import move_button, scenery
from bot.views.components import button_row
from bot.views.reply import Reply
from engine import EngineError, IllegalMove, Position, Variant, variant
from engine.errors import Reason
from engine.move_lexer import parse_typed
from engine.position import seat_of
from render.scenes import Marker

FAILS = "!"


class IllegalMoveShown(IllegalMove):
    """An `IllegalMove` with its match, so that the board can be shown."""

    def __init__(self, match: int, reason: Reason) -> None:
        super().__init__(reason)
        self.match = match


def marks(game: Variant, position: Position, reason: Reason) -> tuple[Marker, ...]:
    """Return markers: a ring for the player's man and a sign for the offending square."""
    board = game.board
    wrong = [board.named[name] for name in reason.squares if name in board.named]
    markers = [Marker(cell, "choice", FAILS) for cell in wrong[-1:]]
    try:
        first = board.index.get(parse_typed(reason.text, board.rows).squares[0])
    except (EngineError, IndexError):
        first = None
    if (
        first is not None
        and first not in wrong[-1:]
        and seat_of(position.cells[first]) == position.turn
    ):
        markers.append(Marker(first, "origin"))
    return tuple(markers)


async def illegal_move_view(
    t: Translator, view: MatchView, side: int, theme: Theme, reason: Reason
) -> Reply:
    """Build the error reply, with a marked board if there is something to mark."""
    game, sentence = variant(view.match.variant), illegal_move_text(t, reason)
    crossed = marks(game, view.position, reason)
    move = button_row(move_button(t, view.match, view.match.ply))
    if not crossed:
        return Reply.of(sentence, move)
    seen = replace(scenery(view, side, theme), last=None)
    return Reply.of(
        sentence,
        await board_image(t, seen, marks=crossed),
        move,
    )
