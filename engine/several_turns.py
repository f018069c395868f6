"""Text with several moves, e.g. "II,5 to III,6.—III,4 to IV,5"."""

import re

from engine.board import ROMAN, Coordinates
from engine.errors import BadNotation
from engine.move_lexer import ARROWS, DASHES, LONGEST, parse_typed
from engine.move_words import WORDS, meaning, plain_letters

_SIGNS = re.escape("".join(sorted(ARROWS | DASHES)))
_WORDS = "|".join(sorted({word for words in WORDS.values() for word in words["to"].split()}))
_BREAK = re.compile(rf"[.;!]\s*[{_SIGNS}]+\s*|[.,;:!\s]+")
"""Characters that may stand between two moves."""
_JOINED_AFTER = re.compile(rf"(?:(?:and|then)\s+)*(?:[{_SIGNS}]|(?:{_WORDS})\b)", re.IGNORECASE)
_JOINED_BEFORE = re.compile(rf"(?:[{_SIGNS}]|\b(?:{_WORDS}))$", re.IGNORECASE)
_LONGEST_JOINT = 1 + max(map(len, _WORDS.split("|")))
"""The number of characters in which `_JOINED_BEFORE` can match, with the one before them."""
_LETTERS = re.compile(r"[^\W\d_]+")
_FIGURE = re.compile("[0-9]")


def split_turns(text: str, rows: int) -> list[tuple[Coordinates, ...]]:
    """Return the squares of each move in text with several moves, in order.

    In each move, a dash, an arrow or a word such as "to" stands between two squares. Between two
    moves there is none, or it follows a full stop. Returns [] for any other text. `rows` is the
    number of rows of the board.
    """
    plain = plain_letters(text)
    turns: list[tuple[Coordinates, ...]] = []
    start = 0
    if len(plain) > LONGEST:
        return []
    for end in _BREAK.finditer(plain):
        part = plain[start : end.start()]
        is_dashed = not DASHES.isdisjoint(end[0])
        joint = part[-_LONGEST_JOINT:]
        if not is_dashed and (
            _JOINED_BEFORE.search(joint) or _JOINED_AFTER.match(plain, end.end())
        ):
            continue
        if squares := _joined_squares(part, rows):
            turns.append(squares)
            start = end.end()
    if _FIGURE.search(plain, start):
        turns.append(_joined_squares(plain[start:], rows))
    return turns if len(turns) > 1 and turns[-1] else []


def is_one_route(text: str, rows: int, squares: int) -> bool:
    """Whether text with this number of squares is a single move.

    The squares are not pairs, or a dash, an arrow or "to" stands between each two of them.
    """
    plain = plain_letters(text)
    joints = re.findall(rf"[{_SIGNS}]+|\b(?:{_WORDS})\b", plain, re.IGNORECASE)
    in_pairs = squares % 2 == 0 and len(joints) < squares - 1
    return not in_pairs and not split_turns(text, rows)


def squares_among_words(text: str) -> str:
    """Return the squares among unknown words, e.g. "II,3-IV,5"; "" for other text."""
    try:
        typed = parse_typed(text, len(ROMAN))
    except BadNotation:
        return ""
    if len(typed.squares) < 2 or all(map(meaning, typed.words)):
        return ""
    if any(not 1 <= row <= len(ROMAN) for row, _ in typed.squares):
        return ""
    return "-".join(f"{ROMAN[row - 1]},{place}" for row, place in typed.squares)


def _joined_squares(part: str, rows: int) -> tuple[Coordinates, ...]:
    """Return the squares of a part with a joint between them; otherwise ()."""
    if (ARROWS | DASHES).isdisjoint(part) and all(
        meaning(word) != "to" for word in _LETTERS.findall(part)
    ):
        return ()
    try:
        squares = parse_typed(part, rows).squares
    except BadNotation:
        return ()
    return squares if len(squares) > 1 else ()
