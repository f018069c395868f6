"""Names of the computer's levels, and of computer players as they are stored."""

from bot.i18n.translator import N_

LEVEL_NAMES = {1: N_("Stroller"), 2: N_("Runner"), 3: N_("Planner"), 4: N_("Master")}
"""The name of each level, weakest first."""


def stored_computer_name(level: int) -> str:
    """Return a computer player's name as in game records: "Computer (Runner)"."""
    return f"Computer ({LEVEL_NAMES[level]})"
