"""Text that people typed, made safe to repeat: it can mention nobody and format nothing."""

import re
import unicodedata

_MARKUP = re.compile(r"([\\*_~`|<>\[\]()#:@+.-])")
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Characters that show nothing although Unicode counts them as letters, marks or symbols."""
_MENTION = re.compile(r"<(?:@[!&]?|#|a?:\w{1,40}:|/[^:>]{1,100}:|id:)\w{0,20}>")


def plain(text: str, length: int) -> str:
    """The text in one line without invisible characters, at most `length` characters long.

    Without control characters, those that change the direction of writing, and those of no width.
    """
    shown = "".join(c for c in text if c.isspace() or _visible(c))
    return shorten(" ".join(shown.split()), length)


def _visible(c: str) -> bool:
    return unicodedata.category(c)[0] != "C" and c not in _BLANK


def quote(text: str, length: int = 100) -> str:
    """The text as it was typed, to stand inside a sentence of ours.

    Markdown is escaped and "@" and "<" lose their power by a zero-width space, so neither a mention
    nor a link label nor a code span can be made of it.
    """
    escaped = _MARKUP.sub(r"\\\1", plain(text, length))
    return escaped.replace("@", "@\u200b").replace("<", "<\u200b")


def code(text: str, length: int = 100) -> str:
    """The text in a code span, which shows everything as it is."""
    inside = plain(text, length).replace("`", "ˋ").replace("@", "@\u200b").replace("<", "<\u200b")
    return f"`{inside}`" if inside else "` `"


def shorten(text: str, length: int) -> str:
    """The text, cut at `length` characters with an ellipsis in the last place if it was longer."""
    return text if len(text) <= length else text[: max(0, length - 1)].rstrip() + "…"


def without_mentions(text: str) -> str:
    """What is left of a message when Discord's mentions and emoji codes are taken out."""
    return " ".join(_MENTION.sub(" ", text).split())
