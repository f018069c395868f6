"""One-line hints shown to each player on their first use of a feature."""

from collections.abc import Mapping

from bot.i18n.translator import N_

FIRST_USE: Mapping[str, str] = {
    "panel": N_(
        "Tap the letter of a man, then of a square. Nothing counts until you press **Play**."
    ),
    "drop": N_("In this game you first drop your pieces, one per turn; then you move them."),
    "daily": N_("Everyone gets the same figure today. A man that has moved stays where it is."),
    "plan": N_(
        "Your reply is played as soon as a line fits. A move that no line covers ends the plan."
    ),
}
"""Hint by the feature's key, as stored with the player."""
