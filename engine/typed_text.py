"""From a typed text to squares and words: the reader of everything that a person would write.

Read are Roman and Arabic rows, capitals and small letters, full-width characters, any dash or arrow or
"x" or "to" between squares, commas, stops, brackets or nothing at all. The reader walks over the text
once; what it cannot make sense of is unreadable.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from engine.board import ROMAN, Spot
from engine.errors import BadNotation, Reason

LONGEST = 200
"""Characters; no move of any game comes near."""

_TOKEN = re.compile(r"(?P<number>[0-9]{1,6})|(?P<word>[^\W\d_]+)|(?P<sign>[○●◯△▲□■◇◆])|(?P<rest>.)")
_ROWS = {figure: number for number, figure in enumerate(ROMAN, 1)}
_BETWEEN = frozenset(("to", "then", "and", "via", "over", "nach", "dann", "und", "bis"))
_QUIET = frozenset(" \t\r\n\u00a0,.;:!()[]{}*_`'\"/|~=>-‐‑‒–—―−→⇒➔➡⟶↦›»·•<")
_SIGNS = {"○": "circle", "●": "circle", "◯": "circle", "△": "triangle", "▲": "triangle"} | {
    "□": "square", "■": "square", "◇": "diamond", "◆": "diamond"
}  # fmt: skip


@dataclass(frozen=True)
class Typed:
    """What a text says: the words before and behind the squares, and the squares."""

    words: tuple[str, ...]
    squares: tuple[Spot, ...]


def read(text: str, rows: int) -> Typed:
    """The squares and words of a text, on a board with so many rows; BadNotation if there is anything
    else in it."""
    if len(text) > LONGEST:
        raise BadNotation(Reason("too-long", text[:LONGEST]))
    words, figures = _tokens(text, rows)
    if len(figures) % 2:
        figures = _without_extra(figures)
    squares = []
    for row, place in zip(figures[::2], figures[1::2], strict=False):
        if isinstance(place, str):
            raise BadNotation(Reason("unreadable", text))
        squares.append((_ROWS[row] if isinstance(row, str) else row, place))
    no_row = any(set(word) <= set("ivx") for word in words)  # IIII, XXI
    if len(figures) % 2 or not (words or squares) or no_row:
        raise BadNotation(Reason("unreadable", text))
    return Typed(tuple(words), tuple(squares))


def _without_extra(figures: list[int | str]) -> list[int | str]:
    """An odd number of figures without the number of the turn in front (12. II,3-IV,5), or without an x
    that was taken for row X (II,3 x 4,5)."""
    if len(figures) > 1 and isinstance(figures[0], int) and isinstance(figures[1], str):
        return figures[1:]
    crosses = [at for at in range(2, len(figures), 2) if figures[at] == "X"]
    return figures[: crosses[0]] + figures[crosses[0] + 1 :] if crosses else figures


def _tokens(text: str, rows: int) -> tuple[list[str], list[int | str]]:
    """The words, and the row and place figures: Roman ones as capitals, Arabic ones as numbers."""
    words: list[str] = []
    figures: list[int | str] = []
    for found in _TOKEN.finditer(unicodedata.normalize("NFKC", text)):
        token = found[0]
        if found.lastgroup == "number":
            figures.append(int(token))
        elif found.lastgroup == "sign":
            words.append(_SIGNS[token])
        elif found.lastgroup == "word":
            _take_word(token, rows, words, figures)
        elif token not in _QUIET:
            raise BadNotation(Reason("unreadable", text))
    return words, figures


def _take_word(token: str, rows: int, words: list[str], figures: list[int | str]) -> None:
    """File a run of letters as a Roman row, as a mark between squares, or as a word."""
    expects_row = len(figures) % 2 == 0
    if expects_row and figures and token[0] in "xX" and token[1:].upper() in _ROWS:
        mixed = token[0] == "x" and token[1:].isupper()
        if mixed or _ROWS.get(token.upper(), rows + 1) > rows:
            token = token[1:]  # II,3xIV,5: the x stands between squares
    if token.casefold() == "x" and figures and (rows < 10 and expects_row):
        return
    if token.upper() in _ROWS:
        if figures and figures[-1] == "X" and not expects_row:
            figures.pop()  # II,3 x IV,5: the x before this row was taken for row X
        figures.append(token.upper())
    elif token.casefold() not in _BETWEEN:
        words.append(token.casefold())
