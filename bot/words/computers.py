"""What the computer is called, as a player and at each of its levels."""

from __future__ import annotations

from bot.words import Words, mark

LEVELS = {
    1: mark("Stroller"),
    2: mark("Runner"),
    3: mark("Planner"),
    4: mark("Master"),
}
"""The names of the levels, the weakest first."""
ABOUT = {
    1: mark("loses to a child"),
    2: mark("fair for a casual player"),
    3: mark("makes you think"),
    4: mark("plays to win"),
}


def level_name(words: Words, level: int) -> str:
    """The name of a level."""
    return words.say(LEVELS[level])


def computer_name(words: Words, level: int) -> str:
    """The computer as a player: "🤖 Computer (Runner)"."""
    return "🤖 " + words.say("Computer ({level})", level=level_name(words, level))


def about_level(words: Words, level: int) -> str:
    """A level, for people to choose: "Runner: fair for a casual player"."""
    return f"{level_name(words, level)}: {words.say(ABOUT[level])}"
