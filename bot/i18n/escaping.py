"""Escaping of user input: no mentions, no Markdown, no control characters."""

import re
import unicodedata

_MARKUP = re.compile(r"([\\*_~`|<>\[\]()#:@+.-])")
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Characters without a visible glyph that Unicode classifies as letters, marks or symbols."""
_MENTION = re.compile(r"<(?:@[!&]?|#|a?:\w{1,40}:|/[^:>]{1,100}:|id:)\w{0,20}>")


def plain_text(text: str, length: int) -> str:
    """Return the text as a single line of at most `length` visible characters.

    Removes control characters, bidirectional formatting characters and zero-width characters.
    """
    if text.isascii() and text.isprintable():
        shown = text
    else:
        shown = "".join(c for c in text if c.isspace() or _visible(c))
    return shorten(" ".join(shown.split()), length)


def _visible(c: str) -> bool:
    return unicodedata.category(c)[0] != "C" and c not in _BLANK


def quote(text: str, length: int = 100) -> str:
    """Return user input escaped for use inside a sentence.

    Escapes Markdown and inserts a zero-width space after "@" and "<", so that the text cannot
    form a mention, a link label or a code span.
    """
    escaped = _MARKUP.sub(r"\\\1", plain_text(text, length))
    return escaped.replace("@", "@\u200b").replace("<", "<\u200b")


def code(text: str, length: int = 100) -> str:
    """Return the text in a code span."""
    inside = (
        plain_text(text, length).replace("`", "ˋ").replace("@", "@\u200b").replace("<", "<\u200b")
    )
    return f"`{inside}`" if inside else "` `"


def shorten(text: str, length: int) -> str:
    """Cut the text to `length` characters, ending in an ellipsis if it was longer."""
    return text if len(text) <= length else text[: max(0, length - 1)].rstrip() + "…"


def without_mentions(text: str) -> str:
    """Remove Discord's mentions and custom emoji from a message."""
    return " ".join(_MENTION.sub(" ", text).split())
