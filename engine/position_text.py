"""Positions as one line of text, and back.

    halma-8 7 1 0 - - 4d/.../4d      key, ply, turn, stock, done, gone, cells row by row

A man is a capital letter, A for the first seat, with a small letter behind it for any kind but the
first; a number is so many empty cells; a stroke ends a row.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from engine.errors import BadNotation, Reason
from engine.position import Position, kind_of, man, seat_of

if TYPE_CHECKING:
    from engine.definition import Variant

_LONGEST = 2000
_CELL = re.compile(r"[A-F][a-p]?|[0-9]{1,3}")


def dump(variant: Variant, position: Position) -> str:
    """The position in one line."""
    rows = groupby(range(len(position.cells)), key=lambda cell: variant.board.spots[cell][0])
    cells = "/".join(_row(bytes(position.cells[cell] for cell in row)) for _, row in rows)
    lists = (_numbers(position.stock), _numbers(position.done), _numbers(position.gone))
    return " ".join((variant.key, str(position.ply), str(position.turn), *lists, cells))


def load(variant: Variant, text: str) -> Position:
    """The position of a dumped line; BadNotation if it is not one of this game."""
    try:
        if len(text) > _LONGEST:
            raise ValueError("too long")
        key, ply, turn, stock, done, gone, cells = text.split(" ")
        position = Position(
            b"".join(_cells(row) for row in cells.split("/")),
            _number(turn),
            _list(stock),
            _list(done),
            _list(gone),
            _number(ply),
        )
        if key != variant.key or not _sound(variant, position) or dump(variant, position) != text:
            raise ValueError("not a position of this game")
    except ValueError as error:
        raise BadNotation(Reason("unreadable", text[:200])) from error
    return position


def _row(cells: bytes) -> str:
    printed = ""
    for byte, run in groupby(cells):
        length = len(list(run))
        printed += _man(byte) * length if byte else str(length)
    return printed


def _man(byte: int) -> str:
    kind = kind_of(byte)
    return "ABCDEF"[seat_of(byte)] + ("abcdefghijklmnop"[kind] if kind else "")


def _cells(row: str) -> bytes:
    cells, at = b"", 0
    while at < len(row):
        found = _CELL.match(row, at)
        if not found:
            raise ValueError("no cell")
        at, cell = found.end(), found[0]
        if cell.isdigit():
            cells += bytes(int(cell))
        else:
            kind = ord(cell[1]) - ord("a") if cell[1:] else 0
            cells += bytes((man(ord(cell[0]) - ord("A"), kind),))
    return cells


def _numbers(numbers: tuple[int, ...]) -> str:
    return ",".join(map(str, numbers)) or "-"


def _list(text: str) -> tuple[int, ...]:
    return () if text == "-" else tuple(_number(part) for part in text.split(","))


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 7):
        raise ValueError("not a number")
    return int(text)


def _sound(variant: Variant, position: Position) -> bool:
    """Could this be a position of the game: the right board, the men that it started with, its seats?"""
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
        and all(not byte or variant.owns(byte) for byte in position.cells)
        and all(
            len(variant.standing(position, seat)) + sum(variant.held(position, seat))
            <= len(variant.standing(start, seat)) + sum(variant.held(start, seat))
            for seat in seats
        )
    )
