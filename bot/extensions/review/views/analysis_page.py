"""Analysis of a finished game: a message with images, and comments for its record."""

import asyncio
from collections.abc import Callable
from typing import Any

from discord import ui

from bot.extension_api.boards import image_file
from bot.extension_api.texts import N_, Translator, code
from bot.extension_api.views import (
    Button,
    LayoutPart,
    Reply,
    button_row,
    button_rows,
    layout,
)
from bot.extensions.review.views.analysed_game import AnalysedGame, seat_label
from bot.extensions.review.views.move_explanation import explanation_text, score_text
from bot.extensions.review.views.race_text import race_line
from engine import Move
from engine.analysis import changes_result, expected_result
from engine.board import OFF
from render import scene
from render.crop import render_crop
from render.race_graph import render_race

RESULT_SIGNS = {1: "+", 0: "=", -1: "−"}
BY_BEST_PLAY = N_(
    "Result with best play after each move, for the player who made it (+ win, = draw, − "
    "loss): {moves}"
)
TURNING_POINTS = {
    (1, 0): N_("Move {turn}, {seat}: {move} gave up a winning lead. {better} was better."),
    (1, -1): N_("Move {turn}, {seat}: {move} turned a win into a loss. {better} was better."),
    (0, -1): N_("Move {turn}, {seat}: {move} lost an even game. {better} was better."),
}
"""Sentences about turning points.

The key is the expected results of the better move and of the move played.
"""


async def analysis_view(t: Translator, analysed: AnalysedGame) -> Reply:
    """Build the analysis message."""
    story, analysis = analysed.story, analysed.analysis
    game, turns = story.record.variant, analysed.notable_turns
    race = await asyncio.to_thread(render_race, game, analysis.to_go, turns, story.theme)
    files = [image_file(race, f"race-{story.number}.png", " ".join(_race(t, analysed)))]
    parts: list[LayoutPart] = [[story.heading, story.ended, *_summary(t, analysed)], files[0]]
    for turn in turns:
        picture = await asyncio.to_thread(_better, analysed, turn)
        name = f"better-{story.number}-{turn}.png"
        files.append(image_file(picture, name, _explained(t, analysed, turn, str)))
        thumbnail: ui.Thumbnail[Any] = ui.Thumbnail(
            f"attachment://{name}", description=files[-1].description
        )
        parts.append(ui.Section(_explained(t, analysed, turn, code), accessory=thumbnail))
    looks = [
        Button(story.control("moment", turn), t.translate("Move {n}", n=turn)) for turn in turns
    ]
    view = layout(
        *parts,
        button_row(*looks),
        *button_rows(
            Button(story.control("moment", len(story.moves)), t.translate("Move by move"))
            if not looks
            else None,
            Button(story.control("replay"), t.translate("Replay")),
            Button(story.control("record"), t.translate("Game record"))
            if not story.source
            else None,
            Button(story.control("analysis-shared"), t.translate("Show everyone"))
            if story.is_shared
            else None,
        ),
    )
    return Reply(view=view, files=files)


def comments(t: Translator, analysed: AnalysedGame) -> dict[int, str]:
    """Return comments for the record, keyed by entry number from 1.

    Key 0 is the comment before the first entry.
    """
    entries = [
        entry for entry, turn in enumerate(analysed.story.record.turns, 1) if isinstance(turn, Move)
    ]
    comments_by_turn: dict[int, str] = {0: "\n".join(_race(t, analysed))}
    for turn in analysed.notable_turns:
        comments_by_turn[entries[turn - 1]] = _explained(t, analysed, turn, str)
    if entries:
        comments_by_turn[entries[-1]] = "\n".join(
            [*filter(None, [comments_by_turn.get(entries[-1])]), *_summary(t, analysed)]
        )
    return comments_by_turn


def _race(t: Translator, analysed: AnalysedGame) -> list[str]:
    """Describe the race graph in words, with one sentence per seat."""
    to_go = analysed.analysis.to_go
    middle = len(to_go) // 2
    return [
        t.translate(
            "Turns left for {seat}: {first} at the start, {then} after move {n}, {last} at "
            "the end.",
            seat=seat_label(t, analysed, seat),
            first=round(to_go[0][seat]),
            then=round(to_go[middle][seat]),
            n=middle,
            last=round(to_go[-1][seat]),
        )
        for seat in range(len(to_go[0]))
    ]


def _summary(t: Translator, analysed: AnalysedGame) -> list[str]:
    """Describe the longest hop and the race.

    For a solved game, the results of best play replace the race.
    """
    analysis, lines = analysed.analysis, list[str]()
    if analysis.longest:
        lines.append(
            t.translate_plural(
                "Longest hop: {seat} on move {turn}, {n} jump.",
                "Longest hop: {seat} on move {turn}, {n} jumps.",
                analysis.jumps,
                seat=seat_label(t, analysed, analysed.mover(analysis.longest)),
                turn=analysis.longest,
            )
        )
    if analysis.ends:
        ends = " ".join(f"{turn}{RESULT_SIGNS[end]}" for turn, end in enumerate(analysis.ends, 1))
        return [*lines, t.translate(BY_BEST_PLAY, moves=ends)]
    return [*lines, race_line(t, analysed)]


def _explained(
    t: Translator, analysed: AnalysedGame, turn: int, show_move: Callable[[str], str]
) -> str:
    """Describe a mistake and why it was one."""
    analysis = analysed.analysis
    swing = analysis.swings[turn - 1]
    why = explanation_text(
        t, analysis.reasons[turn - 1], show_move, lambda seat: seat_label(t, analysed, seat)
    )
    if not why and changes_result(swing):
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
    return t.translate_plural(
        "Move {turn}, {seat}: {move} gave away about {n} turn. {better} was better.",
        "Move {turn}, {seat}: {move} gave away about {n} turns. {better} was better.",
        round(analysis.given[turn - 1]),
        **facts,
    )


def _better(analysed: AnalysedGame, turn: int) -> bytes:
    """Render the better move in the position before the turn as an image."""
    story, game = analysed.story, analysed.story.record.variant
    before = analysed.positions[turn - 1]
    move = game.with_route(before, game.parse_canonical(analysed.analysis.better[turn - 1]))
    drawn = scene(game, before, last=move, side=story.side, theme=story.theme)
    cells = {*move.path, *analysed.played(turn).path} - {OFF}
    return render_crop(drawn, cells)
