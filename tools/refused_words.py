"""Words that prose and names must not use, each with a reason and a replacement.

To refuse another word, add a row. If the word is correct in a phrase, add the phrase to `allowed`.
"""

from typing import NamedTuple


class RefusedWord(NamedTuple):
    """A word or phrase that is refused in prose."""

    pattern: str
    """A regular expression for whole words.

    Case is ignored, and a space also matches a line break.
    """
    instead: str
    reason: str
    allowed: tuple[str, ...] = ()
    """Acceptable phrases that contain the word, in lower case."""


class RefusedPart(NamedTuple):
    """A word that is refused as a part of public names."""

    part: str
    """One word of a snake_case or CamelCase name, in lower case."""
    instead: str
    allowed: tuple[str, ...] = ()
    """Acceptable names that contain the part."""


STANDARD_TERM = "the standard term can be searched for"
OLD_FASHIONED = "old-fashioned"
VAGUE = "vague: it does not say what is meant"

WORDS = (
    RefusedWord("told", '"notified", "said", or the noun: message, text, result', STANDARD_TERM),
    RefusedWord("telling", '"notifying", "saying", or the noun: message', STANDARD_TERM),
    RefusedWord("anew", '"again", or a verb with "re-"', OLD_FASHIONED),
    RefusedWord("besides", '"also", "as well", "next to"', OLD_FASHIONED),
    RefusedWord("likewise", '"also", "the same"', OLD_FASHIONED),
    RefusedWord("by then", '"at that point", or the event', VAGUE),
    RefusedWord("at hand", '"available", "loaded", "cached"', VAGUE),
    RefusedWord("so many", 'a number, or "N"', VAGUE, ("not so many", "so many that")),
    RefusedWord("so long", 'a duration, or "N seconds"', VAGUE, ("so long as", "so long that")),
    RefusedWord("as good", '"equal", "almost"', VAGUE, ("as good as any",)),
    RefusedWord("shall", '"must", "should", or the present tense', OLD_FASHIONED),
    RefusedWord("nought", '"zero", "nothing"', OLD_FASHIONED),
    RefusedWord("lest", '"so that … not"', OLD_FASHIONED),
    RefusedWord("of one's own", '"own", "separate"', "an inverted phrase"),
    RefusedWord("somebody(?:'s)?", '"someone", "the player", "the caller"', OLD_FASHIONED),
    RefusedWord("who(?:m)?ever", '"the player who", "anyone who"', "a clause without a noun"),
    RefusedWord("wish(?:es|ed|ing)?", '"request", "preference", "want"', STANDARD_TERM),
    RefusedWord(
        "owe[ds]?|owing",
        '"pending", "due", "queued"',
        STANDARD_TERM,
        ("owing to", "'owed'"),  # 'owed' is a stored value, the state of a pending message
    ),
    RefusedWord("untrue", '"superseded", "outdated"', STANDARD_TERM),
)
"""Words refused in docstrings, comments, sentences for users and documents."""

NAME_PARTS = (
    RefusedPart("told", "notified, text, outcome, facts"),
    RefusedPart("telling", "notifications, messages"),
    RefusedPart("tell", "send, write, report"),
    RefusedPart("wish", "request, preference"),
    RefusedPart("wishes", "settings, preferences"),
    RefusedPart("wished", "requested, preferred"),
    RefusedPart("anew", "again, or a verb with re-"),
    RefusedPart("besides", "also, extra"),
    RefusedPart("owe", "queue"),
    RefusedPart("owed", "pending, queued"),
    RefusedPart("untrue", "superseded"),
    RefusedPart("nought", "zero"),
    RefusedPart("somebody", "player, user"),
    RefusedPart("whoever", "player, user"),
    RefusedPart(
        "given",
        "the noun: imported, time_bonus",
        ("given_up", "on_given_up", "GivenUp", "GIVEN_UP"),  # a verb: delivery was given up
    ),
    RefusedPart("found", "the noun: result, match", ("NotFound",)),
    RefusedPart("hands", "players, played_by"),
    RefusedPart("kept", "cached, stored; for a duration, retention"),
)
"""Words refused in public names of functions, classes and constants."""

VARIABLES = {
    "found": "the noun: match, moves, paths",
    "told": "text, outcome, facts",
    "said": "text, reply, answer",
    "here": "channel, position, current",
    "there": "cell, end, channel",
    "one": "the noun: player, move, seat",
}
"""Names that are refused for variables and parameters, with replacements."""

MARKERS = ("say", "say_n", "mark", "locale_str", "translate", "translate_plural", "N_")
"""Functions whose string arguments are translated: the sentences that users read."""

EXEMPT_FILES = (
    "CODE_OF_CONDUCT.md",  # third-party text, quoted verbatim
    "docs/style.md",  # shows refused words next to better ones
    "tools/refused_words.py",
    "tests/tools/test_prose.py",
)
"""Files that are not checked."""

LONGEST_FIRST_LINE = 80
"""Maximum number of characters in the first line of a docstring."""
