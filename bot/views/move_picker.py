"""The question that confirms a typed move or resolves an ambiguous one."""

from collections.abc import Mapping, Sequence

from bot.i18n.translator import Translator
from bot.service.results import MatchView
from bot.store.models import Theme
from bot.views.board_post import scenery
from bot.views.man_letters import ManLetters
from bot.views.move_panel import MovePanel, PanelTarget
from bot.views.move_steps import LETTERS, NO_LETTERS, Step
from bot.views.reply import Reply
from engine import Move, Variant


async def choices(
    t: Translator,
    view: MatchView,
    theme: Theme,
    moves: Sequence[Move],
    before: str | None = None,
    *,
    men: ManLetters,
) -> Reply:
    """Build the question: the moves on the board, and a button for each move.

    The text `before` precedes the question. `men` are the letters of the men.
    """
    seen = scenery(view, 0, theme)
    step = choice_step(seen.game, moves, men.to_move(seen.game, view.position))
    return await MovePanel(t, seen, step, picker_target(view.match.id, view.ply)).reply(
        before=before
    )


def choice_step(
    game: Variant, moves: Sequence[Move], letters: Mapping[int, str] = NO_LETTERS
) -> Step:
    """Return the step that asks the player to choose one of these moves.

    Each move gets a letter. If there are too few letters, the step asks for the man first.
    `letters` are those of the men of the side to move.
    """
    if len(moves) > len(LETTERS):
        return Step.of(game, moves, "", 0, letters)
    men = {move.path[0] for move in moves if len(move.path) > 1}
    return Step.final(game, moves, men.pop() if len(men) == 1 else None, letters=letters)


def picker_target(match: int, ply: int) -> PanelTarget:
    """Return the button targets of a question, which may be in a public message.

    A letter shared by several moves opens an ephemeral panel.
    """
    return PanelTarget(match, ply, step="moves", play="choose", close="", confirms=False)
