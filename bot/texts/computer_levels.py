"""Names and strength descriptions of the computer player's levels."""

from bot.i18n.translator import Words, mark

LEVELS = {
    1: (mark("Stroller"), mark("good for beginners")),
    2: (mark("Runner"), mark("fair for a casual player")),
    3: (mark("Planner"), mark("makes you think")),
    4: (mark("Master"), mark("plays to win")),
}
"""(name, description of strength) by level, weakest first."""


def level_name(words: Words, level: int) -> str:
    """Return the name of a level."""
    return words.say(LEVELS[level][0])


def numbered_level(words: Words, level: int) -> str:
    """Return the name of a level with its number, for buttons: "Runner (level 2)"."""
    return words.say("{level} (level {n})", level=level_name(words, level), n=level)


def computer_name(words: Words, level: int) -> str:
    """Return the computer's name as a player: "🤖 Computer (Runner, level 2)"."""
    return "🤖 " + words.say(
        "Computer ({level}, level {n})", level=level_name(words, level), n=level
    )


def about_level(words: Words, level: int) -> str:
    """Return a level with its description, for lists: "Runner (level 2): fair for ..."."""
    about = words.say(LEVELS[level][1])
    return words.say(
        "{level} (level {n}): {about}", level=level_name(words, level), n=level, about=about
    )
