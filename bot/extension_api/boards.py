"""Pictures of boards, and panels to enter a move in steps."""

from collections.abc import Sequence

from bot.dialogs.step_panel import StepPanel
from bot.i18n.translator import Translator
from bot.service.results import MatchView
from bot.views.board_image import Scenery, board_image, image_file, viewpoint_of
from bot.views.board_post import ending_line
from bot.views.board_post import heading as board_heading
from bot.views.board_post import scenery as board_scenery
from bot.views.event_log import events_text
from bot.views.illegal_move import marks as illegal_move_marks
from bot.views.move_autocomplete import matching_moves
from bot.views.move_explanation import explanation_text, score_text
from bot.views.move_panel import PanelTarget, letters_text, question_text
from bot.views.move_panel import buttons as step_buttons
from bot.views.move_panel import marks as step_marks
from bot.views.move_panel import panel as move_panel
from bot.views.move_panel import routes as step_routes
from bot.views.move_steps import LETTERS, Step, final_step, move_of_token, step_of
from engine import Move, Variant

__all__ = [
    "PanelTarget",
    "Scenery",
    "Step",
    "StepPanel",
    "board_heading",
    "board_image",
    "board_scenery",
    "choice_step",
    "explanation_text",
    "illegal_move_marks",
    "image_file",
    "letters_text",
    "matching_moves",
    "move_of_token",
    "move_panel",
    "position_events",
    "question_text",
    "score_text",
    "step_buttons",
    "step_marks",
    "step_of",
    "step_routes",
    "viewpoint_of",
]


def position_events(t: Translator, view: MatchView) -> str | None:
    """Return the outcome of a match that is over in this position, or its events."""
    if view.is_current and view.match.status != "running":
        return f"**{ending_line(t, view)}**"
    return events_text(t, view)


def choice_step(game: Variant, moves: Sequence[Move]) -> Step:
    """Return the step that asks which of these moves is meant.

    Moves beyond the number of letters are left out.
    """
    return final_step(game, moves[: len(LETTERS)])
