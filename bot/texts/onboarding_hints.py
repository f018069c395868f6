"""One-line hints shown to each player on their first use of a feature."""

from collections.abc import Mapping

from bot.i18n.translator import mark

FIRST_USE: Mapping[str, str] = {
    "panel": mark("Tap the letter of a man, then of a square. Nothing counts before **Play**."),
    "drop": mark("Here pieces are first put on the board, one each turn; then they move."),
    "daily": mark("Everybody gets the same figure today. A man that has moved stays where it is."),
    "plan": mark("It is played as soon as a line fits. A move that no line names ends the plan."),
}
"""Hint by the feature's key, as stored with the player."""
