"""Escaping of user input: no mentions, no Markdown, no control characters."""

import re
import unicodedata

_MARKUP = re.compile(r"([\\*_~`|<>\[\]()#:@+.-])")
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Characters without a visible glyph that Unicode classifies as letters, marks or symbols."""
_JOINERS = "\u200c\u200d"
_FLAG = "\U0001f3f4"
_CUT = " \t\n\u200c\u200d"
_TAGS = "".join(map(chr, range(0xE0020, 0xE0080)))
"""Invisible letters that make a black flag the flag of a region; the last one ends the flag."""
_MENTION = re.compile(r"<(?:@[!&]?|#|a?:\w{1,40}:|/[^:>]{1,100}:|id:)\w{0,20}>")


def plain_text(text: str, length: int) -> str:
    """Return the text as a single line of at most `length` visible characters.

    Removes control characters, bidirectional formatting characters and zero-width characters,
    except those that join emoji or letters.
    """
    if text.isascii() and text.isprintable():
        shown = text
    else:
        shown = "".join(
            c for at, c in enumerate(text) if c.isspace() or _visible(c) or is_joining(text, at)
        )
    return shorten(" ".join(shown.split()), length)


def _visible(c: str) -> bool:
    return unicodedata.category(c)[0] != "C" and c not in _BLANK


def is_joining(text: str, at: int) -> bool:
    """Whether the invisible character at this index belongs to an emoji or a word.

    A joiner does between two emoji, and between letters of scripts such as Persian and Hindi, but
    not beside plain Latin letters, where it could only disguise a name. The tags of a flag do after
    its emoji.
    """
    character = text[at]
    if character in _JOINERS:
        return _is_joinable(text[at - 1 : at]) and _is_joinable(text[at + 1 : at + 2])
    if character not in _TAGS:
        return False
    after = text[at:].lstrip(_TAGS[:-1])
    return text[:at].rstrip(_TAGS[:-1]).endswith(_FLAG) and after.startswith(_TAGS[-1])


def _is_joinable(character: str) -> bool:
    return character > "\x7f" and unicodedata.category(character)[0] in "LMS"


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
    return text if len(text) <= length else text[: max(0, length - 1)].rstrip(_CUT) + "…"


def without_mentions(text: str) -> str:
    """Remove Discord's mentions and custom emoji from a message."""
    return " ".join(_MENTION.sub(" ", text).split())
