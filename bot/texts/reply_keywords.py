"""Keywords that players send in reply to a board instead of a move, e.g. "resign"."""

import re
from collections.abc import Mapping
from functools import cache

from bot.i18n.translator import LANGUAGES, N_, translator_for
from engine.move_words import meaning

FILLERS = frozenset(("to", "the", "then", "from"))
"""English meanings of the words that may stand between directions."""

KEYWORDS: Mapping[str, str] = {
    "help": N_("help, how, how do i move, how does it work, what now"),
    "moves": N_("moves, move, show, show moves, my moves"),
    "undo": N_("undo, undo move, take back, takeback, back"),
    "resign": N_("resign, i resign, give up, i give up"),
    "draw": N_("draw, offer draw, offer a draw"),
    "board": N_("board, show board, show me the board"),
    "rules": N_(
        "rules, the rules, what are the rules, where are the rules, show me the rules, "
        "how is it played"
    ),
}
"""Keywords of each action, as one comma-separated string for the translators."""


DIRECTIONS = N_("up, down, left, right, forward, forwards, backwards, diagonally")
"""Words for directions, which some players type in place of squares."""


def requested_action(text: str) -> str | None:
    """Return the action of `KEYWORDS` that a message requests.

    Returns None unless the message is only a keyword. Two or more directions, as in "up left", are
    a request for help; a single one, such as "right", is conversation.
    """
    words = " ".join(text.casefold().replace("’", "'").split())
    plain = words.strip(" ?!.…/")
    if (not plain and "?" in words) or _are_directions(plain):
        return "help"
    return _all().get(plain)


def _are_directions(text: str) -> bool:
    """Whether a text consists of two or more different directions and filler words."""
    words = re.findall(r"[^\W\d_]+", text)
    named = {word for word in words if word in _directions()}
    others = [word for word in words if word not in named]
    return len(named) > 1 and all(meaning(word) in FILLERS for word in others)


@cache
def _directions() -> frozenset[str]:
    """Return the words for directions in all languages."""
    return frozenset(
        word.strip()
        for language in LANGUAGES
        for word in translator_for(language).translate(DIRECTIONS).casefold().split(",")
    )


@cache
def _all() -> Mapping[str, str]:
    """Return a mapping from the keywords in all languages to their actions."""
    return {
        word.strip(): what
        for language in LANGUAGES
        for what, words in KEYWORDS.items()
        for word in translator_for(language).translate(words).casefold().split(",")
    }
