"""Keywords that players write under a board instead of a move, such as "resign"."""

from collections.abc import Mapping
from functools import cache

from bot.i18n.translator import LANGUAGES, mark, speaker

ASKED: Mapping[str, str] = {
    "help": mark("help, how, how do i move, how does it work, what now"),
    "moves": mark("moves, move, show, show moves, my moves"),
    "undo": mark("undo, undo move, take back, takeback, back"),
    "resign": mark("resign, i resign, give up, i give up"),
    "draw": mark("draw, offer draw, offer a draw"),
    "board": mark("board, show board, show me the board"),
    "rules": mark("rules, the rules, what are the rules"),
}
"""Requested action and its keywords, comma-separated, translatable as one string."""


def asked(text: str) -> str | None:
    """Return the action of `ASKED` that a message requests.

    Returns None unless the message consists of a keyword only.
    """
    words = " ".join(text.casefold().replace("’", "'").split())
    plain = words.strip(" ?!.…/")
    return "help" if not plain and "?" in words else _all().get(plain)


@cache
def _all() -> Mapping[str, str]:
    """Return the action by keyword, for all languages."""
    return {
        word.strip(): what
        for language in LANGUAGES
        for what, words in ASKED.items()
        for word in speaker(language).say(words).casefold().split(",")
    }
