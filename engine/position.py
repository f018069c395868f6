"""Value types of the engine: positions, moves and outcomes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Final, NamedTuple
from zlib import crc32


class Move(NamedTuple):
    """One whole turn of a player, as the cells that the man touches."""

    path: tuple[int, ...]
    """The route of the move.

    () is a pass; (c,) is a drop on c; (a, b) is a step, a leap or a single jump; (a, b, c, ...) is
    a hop with all its landings. The last cell may be `board.OFF`: the man leaves the board.
    """
    kind: int = 0
    """The index of the dropped piece's kind; 0 for any other move."""


class Outcome(NamedTuple):
    """The end of a game: its ranking and the reason."""

    ranking: tuple[tuple[int, ...], ...]
    """Groups of seats, best first.

    ((0,), (1,)) means that seat 0 won, ((0, 2), (1, 3)) that the partners 0 and 2 won, and ((0,
    1),) is a draw.
    """
    reason: str
    """What ended the game: one of `ENDINGS`.

    In a record it may also be one of `engine.record.AGREED_REASONS`.
    """


ENDINGS = {
    "goal": "the winner reached the goal",
    "unanswered": "the winner reached the goal, and the other could not in one more turn",
    "overstayed": "a man stood in its own yard after the last turn allowed",
    "connected": "the winner joined the two edges",
    "repetition": "the same position came up for the third time",
    "count": "the turn came after which the men in the goals are counted",
    "limit": "the turn limit was reached",
    "stuck": "nobody could move",
    "left": "all other players left",
}
"""Every reason that the rules can give for an `Outcome`, with its meaning."""


Marks = tuple[tuple[int, ...], ...]
"""Repetition hashes of earlier positions.

They are grouped by their last four bits into 16 parts.
"""
NO_MARKS: Marks = ((),) * 16


@dataclass(slots=True, unsafe_hash=True)
class Position:
    """The state of a game at one ply, linked to all earlier positions.

    Two positions are equal if they count as a repetition: `ply`, `before` and `marks` are not
    compared. The fields are declared final but the class is not frozen, because creating a frozen
    instance takes four times as long, and a search creates thousands of them.
    """

    cells: Final[bytes]
    """One byte per cell.

    0 is empty. Otherwise the low four bits are the seat + 1 and the high four bits are the kind.
    """
    turn: Final[int]
    """The seat whose turn it is."""
    stock: Final[tuple[int, ...]] = ()
    """Pieces still to drop: index s * kinds + k has the number of kind k held by seat s."""
    done: Final[tuple[int, ...]] = ()
    """Seats that have finished, in order; they are skipped from then on."""
    gone: Final[tuple[int, ...]] = ()
    """Seats whose players have left, in order of leaving.

    Their men play on, but a team ranks last once all its players have left.
    """
    ply: Final[int] = field(default=0, compare=False)
    """Number of turns made so far."""
    before: Final[Position | None] = field(default=None, compare=False, repr=False)
    """The previous position; None if it is not in memory or this is the first one."""
    marks: Final[Marks] = field(default=NO_MARKS, compare=False, repr=False)
    """Hashes of all earlier positions, used by `repetition_count`."""


def repetition_hash(position: Position) -> int:
    """Return the repetition hash of a position: a checksum of its cells."""
    return crc32(position.cells)


def from_snapshot(position: Position, earlier: Iterable[int]) -> Position:
    """Return a copy of the position with the repetition hashes of earlier positions.

    This is for a match that is resumed without replaying its earlier positions.
    """
    parts: list[list[int]] = [[] for _ in NO_MARKS]
    for mark in earlier:
        parts[mark & 15].append(mark)
    return replace(position, marks=tuple(map(tuple, parts)))


def history_start(position: Position) -> int:
    """Return the ply at which the history in memory starts."""
    while position.before:
        position = position.before
    return position.ply


def may_repeat(position: Position) -> bool:
    """Whether the position may have occurred before the history in memory starts."""
    mark = repetition_hash(position)
    return mark in position.marks[mark & 15] and history_start(position) > 0


def extended_marks(position: Position) -> Marks:
    """Return the repetition hashes so far, with this position's own added."""
    marks = position.marks
    mark = repetition_hash(position)
    part = mark & 15
    return (*marks[:part], (*marks[part], mark), *marks[part + 1 :])


def repetition_count(position: Position) -> int:
    """Return how often this position has occurred, including this occurrence.

    Only the history in memory is counted; after `from_snapshot`, check `may_repeat` as well. The
    history is searched only if the hashes show that these cells may have occurred before.
    """
    mark = repetition_hash(position)
    times = 1
    if mark in position.marks[mark & 15]:
        earlier = position.before
        while earlier:
            times += earlier.cells == position.cells and earlier == position
            earlier = earlier.before
    return times


def man(seat: int, kind: int = 0) -> int:
    """Return the byte of a man."""
    return kind << 4 | seat + 1


def seat_of(byte: int) -> int:
    """Return the seat that owns a man; -1 if the byte is an empty cell."""
    return (byte & 15) - 1


def kind_of(byte: int) -> int:
    """Return the index of a man's kind in `Variant.kinds`."""
    return byte >> 4


SEATS = bytes(byte & 15 for byte in range(256))
"""Translation table from a cell's byte to seat + 1, or 0 for an empty cell."""


@cache
def men_of(seat: int) -> bytes:
    """Return a translation table: 1 for each man of a seat, 0 for anything else."""
    return bytes(owner == seat + 1 for owner in SEATS)
