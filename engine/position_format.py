"""Text format of positions, one line each, similar to FEN in chess.

    halma-8 7 1 0 - - 4d/.../4d      key, ply, turn, stock, done, gone, cells row by row

A man is a capital letter, A for the first seat, followed by a small letter for any kind but the
first. A number stands for that many empty cells. Rows are separated by slashes.
"""

import re
from functools import cache
from itertools import groupby

from engine.board import Board
from engine.errors import BadNotation, Reason
from engine.former_keys import current_text
from engine.position import SEATS, Position, man
from engine.variant_data import VariantData

_LONGEST = 2000
_SIGNS = {".": 0} | {
    "ABCDEF"[seat] + ("abcdefghijklmnop"[kind] if kind else ""): man(seat, kind)
    for seat in range(6)
    for kind in range(16)
}
"""The byte of each man by its letters, and of an empty cell.

Empty cells are dots until runs of dots are replaced by numbers.
"""
_PRINTED = {byte: sign for sign, byte in _SIGNS.items()}
_SIGN = re.compile(r"[A-F][b-p]?|\.")


def dump(variant: VariantData, position: Position) -> str:
    """Return the position as one line of text."""
    rows, numbers = _form(variant.board)
    latin = position.cells.decode("latin-1")
    cells = "/".join([latin[row] for row in rows]).translate(_PRINTED)
    for number, dots in numbers:
        cells = cells.replace(dots, number)
    lists = (_numbers(position.stock), _numbers(position.done), _numbers(position.gone))
    return " ".join((variant.key, str(position.ply), str(position.turn), *lists, cells))


def load(variant: VariantData, text: str) -> Position:
    """Parse a line written by `dump` into a position.

    Raises `BadNotation` if the line is not a position of this game.
    """
    try:
        if len(text) > _LONGEST:
            raise ValueError("too long")
        _, ply, turn, stock, done, gone, cells = text.split(" ")
        position = Position(
            _cells(variant, cells),
            _number(turn),
            _list(stock),
            _list(done),
            _list(gone),
            _number(ply),
        )
        if not _sound(variant, position) or dump(variant, position) != current_text(text):
            raise ValueError("not a position of this game")
    except ValueError as error:
        raise BadNotation(Reason("unreadable", text[:200])) from error
    return position


@cache
def _form(board: Board) -> tuple[list[slice], list[tuple[str, str]]]:
    """Return the slice of each row, and each number with its run of empty cells.

    The longest run comes first.
    """
    rows, first = [], 0
    for _, row in groupby(board.spots, key=lambda spot: spot[0]):
        rows.append(slice(first, first := first + len(list(row))))
    longest = max(row.stop - row.start for row in rows)
    return rows, [(str(number), "." * number) for number in range(longest, 0, -1)]


def _cells(variant: VariantData, text: str) -> bytes:
    """Return the cells described by the readable part of `text`.

    Unreadable text is ignored: `load` detects it because `dump` then returns a different line.
    """
    for number, dots in _form(variant.board)[1]:
        text = text.replace(number, dots)
    return bytes(map(_SIGNS.__getitem__, _SIGN.findall(text)))


def _numbers(numbers: tuple[int, ...]) -> str:
    return ",".join(map(str, numbers)) or "-"


def _list(text: str) -> tuple[int, ...]:
    return () if text == "-" else tuple(_number(part) for part in text.split(","))


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 7):
        raise ValueError("not a number")
    return int(text)


def _sound(variant: VariantData, position: Position) -> bool:
    """Whether this may be a position of the game.

    The board, the seats and the pieces still to drop must fit the game, and no seat may have more
    men than at the start.
    """
    start = variant.start()
    seats = range(len(variant.seats))
    return (
        len(position.cells) == len(start.cells)
        and position.turn in seats
        and len(position.stock) == len(start.stock)
        and all(now <= then for now, then in zip(position.stock, start.stock, strict=True))
        and all(
            len(set(left)) == len(left) and set(left) <= set(seats)
            for left in (position.done, position.gone)
        )
        and all(variant.owns(byte) for byte in set(position.cells) - {0})
        and all(_men(variant, position, seat) <= _men(variant, start, seat) for seat in seats)
    )


def _men(variant: VariantData, position: Position, seat: int) -> int:
    """Return the number of men that a seat has on the board and in hand."""
    standing = position.cells.translate(SEATS).count(seat + 1)
    return standing + sum(variant.in_hand(position, seat))
