"""Text in pictures: what the typeface can draw, and the size at which it fits."""

import re
import unicodedata
from collections.abc import Sequence

from render.layout import typeface

LINES = 3
"""Maximum number of lines of a wrapped text."""
MISSING = "\U0010fffd"
"""A private-use character, which every font renders as its missing-glyph symbol."""


def printable(text: str) -> str:
    """Return the text without characters that the typeface cannot draw; may be empty.

    A letter whose accent is missing is drawn without it.
    """
    shown = ""
    for letter in text:
        if _is_drawable(letter):
            shown += letter
        else:
            base = unicodedata.normalize("NFKD", letter)[0]
            shown += base if _is_drawable(base) else " "
    return " ".join(shown.split())


def printable_name(text: str, user_name: str = "") -> str:
    """Return a name as pictures show it, or "" if nothing of it can be drawn.

    If the typeface lacks a letter of the name, it is the `user_name`, which needs only the letters
    of English. Where that is not known, a word with such a letter is reduced to its initial, or
    left out. Emoji and marks that the typeface lacks are left out.
    """
    text = unicodedata.normalize("NFC", text)
    name = " ".join(filter(None, map(_printable_word, text.split())))
    is_whole = all(map(printable, filter(str.isalpha, text)))
    if user_name and not (is_whole and name):
        return user_name
    return name if _has_letter(name) or (name and not _has_letter(text)) else ""


def initials(name: str) -> str:
    """Return the first letter or digit of the first two words, in capitals."""
    words = re.findall(r"[^\W_]+", name)
    return "".join(word[0].upper()[0] for word in words[:2])


def _printable_word(word: str) -> str:
    """Return a word of a name, or its initial, or ""."""
    letters = [letter for letter in word if unicodedata.category(letter)[0] in "LN"]
    if all(map(printable, letters)):
        kept = (letter for letter in word if unicodedata.category(letter)[0] != "M")
        return printable("".join(kept)) if letters else ""
    initial = printable(letters[0])
    return f"{initial}." if initial else ""


def _has_letter(text: str) -> bool:
    """Whether a text has a letter, not only digits, marks and punctuation."""
    return any(map(str.isalpha, text))


def _is_drawable(letter: str) -> bool:
    """Whether the typeface has a glyph for a character."""
    face = typeface(40)
    return letter == " " or bytes(face.getmask(letter)) != bytes(face.getmask(MISSING))


def fitted(
    text: str, width: int, sizes: Sequence[int], lines: int = LINES
) -> tuple[int, list[str]]:
    """Return the largest font size at which a text fits, and its lines.

    At the smallest size, the text is shortened if it does not fit.
    """
    for size in sizes:
        wrapped = _wrapped(text, width, size)
        if len(wrapped) <= lines and all(_length(line, size) <= width for line in wrapped):
            return size, wrapped
    size, kept = sizes[-1], _wrapped(text, width, sizes[-1])
    shown = [_shortened(line, width, size) for line in kept[:lines]]
    if len(kept) > lines:
        shown[-1] = _shortened(shown[-1] + "…", width, size)
    return size, shown


def fitted_line(text: str, width: float, sizes: Sequence[int]) -> tuple[int, str]:
    """Return the largest font size at which a text fits on one line, and the line.

    At the smallest size, the text is shortened if it does not fit.
    """
    size = next((size for size in sizes if _length(text, size) <= width), sizes[-1])
    return size, _shortened(text, width, size)


def _wrapped(text: str, width: int, size: int) -> list[str]:
    """Break a text between words; a single long word may be wider than `width`."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and _length(longer, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _shortened(line: str, width: float, size: int) -> str:
    """Return a line that fits, ending in an ellipsis if it was cut."""
    if _length(line, size) <= width:
        return line
    while line and _length(line + "…", size) > width:
        line = line[:-1].rstrip("… ")
    return line + "…"


def _length(text: str, size: int) -> float:
    return typeface(size).getlength(text)
