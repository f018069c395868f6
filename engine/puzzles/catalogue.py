"""The 51,178 figures: what nineteen men can form in nineteen turns, symmetrical and outside the yard.

Each has a number from 1, a way to form it, a difficulty, and a day on which it is the problem of
everybody; none of these ever changes. docs/figures.md tells what is counted and how it was decided.

The tables are read when the first figure is asked for: records of one length, in the order of the
numbers. A cell is one byte, 16 * (row - 1) + place - 1.
"""

import zlib
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from engine.position import Move
from engine.puzzles.figures import YARD, brought_out
from engine.variants.halma import BOARD

DIFFICULTIES = ("gentle", "easy", "middling", "hard", "very hard")
"""The classes of difficulty, each a fifth of all figures."""
_CLASSES = (5.5, 6.125, 6.875, 7.9375)
"""So many men are left by blind play where the next class begins."""

_HALF = 12
"""Bytes of a figure: its cells on the diagonal and below in their order, with zeros before them."""
_WAY = 2 * len(YARD)
"""Bytes of a way: from and to of each turn."""


def count() -> int:
    """How many figures there are: 51,178."""
    return len(_table("figures")) // _HALF


def figure(number: int) -> frozenset[int]:
    """The cells of a figure; KeyError if no figure has this number."""
    return frozenset(_record("ways", number, _WAY)[1::2])


def turns(number: int) -> tuple[tuple[int, int], ...]:
    """From and to of each turn of a way to form the figure; KeyError if no figure has this number."""
    record = _record("ways", number, _WAY)
    return tuple(zip(record[::2], record[1::2], strict=True))


def columns() -> Iterator[tuple[bytes, bytes]]:
    """From and to of the first turn of all ways, then of their second turns, and so on."""
    ways = _table("ways")
    return ((ways[at::_WAY], ways[at + 1 :: _WAY]) for at in range(0, _WAY, 2))


def number_of(cells: Iterable[int]) -> int | None:
    """The number of the figure that these cells are; None if they are none."""
    here = frozenset(cells)
    if not brought_out(here):
        return None
    half = bytes(cell for cell in sorted(here) if cell % BOARD.rows <= cell // BOARD.rows)
    return _found(_table("figures"), half.rjust(_HALF, b"\0"))


def outermost(number: int) -> int:
    """The outermost row, or place, that the figure reaches; KeyError if no figure has this number."""
    return max(figure(number)) // BOARD.rows + 1


def difficulty(number: int) -> str:
    """One of `DIFFICULTIES`; KeyError if no figure has this number."""
    return DIFFICULTIES[bisect_right(_CLASSES, men_left(number))]


def men_left(number: int) -> float:
    """How many men are left in the yard on average when all turns are made blindly until none can be:
    the more, the harder the figure is. KeyError if no figure has this number."""
    (sixteenths,) = _record("difficulty", number, 1)
    return sixteenths / 16


def problem_of_day(day: int) -> int:
    """The number of the figure of a day, counted from 0; after the last they begin again."""
    at = day % count() * 2
    return int.from_bytes(_table("days")[at : at + 2], "little")


def day_of(number: int) -> int:
    """The first day on which a figure is the problem; KeyError if no figure has this number."""
    found = _found(_table("days"), number.to_bytes(2, "little")) if 1 <= number <= count() else None
    if found is None:
        raise KeyError(f"no figure has the number {number}")
    return found - 1


def way_key(moves: Iterable[Move]) -> str:
    """What tells a whole way from a different one: which man went to which square, in whatever order.

    Where the man of each square of the yard went, in their order, two hexadecimal digits each.
    """
    return bytes(move.path[-1] for move in sorted(moves)).hex()


def _record(name: str, number: int, length: int) -> bytes:
    """The record of a figure in a table."""
    if not 1 <= number <= count():
        raise KeyError(f"no figure has the number {number}")
    return _table(name)[(number - 1) * length : number * length]


def _found(table: bytes, record: bytes) -> int | None:
    """The number of a record in a table of records of its length."""
    at = table.find(record)
    while at % len(record) and at != -1:
        at = table.find(record, at + 1)
    return None if at == -1 else at // len(record) + 1


@cache
def _table(name: str) -> bytes:
    """All records of a table, one after the other."""
    return zlib.decompress((Path(__file__).parent / "data" / f"{name}.z").read_bytes())
