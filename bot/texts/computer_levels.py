"""Names and strength descriptions of the computer player's levels."""

from bot.i18n.translator import Words, mark

LEVELS = {
    1: (mark("Stroller"), mark("loses to a child")),
    2: (mark("Runner"), mark("fair for a casual player")),
    3: (mark("Planner"), mark("makes you think")),
    4: (mark("Master"), mark("plays to win")),
}
"""(name, description of strength) by level, weakest first."""


def level_name(words: Words, level: int) -> str:
    """Return the name of a level."""
    return words.say(LEVELS[level][0])


def computer_name(words: Words, level: int) -> str:
    """Return the name of a computer player: "🤖 Computer (Runner)"."""
    return "🤖 " + words.say("Computer ({level})", level=level_name(words, level))


def about_level(words: Words, level: int) -> str:
    """Return a level as a choice: "Runner: fair for a casual player"."""
    return f"{level_name(words, level)}: {words.say(LEVELS[level][1])}"
