"""Names and strength descriptions of the computer player's levels."""

from bot.i18n.translator import N_, Translator

ROBOT = "🤖"
"""The emoji in front of the computer's name."""

LEVELS = {
    1: (N_("Stroller"), N_("good for beginners")),
    2: (N_("Runner"), N_("good for casual players")),
    3: (N_("Planner"), N_("makes you think")),
    4: (N_("Master"), N_("plays to win")),
}
"""The (name, description of strength) of each level, weakest first."""


def level_name(t: Translator, level: int) -> str:
    """Return the name of a level."""
    return t.translate(LEVELS[level][0])


def numbered_level(words: Translator, level: int) -> str:
    """Return the name of a level with its number, for buttons: "Runner (level 2)"."""
    return words.translate("{level} (level {n})", level=level_name(words, level), n=level)


def computer_name(t: Translator, level: int) -> str:
    """Return the computer's name as a player: "🤖 Computer (Runner, level 2)"."""
    return f"{ROBOT} " + t.translate(
        "Computer ({level}, level {n})", level=level_name(t, level), n=level
    )


def level_description(t: Translator, level: int) -> str:
    """Return a level with its description: "Runner (level 2): good for ..."."""
    about = t.translate(LEVELS[level][1])
    return t.translate(
        "{level} (level {n}): {about}", level=level_name(t, level), n=level, about=about
    )
