"""What stands where and whose turn it is; moves; results. All are values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Final, NamedTuple
from zlib import crc32


class Move(NamedTuple):
    """One whole turn of a player, told by the cells that the man touches."""

    path: tuple[int, ...]
    """() a pass; (c,) a drop on c; (a, b) a step, leap or single jump; (a, b, c, ...) a hop with all
    its landings. The last may be `board.OFF`: the man leaves the board."""
    kind: int = 0
    """The kind of the dropped piece; 0 in every other move."""


class Outcome(NamedTuple):
    """How a game ended."""

    ranking: tuple[tuple[int, ...], ...]
    """Groups of seats, best first: ((0,), (1,)) seat 0 won, ((0, 2), (1, 3)) partners won,
    ((0, 1),) a draw."""
    reason: str
    """What ended it: one of `ENDINGS`."""


ENDINGS = {
    "goal": "the winner reached the goal",
    "overstayed": "a man stood in its own yard after the last turn allowed",
    "connected": "the winner joined the two edges",
    "repetition": "the same position came up for the third time",
    "limit": "the turn limit was reached",
    "stuck": "nobody could move",
    "left": "all other players left",
}
"""Every reason that an `Outcome` of the engine may carry, with what it means."""


Marks = tuple[tuple[int, ...], ...]
"""The checksums of many positions' cells, in as many parts as `NO_MARKS` has: by their last bits."""
NO_MARKS: Marks = ((),) * 16


@dataclass(slots=True, unsafe_hash=True)
class Position:
    """One moment of a game, and all before it: a position keeps its whole game alive.

    Equality is repetition: `ply`, `before` and `marks` do not count. Its fields are final, not frozen:
    a search makes thousands, and to make a frozen one takes four times as long.
    """

    cells: Final[bytes]
    """One byte a cell: 0 empty; else low four bits seat + 1, high four bits the kind."""
    turn: Final[int]
    """The seat to move."""
    stock: Final[tuple[int, ...]] = ()
    """Pieces still to drop: how many of kind k seat s holds stands at s * kinds + k."""
    done: Final[tuple[int, ...]] = ()
    """Seats that have finished, in order; the play goes round without them."""
    gone: Final[tuple[int, ...]] = ()
    """Seats whose players have left, in order; their men play on, they take no place."""
    ply: Final[int] = field(default=0, compare=False)
    """How many turns have been made."""
    before: Final[Position | None] = field(default=None, compare=False, repr=False)
    """The position one turn ago, as far back as this program has followed the game."""
    marks: Final[Marks] = field(default=NO_MARKS, compare=False, repr=False)
    """What the positions before this one looked like; `repeated` asks them."""


def mark_of(position: Position) -> int:
    """The checksum of its cells: by it a position is found again among many."""
    return crc32(position.cells)


def resumed(position: Position, earlier: Iterable[int]) -> Position:
    """The same position of a game of which no more is at hand than the marks of what came before."""
    parts: list[list[int]] = [[] for _ in NO_MARKS]
    for mark in earlier:
        parts[mark & 15].append(mark)
    return replace(position, marks=tuple(map(tuple, parts)))


def known_back_to(position: Position) -> int:
    """The number of turns after which the part of the game begins that is at hand."""
    while position.before:
        position = position.before
    return position.ply


def uncertain(position: Position) -> bool:
    """Whether it may have stood before in a part of the game that is not at hand."""
    mark = mark_of(position)
    return mark in position.marks[mark & 15] and known_back_to(position) > 0


def marked(position: Position) -> Marks:
    """The marks of a position that follows on this one."""
    marks = position.marks
    mark = mark_of(position)
    part = mark & 15
    return (*marks[:part], (*marks[part], mark), *marks[part + 1 :])


def repeated(position: Position) -> int:
    """How often this position has stood in the game as far as it is at hand, this time included; of a
    game that was `resumed`, ask whether that is `uncertain`.

    The history is only walked through where its marks say that these men stood so before.
    """
    mark = mark_of(position)
    times = 1
    if mark in position.marks[mark & 15]:
        earlier = position.before
        while earlier:
            times += earlier.cells == position.cells and earlier == position
            earlier = earlier.before
    return times


def man(seat: int, kind: int = 0) -> int:
    """The byte of a man."""
    return kind << 4 | seat + 1


def seat_of(byte: int) -> int:
    """The seat that owns a man; -1 for an empty cell."""
    return (byte & 15) - 1


def kind_of(byte: int) -> int:
    """The kind of a man."""
    return byte >> 4


SEATS = bytes(byte & 15 for byte in range(256))
"""Translates cells so that each byte is seat + 1 whatever the kind."""


@cache
def men_of(seat: int) -> bytes:
    """What translates cells into 1 for each man of a seat, whatever the kind, and 0 for all else."""
    return bytes(owner == seat + 1 for owner in SEATS)
