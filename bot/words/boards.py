"""What `render.describe` says of a board, for the translations."""

from __future__ import annotations

from bot.words import mark

SENTENCES = (
    mark("{seat} to move."),
    mark("Last move: {move}."),
    mark("Seen from the side of {seat}."),
    mark("{seat}: {squares}."),
    mark("none"),
    mark("Letters: {meanings}."),
    mark("{seat} has to drop: {pieces}."),
    mark("Finished: {seats}."),
    mark("Left the game: {seats}."),
    mark("Goal of {seat}: {squares}."),
    mark("The game is over: a draw."),
    mark("The game is over; from the first: {seats}."),
)
"""As they stand in `render.alt_text`; the words for men are in `bot.words.pieces`."""
