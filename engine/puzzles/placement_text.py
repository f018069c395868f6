"""Text form of placed men: rows with their places, e.g. "II: 2, 4, 6; IV: 1".

A row is a Roman numeral, or an Arabic numeral followed by a colon. All places up to the next row
belong to that row, and "2-6" means all places from 2 to 6. Squares written one by one, "II,2 II,4"
or "2,2 2,4", are also accepted.
"""

import re
from collections.abc import Iterable

from engine import move_lexer
from engine.board import ROMAN
from engine.errors import BadNotation, IllegalMove, Reason
from engine.move_words import plain_letters
from engine.variants.halma import BOARD

LONGEST = 600
"""Maximum length in characters; 38 men typed square by square take about 300."""

_TOKEN = re.compile(
    r"(?P<row>[0-9]{1,6}(?=\s*:))|(?P<place>[0-9]{1,6})|(?P<word>[^\W\d_]+)"
    r"|(?P<dash>[-‐‑‒–—―−])|(?P<quiet>[\s,.;:!()\[\]|/*`'\"])|(?P<rest>.)"
)
_ROWS = {figure: number for number, figure in enumerate(ROMAN, 1)}
_QUIET = frozenset({"and", "und", "row", "rows", "man", "men", "drop", "place", "put", "add", "on"})


def parse_placement(text: str) -> tuple[int, ...]:
    """Return the cells named in `text`, in order and without duplicates.

    Raises `BadNotation` if the text is too long or does not consist of rows and places, and
    `IllegalMove` if the board has no such square.
    """
    if len(text) > LONGEST:
        raise BadNotation(Reason("too-long", text[:LONGEST]))
    tokens = [
        (str(token.lastgroup), token[0])
        for token in _TOKEN.finditer(plain_letters(text))
        if token.lastgroup != "quiet" and token[0].casefold() not in _QUIET
    ]
    if tokens and all(group in ("place", "dash") for group, _ in tokens):
        squares = move_lexer.parse_typed(text, BOARD.rows).squares
    else:
        squares = _by_rows(tokens, text)
    if not squares:
        raise BadNotation(Reason("unreadable", text))
    for row, place in squares:
        if (row, place) not in BOARD.index:
            figure = ROMAN[row - 1] if 0 < row <= len(ROMAN) else str(row)
            raise IllegalMove(Reason("no-such-square", text, (f"{figure},{place}",)))
    return tuple(dict.fromkeys(BOARD.index[square] for square in squares))


def format_placement(cells: Iterable[int]) -> str:
    """Return the printed form of a set of men, e.g. "II: 2, 4; IV: 1".

    Returns "" if there are no men.
    """
    rows: dict[int, list[int]] = {}
    for row, place in sorted(BOARD.spots[cell] for cell in cells):
        rows.setdefault(row, []).append(place)
    return "; ".join(
        f"{ROMAN[row - 1]}: {', '.join(map(str, places))}" for row, places in rows.items()
    )


def _by_rows(tokens: list[tuple[str, str]], text: str) -> tuple[tuple[int, int], ...]:
    """Return the (row, place) of each man in text where every row is marked.

    Raises `BadNotation` if the text cannot be read.
    """
    squares: list[tuple[int, int]] = []
    row = 0
    before = ""
    ranging = False
    for group, token in tokens:
        if group == "row":
            row = int(token)
        elif group == "word" and token.upper() in _ROWS:
            row = _ROWS[token.upper()]
        elif group == "place" and row:
            first = squares[-1][1] + 1 if ranging else int(token)
            last = min(int(token), BOARD.rows + 1)  # one place too many suffices to reject the text
            squares.extend((row, place) for place in (*range(first, last), int(token)))
        elif group != "dash":
            raise BadNotation(Reason("unreadable", text))
        ranging = group == "dash" and before == "place"
        before = group
    return tuple(squares)
