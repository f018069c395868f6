"""Pictures of boards, and panels to enter a move in steps."""

from bot.dialogs.step_panel import StepPanel
from bot.views.board_image import Scenery, board_image, image_file
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
from bot.views.viewpoint import viewpoint_of

__all__ = [
    "LETTERS",
    "PanelTarget",
    "Scenery",
    "Step",
    "StepPanel",
    "board_heading",
    "board_image",
    "board_scenery",
    "ending_line",
    "events_text",
    "explanation_text",
    "final_step",
    "illegal_move_marks",
    "image_file",
    "letters_text",
    "matching_moves",
    "move_of_token",
    "move_panel",
    "question_text",
    "score_text",
    "step_buttons",
    "step_marks",
    "step_of",
    "step_routes",
    "viewpoint_of",
]
