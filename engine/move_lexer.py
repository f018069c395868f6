"""Lexer for typed moves: turns text into squares and words.

It reads rows in Roman or Arabic numerals, in upper or lower case, and full-width characters.
Squares may be separated by any dash or arrow, "x", "to", commas, full stops, brackets or nothing at
all. The filler words of a sentence are skipped, as in "the piece on II, 5; to the square III, 6",
and so are zero-width characters. `move_words` lists the words of every language. The lexer makes
one pass over the text. Text with any other character is unreadable. Unknown words are left to the
parser.

An x may be the row X or a separator between squares. It is a separator only if nothing else
separates it from the place before it: in "II,3xIV,5" and "II,3 x IV,5", but not in "II,3-XIV,5". If
the x directly precedes a numeral and both together are a row of the board, as in "ii,3xv,5", they
are read as that row. The alternative reading is returned as well, so that the parser can ask the
player instead of guessing.

Squares may also be typed as in chess, "c3-d4" or "c3 x d4": a letter for the place, directly
followed by a number for the row. An "i" may also be a Roman row. If "i" is the only letter used as
a place, the Roman reading comes first, otherwise the chess reading; the other one is returned as
well. An "a" before a number is never the article. A word directly before a number is unreadable if
its last letter may be a place in chess notation, as in "ad4".

If the text consists of numbers with two digits, as in "23-33", they may also be squares with one
digit for the row and one for the place. That reading is returned as well. Two such numbers may be
separated by spaces, as in "23 33", if no row of the board has a number of two digits. A single
number such as "2333" is refused with a reason of its own.
"""

import re
from typing import NamedTuple

from engine.board import ROMAN, Coordinates
from engine.errors import BadNotation, Reason
from engine.move_words import folded, meaning, plain_letters

LONGEST = 200
"""Maximum length in characters, far above the length of any move."""

_TOKEN = re.compile(r"(?P<number>[0-9]{1,6})|(?P<word>[^\W\d_]+)|(?P<sign>[○●◯△▲□■◇◆])|(?P<rest>.)")
_TURN_NUMBER = re.compile(r"\s*[0-9]{1,4}[.)]\s+(?=(?:[^0-9,]*+[0-9]++\s*,\s*[0-9]++)++[^0-9,]*$)")
"""A turn number before squares that are all written as "3,1".

Before a Roman row, any number is a turn number. In "3. 1-5. 3-4", however, it is impossible to
decide which numbers belong together.
"""
_ROWS = {figure: number for number, figure in enumerate(ROMAN, 1)}
_PLACING = frozenset(("to", "from"))
_SMALL = _PLACING | {"the", "then", "field"}
"""Meanings of words that are skipped."""
_WIDTHLESS = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u200e\u2060\ufe0e\ufe0f\ufeff"))
_QUIET = frozenset(" \t\r\n\u00a0,.;:!?()[]{}*_`'’‘\"“”„«/|~=>-‐‑‒–—―−→⇒➔➡⟶↦›»·•<×")
_COMMAS = ",.;:"
_LETTERED = re.compile(
    r"(?<![^\W\d_])(?:(?<=[0-9])x|(?<=[0-9]\s)x)?([a-uwyz])([0-9]{1,2})(?![0-9])(?!\s*[,.;:]\s*[0-9])",
    re.IGNORECASE,
)
"""A square typed as in chess, e.g. c3.

An x directly before the square and after a number means "takes". V and X are always Roman numerals,
because no row has that many places.
"""
_DECIMAL = frozenset("0123456789")
_NUMBER = re.compile(r"\s*([0-9]{2,})[\s.!?]*")
"""A single number, so that it is unknown where one square ends and the next begins."""
_PAIRS = re.compile(r"\s*[1-9]{2}(?:\s*[-‐‑‒–—―−→⇒➔➡⟶↦>]{1,2}\s*[1-9]{2})+[\s.!]*")
"""Squares with one digit for the row and one for the place, joined by dashes or arrows.

Spaces do not join squares here, because the first number of "12 33 35" may be a turn number.
"""
_TWO_PAIRS = re.compile(r"\s*[1-9]{2}\s+[1-9]{2}[\s.!]*")
"""Two squares with one digit for the row and one for the place, separated by spaces."""
_TOUCHING = re.compile(r"(?<![^\W\d_])[^\W\d_]+$")
_FIRST_WORD = re.compile(r"\s*([^\W\d_]+)")
_TWO_DIGITS = re.compile(r"[1-9]{2}")
_LETTER = re.compile(r"[^\W\d_]")
_INITIAL = re.compile(r"(?<![^\W\d_])[^\W\d_]\s*$")
"""A single letter directly before a number."""
ARROWS = frozenset("→⇒➔➡⟶↦›»>")
DASHES = frozenset("-‐‑‒–—―−=")
_STOPPED = frozenset(".:)")
_LOOSE = DASHES | frozenset(" \t\r\n\u00a0")
_STOPS = _COMMAS + " \t\r\n"
"""Characters that may stand between a place and an x used as a separator."""
_SIGNS = {"○": "circle", "●": "circle", "◯": "circle", "△": "triangle", "▲": "triangle"} | {
    "□": "square", "■": "square", "◇": "diamond", "◆": "diamond"
}  # fmt: skip


class TypedMove(NamedTuple):
    """A lexed move: the words in the text, and its squares."""

    words: tuple[str, ...]
    """Meanings of the words that are not skipped. Unknown words are kept as typed."""
    squares: tuple[Coordinates, ...]
    otherwise: tuple[tuple[Coordinates, ...], ...] = ()
    """Alternative readings of the squares.

    An x that touches a row may be a separator, and an "i" among chess squares may be a row.
    """
    lettered: tuple[Coordinates, ...] = ()
    """The chess reading if "i" is the only letter used for a place, otherwise ()."""
    digits: tuple[Coordinates, ...] = ()
    """The squares if every number has two digits, for row and place; otherwise ()."""


class _Figure(NamedTuple):
    """A number or numeral as typed: either a row or a place in a row."""

    text: str
    before: str
    """The text between this numeral and the previous one."""
    after: str
    """The character directly after the numeral."""


def parse_typed(text: str, rows: int) -> TypedMove:
    """Return the squares and words of a typed move, for a board with `rows` rows.

    Raises `BadNotation` if part of the text is unreadable.
    """
    if len(text) > LONGEST:
        raise BadNotation(Reason("too-long", text[:LONGEST]))
    plain = plain_letters(text.translate(_WIDTHLESS))
    if _NUMBER.fullmatch(plain):
        raise BadNotation(Reason("undivided", plain))
    every, some = _roman(plain, ""), _roman(plain, "i")
    chess = _parse_rulebook(every, rows) if every else None
    mixed = _parse_rulebook(some or plain, rows)
    if chess and some:
        others = (*chess.otherwise, *((mixed.squares, *mixed.otherwise) if mixed else ()))
        return chess._replace(
            otherwise=tuple(squares for squares in others if squares != chess.squares)
        )
    if chess and mixed:
        return mixed._replace(lettered=chess.squares)
    digits = _digit_pairs(plain, rows)
    typed = mixed or _parse_rulebook(plain, rows) or (TypedMove((), ()) if digits else None)
    if not typed:
        raise BadNotation(Reason("unreadable", text))
    return typed._replace(digits=digits)


def _digit_pairs(plain: str, rows: int) -> tuple[Coordinates, ...]:
    """Return the squares of text such as "23-33", or () for any other text."""
    is_paired = _PAIRS.fullmatch(plain) or (rows < 10 and _TWO_PAIRS.fullmatch(plain))
    return split_digits(plain) if is_paired else ()


def split_digits(text: str) -> tuple[Coordinates, ...]:
    """Return the squares of digits such as "2333", two digits for each square."""
    rows_and_places = [int(digit) for digit in text if digit in _DECIMAL]
    return tuple(zip(rows_and_places[::2], rows_and_places[1::2], strict=False))


def _parse_rulebook(plain: str, rows: int) -> TypedMove | None:
    """Parse squares written as rows and places, as in the rulebook.

    Returns None if the text has another form.
    """
    numbered = _TURN_NUMBER.match(plain)
    words, figures, sense = _tokens(plain[numbered.end() :] if numbered else plain)
    crosses = any(figure.text[0] in "xX" for figure in figures)
    squares = _squares(figures, rows, lone=False)
    if squares is None and crosses:
        squares = _squares(figures, rows, lone=True)
    if not sense or squares is None or not (words or squares):
        return None
    otherwise = _squares(figures, 0, lone=True) if crosses else ()
    return TypedMove(words, squares, (otherwise,) if otherwise and otherwise != squares else ())


def _roman(text: str, but: str) -> str:
    """Rewrite chess squares as in the rulebook, e.g. "d3" as "III,4".

    Squares whose letter is `but` are left unchanged. Returns "" if the text contains no other chess
    squares.
    """
    has_squares = False

    def square(match: re.Match[str]) -> str:
        nonlocal has_squares
        letter, row = match[1].lower(), int(match[2])
        if letter == but:
            return match[0]
        has_squares = True
        return f" {ROMAN[row - 1] if 0 < row <= len(ROMAN) else row},{ord(letter) - 96}"

    changed = _LETTERED.sub(square, text)
    return changed if has_squares else ""


def _tokens(text: str) -> tuple[tuple[str, ...], list[_Figure], bool]:
    """Return the words, the numerals, and whether the whole text could be read."""
    words: list[str] = []
    figures: list[_Figure] = []
    parted = ""  # text skipped since the last numeral
    placing = False  # whether the last word was a preposition such as "to"
    leaving = ""  # the latest word for "from" or "off" since the last numeral
    gone = 0  # number of numerals before the last word for "off"
    for parsed in _TOKEN.finditer(text):
        token = parsed[0]
        if parsed.lastgroup == "number" or (parsed.lastgroup == "word" and _is_row(token)):
            if parsed.lastgroup == "number" and _ends_in_a_place(parted):
                return (), [], False
            figures.append(_Figure(token, parted, text[parsed.end() : parsed.end() + 1]))
            parted, placing, leaving = "", False, ""
            continue
        parted += token
        if parsed.lastgroup == "sign":
            words.append(_SIGNS[token])
        elif parsed.lastgroup == "word":
            role = meaning(token)
            if role == "board":
                role = "off" if leaving else ""
            if role in ("from", "off"):
                leaving = role
            if role == "off":
                gone = len(figures)
            if role not in _SMALL and not (placing and folded(token) == "square"):
                words.append(role or token.casefold())
            placing = role in _PLACING or (placing and role in ("the", "then"))
        elif token not in _QUIET:
            return (), [], False
    figured = any(set(word) <= set("ivx") for word in words)  # IIII is neither a row nor a word
    after = len(figures) - gone if "off" in words else 0
    early = after > 2 or (after and gone > 1)  # "out of II,3 to IV,5" does not end off the board
    return tuple(words), figures, not (figured or early or leaving == "from")


def _ends_in_a_place(parted: str) -> bool:
    """Whether the text before a number ends in what may be a chess letter.

    A lone "a" always does. So does the "d" in "ad4", because both "ad" and "a" are known words.
    """
    touching = _TOUCHING.search(parted)
    word = touching[0] if touching else ""
    return word in ("a", "A") or bool(meaning(word) and meaning(word[:-1]))


def _is_row(token: str) -> bool:
    """Whether the token may be a Roman numeral, with or without an x before it."""
    return token.upper() in _ROWS or (token[0] in "xX" and token[1:].upper() in _ROWS)


def _squares(figures: list[_Figure], rows: int, lone: bool) -> tuple[Coordinates, ...] | None:
    """Return the squares; None if the numerals are not pairs of a row and a place.

    An x that touches a numeral belongs to it if both together are one of the `rows` rows. An x on
    its own is a separator if `lone` is true, and otherwise the row X.
    """
    numbers: list[int | str] = []
    signed = False
    for figure in figures:
        value = figure.text.upper()
        if value.isdigit():
            if len(numbers) % 2 and _LETTER.search(figure.before):
                return None  # a word between a row and its place
            numbers.append(int(value))
        else:
            if len(numbers) == 1 and isinstance(numbers[0], int):
                if _INITIAL.search(figures[0].before):
                    return None
                joined = _is_joined(figure.before)
                alone = len(figures) == 3 and _LOOSE.issuperset(figure.before)
                if (joined or alone) and _TWO_DIGITS.fullmatch(figures[0].text):
                    numbers[:] = map(int, figures[0].text)  # a square, as in "34 to I,2"
                elif joined:
                    return None
                else:
                    numbers.clear()  # a turn number before the squares, as in "12. II,3-IV,5"
            behind_a_place = bool(numbers) and len(numbers) % 2 == 0 and not signed
            if behind_a_place and _is_sign(figure, rows, lone):
                value = value[1:]
            if value:
                numbers.append(value)
        signed = not value
    squares = []
    for row, place in zip(numbers[::2], numbers[1::2], strict=False):
        if isinstance(place, str) or (isinstance(row, str) and row not in _ROWS):
            return None
        squares.append((_ROWS[row] if isinstance(row, str) else row, place))
    return None if len(numbers) % 2 else tuple(squares)


def _is_joined(between: str) -> bool:
    """Whether an arrow or a word such as "to" follows a number directly.

    The number is then a square and not the number of a turn.
    """
    word = _FIRST_WORD.match(between)
    if word and meaning(word[1]) in ("to", "then"):
        return True
    return bool(ARROWS.intersection(between)) and not _STOPPED.intersection(between)


def _is_sign(figure: _Figure, rows: int, lone: bool) -> bool:
    """Whether the numeral after a place starts with an x that is a separator.

    An x that is not a separator is part of the row.
    """
    x, row = figure.text[0], figure.text[1:]
    if x not in "xX" or figure.before.strip(_STOPS):
        return False
    if not row:
        return lone and figure.after not in _COMMAS
    if x == "x" and row.isupper():
        return True
    return not figure.before and _ROWS.get(figure.text.upper(), rows + 1) > rows
