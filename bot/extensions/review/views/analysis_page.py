"""Analysis of a finished game: a message with images, and comments for its record."""

from bot.extension_api.texts import N_, Translator
from bot.extension_api.views import (
    Button,
    Reply,
    button_row,
    button_rows,
    disc,
)
from bot.extensions.review.views.analysed_game import AnalysedGame, seat_label
from bot.extensions.review.views.race_picture import race_image
from bot.extensions.review.views.race_text import race_line
from bot.extensions.review.views.turning_point import explained
from engine import Move

RESULT_SIGNS = {1: "+", 0: "=", -1: "−"}
BY_BEST_PLAY = N_(
    "Result with best play after each move, for the player who made it (+ win, = draw, − "
    "loss): {moves}"
)


async def analysis_view(t: Translator, analysed: AnalysedGame) -> Reply:
    """Build the analysis message, with a button for each notable turn."""
    story = analysed.story
    game, turns = story.record.variant, analysed.notable_turns
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
        await race_image(t, analysed),
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
    """Return comments for the record, keyed by entry number from 1."""
    entries = [
        entry for entry, turn in enumerate(analysed.story.record.turns, 1) if isinstance(turn, Move)
    ]
    comments_by_turn = dict[int, str]()
    for turn in analysed.notable_turns:
        comments_by_turn[entries[turn - 1]] = explained(t, analysed, turn, str)
    if entries:
        comments_by_turn[entries[-1]] = "\n".join(
            [*filter(None, [comments_by_turn.get(entries[-1])]), *_summary(t, analysed)]
        )
    return comments_by_turn


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
