"""Catalogue of the 51,178 figures that nineteen men can form in nineteen turns.

The figures are symmetrical and lie outside the yard. Each has a number starting from 1, a solution,
a measure of difficulty, and a day on which it is the daily puzzle. None of these ever changes.
docs/figures.md explains which figures are counted and how they were computed.

The tables are loaded on first use. They consist of fixed-length records, sorted by figure number. A
cell is stored in one byte, as 16 * (row - 1) + place - 1.
"""

import zlib
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from engine.position import Move
from engine.puzzles.figures import YARD, is_brought_out
from engine.variants.halma import BOARD

DIFFICULTIES = ("very easy", "easy", "medium", "hard", "very hard")
"""The words for difficulty, by the number of hints that a simple player needs."""
_MOST_HINTS = (0, 2, 4, 7)
"""Maximum number of hints for each difficulty but the last."""

_HALF = 12
"""Length of a figure's record in bytes.

The record lists the cells on and below the diagonal in ascending order, with zeros in front.
"""
_WAY = 2 * len(YARD)
"""Length of a solution's record in bytes: the start and end of each turn."""


def count() -> int:
    """Return the number of figures: 51,178."""
    return len(_table("figures")) // _HALF


def figure(number: int) -> frozenset[int]:
    """Return the cells of a figure. Raises `KeyError` if no figure has this number."""
    return frozenset(_record("ways", number, _WAY)[1::2])


def turns(number: int) -> tuple[tuple[int, int], ...]:
    """Return the (start, end) of each turn of the stored solution of a figure.

    Raises `KeyError` if no figure has this number.
    """
    record = _record("ways", number, _WAY)
    return tuple(zip(record[::2], record[1::2], strict=True))


def turn_columns() -> Iterator[tuple[bytes, bytes]]:
    """Yield the starts and ends of the Nth turns of all solutions, for N = 1 to 19."""
    ways = _table("ways")
    return ((ways[at::_WAY], ways[at + 1 :: _WAY]) for at in range(0, _WAY, 2))


def number_of(cells: Iterable[int]) -> int | None:
    """Return the number of the figure with these cells; None if it is not a figure."""
    figure_cells = frozenset(cells)
    if not is_brought_out(figure_cells):
        return None
    half = bytes(cell for cell in sorted(figure_cells) if cell % BOARD.rows <= cell // BOARD.rows)
    return _find_record(_table("figures"), half.rjust(_HALF, b"\0"))


def outermost(number: int) -> int:
    """Return the farthest row or place from the corner that a figure reaches.

    Raises `KeyError` if no figure has this number.
    """
    return max(figure(number)) // BOARD.rows + 1


def difficulty(number: int, played: int = 0) -> str:
    """Return one of `DIFFICULTIES` for a figure after some turns of its solution.

    Raises `KeyError` if no figure has this number.
    """
    return DIFFICULTIES[bisect_left(_MOST_HINTS, easy_after(number) - played)]


def easy_after(number: int) -> int:
    """Return after how many turns a simple player succeeds in most attempts.

    The turns are those of the stored solution. docs/figures.md describes the simple player. Raises
    `KeyError` if no figure has this number.
    """
    (turns_played,) = _record("easy_after", number, 1)
    return turns_played


def head_start(number: int) -> int:
    """Return how many turns are already played in a figure's daily puzzle.

    They are the first turns of the stored solution; docs/figures.md says how many. Raises
    `KeyError` if no figure has this number.
    """
    (turns_played,) = _record("head_starts", number, 1)
    return turns_played


def expected_men_left(number: int) -> float:
    """Return the average number of men left in the yard after random play.

    In random play, turns towards the figure are made at random until none is possible. The daily
    puzzles are ordered by this number. Raises `KeyError` if no figure has this number.
    """
    (sixteenths,) = _record("difficulty", number, 1)
    return sixteenths / 16


def problem_of_day(day: int) -> int:
    """Return the number of the daily puzzle's figure; days are numbered from 0.

    After the last figure, the sequence starts over.
    """
    at = day % count() * 2
    return int.from_bytes(_table("days")[at : at + 2], "little")


def day_of(number: int) -> int:
    """Return the first day on which a figure is the daily puzzle.

    Raises `KeyError` if no figure has this number.
    """
    record_number = (
        _find_record(_table("days"), number.to_bytes(2, "little"))
        if 1 <= number <= count()
        else None
    )
    if record_number is None:
        raise KeyError(f"no figure has the number {number}")
    return record_number - 1


def solution_key(moves: Iterable[Move]) -> str:
    """Return a key that identifies a solution regardless of the order of its turns.

    The key lists the end cell of the man from each cell of the yard, in the order of those cells,
    as two hexadecimal digits each.
    """
    return bytes(move.path[-1] for move in sorted(moves)).hex()


def _record(name: str, number: int, length: int) -> bytes:
    """Return the record of a figure in a table.

    Raises `KeyError` if no figure has this number.
    """
    if not 1 <= number <= count():
        raise KeyError(f"no figure has the number {number}")
    return _table(name)[(number - 1) * length : number * length]


def _find_record(table: bytes, record: bytes) -> int | None:
    """Return the 1-based index of a record in a table of equally long records.

    Returns None if the table does not contain the record.
    """
    at = table.find(record)
    while at % len(record) and at != -1:
        at = table.find(record, at + 1)
    return None if at == -1 else at // len(record) + 1


@cache
def _table(name: str) -> bytes:
    """Return all records of a table as one byte string."""
    return zlib.decompress((Path(__file__).parent / "data" / f"{name}.z").read_bytes())
