"""A worse move: what it lost, why, and the board with both routes."""

from collections.abc import Callable

from bot.extension_api.boards import Scenery, board_image, part_cells
from bot.extension_api.texts import N_, Translator, code
from bot.extension_api.views import Button, Reply, button_row
from bot.extensions.review.views.analysed_game import AnalysedGame, seat_label
from bot.extensions.review.views.move_explanation import explanation_text, score_text
from engine.analysis import changes_result, expected_result
from engine.board import OFF

TURNING_POINTS = {
    (1, 0): N_("Move {turn}, {seat}: {move} gave up a winning lead. {better} was better."),
    (1, -1): N_("Move {turn}, {seat}: {move} turned a win into a loss. {better} was better."),
    (0, -1): N_("Move {turn}, {seat}: {move} lost an even game. {better} was better."),
}
"""Sentences about turning points.

The key is the expected results of the better move and of the move played.
"""


ROUTES = N_("Solid line: the better move. Dashed line: the move played.")
MARKED_SQUARES = N_("Ring: the better move. Square: the move played.")
"""The legend of a board on which both moves are drops."""


async def turning_point_view(t: Translator, analysed: AnalysedGame, turn: int) -> Reply:
    """Build the message with both routes on the board before a turn."""
    story, game = analysed.story, analysed.story.record.variant
    played, better = analysed.played(turn), analysed.better(turn)
    name = f"better-{story.number}-{turn}.png"
    scenery = Scenery(game, analysed.positions[turn - 1], name, side=story.side, theme=story.theme)
    is_drop = len(better.path) == len(played.path) == 1
    legend = t.translate(MARKED_SQUARES if is_drop else ROUTES)
    image = await board_image(
        t,
        scenery,
        routes=[better],
        compared=played,
        before=f"{explained(t, analysed, turn, str)} {legend}",
        around=part_cells(scenery, {*better.path, *played.path} - {OFF}),
    )
    return Reply.of(
        [story.heading, explained(t, analysed, turn, code)],
        image,
        f"-# {legend}",
        button_row(
            Button(story.control("analysis-back"), t.translate("Back")),
            Button(story.control("moment", turn), t.translate("Move by move")),
        ),
    )


def explained(
    t: Translator, analysed: AnalysedGame, turn: int, show_move: Callable[[str], str]
) -> str:
    """Describe a mistake and why it was one."""
    analysis = analysed.analysis
    swing = analysis.swings[turn - 1]
    reason = analysis.reasons[turn - 1]
    why = explanation_text(t, reason, show_move, lambda seat: seat_label(t, analysed, seat))
    if not reason.kind and changes_result(swing):
        why = score_text(t, swing)
    return " ".join(filter(None, [_mistake(t, analysed, turn, show_move), why]))


def _mistake(
    t: Translator, analysed: AnalysedGame, turn: int, show_move: Callable[[str], str]
) -> str:
    """Describe which move was better, and what the move played lost.

    For a turning point, the text compares the expected results. For any other mistake, it names the
    turns lost, except in games that are no race, where no number of turns describes one move.
    """
    game, analysis = analysed.story.record.variant, analysed.analysis
    facts = {
        "turn": turn,
        "seat": seat_label(t, analysed, analysed.mover(turn)),
        "move": show_move(game.format(analysed.played(turn))),
        "better": show_move(analysis.better[turn - 1]),
    }
    better, played = analysis.swings[turn - 1]
    if changes_result((better, played)) and not analysis.ends:
        return t.translate(
            TURNING_POINTS[expected_result(better), expected_result(played)], **facts
        )
    if analysis.ends or game.remaining_work:
        return t.translate(
            "Move {turn}, {seat}: {move} was a mistake. {better} was better.", **facts
        )
    lost = round(analysis.given[turn - 1])
    if analysis.reasons[turn - 1].kind == "race":  # counted exactly
        return t.translate_plural(
            "Move {turn}, {seat}: {move} gave away {n} turn. {better} was better.",
            "Move {turn}, {seat}: {move} gave away {n} turns. {better} was better.",
            lost,
            **facts,
        )
    return t.translate_plural(
        "Move {turn}, {seat}: {move} gave away about {n} turn. {better} was better.",
        "Move {turn}, {seat}: {move} gave away about {n} turns. {better} was better.",
        lost,
        **facts,
    )
