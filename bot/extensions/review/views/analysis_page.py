"""Analysis of a finished game: a message with images, and comments for its record."""

import asyncio

from bot.extension_api.boards import image_file
from bot.extension_api.texts import N_, Translator
from bot.extension_api.views import (
    Button,
    Reply,
    button_row,
    button_rows,
    disc,
)
from bot.extensions.review.views.analysed_game import AnalysedGame, seat_label
from bot.extensions.review.views.race_text import race_line
from bot.extensions.review.views.turning_point import explained
from engine import Move
from render.race_graph import render_race

RESULT_SIGNS = {1: "+", 0: "=", -1: "−"}
BY_BEST_PLAY = N_(
    "Result with best play after each move, for the player who made it (+ win, = draw, − "
    "loss): {moves}"
)


async def analysis_view(t: Translator, analysed: AnalysedGame) -> Reply:
    """Build the analysis message, with a button for each notable turn."""
    story, analysis = analysed.story, analysed.analysis
    game, turns = story.record.variant, analysed.notable_turns
    race = await asyncio.to_thread(render_race, game, analysis.to_go, turns, story.theme)
    looks = [
        Button(
            story.control("turning-point", turn),
            t.translate("Move {n}", n=turn),
            "primary",
            disc(game, analysed.mover(turn)),
        )
        for turn in turns
    ]
    return Reply.of(
        [story.heading, story.ended, *_summary(t, analysed)],
        image_file(race, f"race-{story.number}.png", " ".join(_race(t, analysed))),
        t.translate("Moves worth a second look:") if looks else None,
        button_row(*looks),
        *button_rows(
            Button(story.control("moment", len(story.moves)), t.translate("Move by move")),
            Button(story.control("replay"), t.translate("Replay")),
            None if story.source else Button(story.control("record"), t.translate("Game record")),
            Button(story.control("analysis-shared"), t.translate("Show everyone"))
            if story.is_shared
            else None,
        ),
    )


def comments(t: Translator, analysed: AnalysedGame) -> dict[int, str]:
    """Return comments for the record, keyed by entry number from 1.

    Key 0 is the comment before the first entry.
    """
    entries = [
        entry for entry, turn in enumerate(analysed.story.record.turns, 1) if isinstance(turn, Move)
    ]
    comments_by_turn: dict[int, str] = {0: "\n".join(_race(t, analysed))}
    for turn in analysed.notable_turns:
        comments_by_turn[entries[turn - 1]] = explained(t, analysed, turn, str)
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
