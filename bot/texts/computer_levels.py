"""What the computer is called, as a player and at each of its levels."""

from bot.i18n.translator import Words, mark

LEVELS = {
    1: (mark("Stroller"), mark("loses to a child")),
    2: (mark("Runner"), mark("fair for a casual player")),
    3: (mark("Planner"), mark("makes you think")),
    4: (mark("Master"), mark("plays to win")),
}
"""What each level is called, the weakest first, and how strong it is."""


def level_name(words: Words, level: int) -> str:
    """The name of a level."""
    return words.say(LEVELS[level][0])


def computer_name(words: Words, level: int) -> str:
    """The computer as a player: "🤖 Computer (Runner)"."""
    return "🤖 " + words.say("Computer ({level})", level=level_name(words, level))


def about_level(words: Words, level: int) -> str:
    """A level, for people to choose: "Runner: fair for a casual player"."""
    return f"{level_name(words, level)}: {words.say(LEVELS[level][1])}"
