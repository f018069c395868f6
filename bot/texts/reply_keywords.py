"""Keywords that players send in reply to a board instead of a move, e.g. "resign"."""

from collections.abc import Mapping
from functools import cache

from bot.i18n.translator import LANGUAGES, N_, translator_for

KEYWORDS: Mapping[str, str] = {
    "help": N_("help, how, how do i move, how does it work, what now"),
    "moves": N_("moves, move, show, show moves, my moves"),
    "undo": N_("undo, undo move, take back, takeback, back"),
    "resign": N_("resign, i resign, give up, i give up"),
    "draw": N_("draw, offer draw, offer a draw"),
    "board": N_("board, show board, show me the board"),
    "rules": N_("rules, the rules, what are the rules"),
}
"""Keywords of each action, in one comma-separated string for translation."""


def requested_action(text: str) -> str | None:
    """Return the action of `KEYWORDS` that a message requests.

    Returns None unless the message consists of a keyword only.
    """
    words = " ".join(text.casefold().replace("’", "'").split())
    plain = words.strip(" ?!.…/")
    return "help" if not plain and "?" in words else _all().get(plain)


@cache
def _all() -> Mapping[str, str]:
    """Return a mapping from the keywords in all languages to their actions."""
    return {
        word.strip(): what
        for language in LANGUAGES
        for what, words in KEYWORDS.items()
        for word in translator_for(language).translate(words).casefold().split(",")
    }
