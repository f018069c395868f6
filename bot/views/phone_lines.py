"""Estimated number of lines of a text on a phone."""

import re

WIDTH = 262
"""Width of a text in a container on a phone that is 390 points wide, in points."""
NARROW, COMMON, BROAD, CODE = 4.5, 8.0, 13.0, 8.5
"""Widths in points of narrow, common and broad characters, and of those in a code span."""
CODE_PADDING = 6
SMALL = 0.82
"""Size of a line that begins with "-# ", relative to ordinary text."""
_PIECE = re.compile(r"\s+|[^\s-]+-?|-")


def lines_on_phone(text: str) -> int:
    """Return the estimated number of lines of a Markdown text on a phone."""
    return sum(map(_wrapped, text.split("\n")))


def _wrapped(line: str) -> int:
    """Return the number of lines after wrapping one line at spaces and hyphens."""
    size = SMALL if line.startswith("-# ") else 1.0
    lines, used, is_code = 1, 0.0, False
    for piece in _PIECE.findall(line.removeprefix("-# ")):
        width = 0.0
        for each in piece:
            if each == "`":
                is_code = not is_code
                width += CODE_PADDING / 2
            elif each != "*":
                width += _width(each, is_code)
        width *= size
        if used and used + width > WIDTH and not piece.isspace():
            lines, used = lines + 1, 0.0
        used += width
    return lines


def _width(character: str, is_code: bool) -> float:
    """Return the width of a character in points."""
    if ord(character) > 0x2FFF or character in "⚪⚫mwMW":
        return BROAD if character in "mwMW" else 2 * COMMON + 2
    if is_code:
        return CODE
    return NARROW if character in "fijlrtI .,'!:|·\u00a0" else COMMON
