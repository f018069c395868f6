"""Naive finder built from the steps, hops and leaps of a variant.

It is used for every variant on squares that has no naive finder of its own.
"""

from engine import Position, Variant
from engine.move_generation.movers import Hop, Leap, Step
from tests.engine.naive_board import Place, beyond, lifted, owner
from tests.engine.naive_halma import jump

COMPASS: list[Place] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
"""(right, up) of each direction, clockwise from forward."""


def find(variant: Variant, position: Position) -> set[object]:
    """Return (origin, end) of every move.

    Variants that restrict moves (`Variant.restriction`) are not supported.
    """
    duty = variant.restriction(variant, position)
    assert duty is None, "a game with duties needs a naive finder of its own"
    return {
        (cell, end)
        for cell in range(len(position.cells))
        if owner(position, cell) == position.turn
        for end in ends(variant, position, cell)
    }


def ends(variant: Variant, position: Position, origin: int) -> set[int]:
    """Return the cells where the man on `origin` can end its move."""
    byte, seat = position.cells[origin], position.turn
    board = lifted(position, origin)
    ends: set[int] = set()
    for mover in variant.kinds[byte >> 4].movers:
        reached = [origin]
        for cell in reached:
            for to in once(variant, board, seat, mover, cell):
                if variant.link_allowed(variant, seat, cell, to):
                    ends.add(to)
                    if isinstance(mover, Hop) and to not in reached:
                        reached.append(to)
    return ends - {origin}


def once(variant: Variant, board: list[int], seat: int, mover: object, cell: int) -> set[int]:
    """Return the empty cells that can be reached by one step, jump or leap."""
    ends: set[int | None] = set()
    match mover:
        case Step(dirs):
            ends = {beyond(variant, cell, turned(variant, seat, number)) for number in dirs}
        case Hop(dirs, False, far):
            ends = {jump(variant, board, cell, turned(variant, seat, n), far) for n in dirs}
        case Leap(offsets, False):
            ends = {beyond(variant, cell, (columns, rows)) for rows, columns in offsets}
        case _:
            raise NotImplementedError(f"{mover} needs a naive finder of its own")
    return {to for to in ends if to is not None and not board[to]}


def turned(variant: Variant, seat: int, direction: int) -> Place:
    """Return the offset of a direction as the seat sees it."""
    return COMPASS[(direction + variant.seats[seat].facing) % 8]
