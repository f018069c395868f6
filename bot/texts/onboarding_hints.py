"""One-line hints, each shown to a player when they first use a feature."""

from typing import NamedTuple

from bot.i18n.translator import N_


class FirstUseHint(NamedTuple):
    """A hint that is shown once to each player."""

    key: str
    """Identifier stored with each player who has seen the hint."""
    text: str


PANEL = FirstUseHint(
    "panel",
    N_(
        "Tap the letter of a man, then the letter of a square. Your move is only made when you "
        "press **Play**."
    ),
)
DROP = FirstUseHint(
    "drop", N_("In this game you first drop your pieces, one per turn; then you move them.")
)
PLAN = FirstUseHint(
    "plan",
    N_("Your reply is played as soon as a line matches. A move that no line covers ends the plan."),
)
