"""Boards: their pictures, and panels in which a move is chosen in steps.

`Scenery` says what a picture shows. A `Step` is a question with letters on the board, which a
`MovePanel` shows with its buttons, and a `StepPanel` handles these buttons. `ManLetters` are the
letters that men keep from turn to turn.
"""

from collections.abc import Sequence

from bot.dialogs.step_panel import StepPanel
from bot.i18n.translator import Translator
from bot.service.results import MatchView
from bot.texts.error_messages import illegal_move_text
from bot.views.board_image import (
    Scenery,
    board_image,
    image_file,
    part_cells,
    viewpoint_of,
)
from bot.views.board_post import ending_line
from bot.views.board_post import heading as board_heading
from bot.views.board_post import scenery as board_scenery
from bot.views.event_log import events_text
from bot.views.illegal_move import marks
from bot.views.man_letters import ManLetters
from bot.views.move_autocomplete import matching_moves
from bot.views.move_panel import MovePanel, PanelTarget
from bot.views.move_steps import Step
from engine import Position, Reason, Variant
from render.scenes import Marker

__all__ = [
    "ManLetters",
    "MovePanel",
    "PanelTarget",
    "Scenery",
    "Step",
    "StepPanel",
    "board_heading",
    "board_image",
    "board_scenery",
    "illegal_move",
    "image_file",
    "matching_moves",
    "part_cells",
    "position_events",
    "viewpoint_of",
]


def position_events(t: Translator, view: MatchView) -> str | None:
    """Return the outcome of a match that is over in this position, or its events."""
    if view.is_current and view.match.status != "running":
        return f"**{ending_line(t, view)}**"
    return events_text(t, view)


def illegal_move(
    t: Translator, game: Variant, position: Position, reason: Reason
) -> tuple[str, Sequence[Marker]]:
    """Return the sentence that says why a move is illegal, and its marks on the board."""
    return illegal_move_text(t, reason), marks(game, position, reason)
