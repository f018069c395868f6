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
    found: set[int] = set()
    for mover in variant.kinds[byte >> 4].movers:
        reached = [origin]
        for here in reached:
            for to in once(variant, board, seat, mover, here):
                if variant.link_allowed(variant, seat, here, to):
                    found.add(to)
                    if isinstance(mover, Hop) and to not in reached:
                        reached.append(to)
    return found - {origin}


def once(variant: Variant, board: list[int], seat: int, mover: object, here: int) -> set[int]:
    """Return the empty cells that can be reached by one step, jump or leap."""
    found: set[int | None] = set()
    match mover:
        case Step(dirs):
            found = {beyond(variant, here, turned(variant, seat, number)) for number in dirs}
        case Hop(dirs, False, far):
            found = {jump(variant, board, here, turned(variant, seat, n), far) for n in dirs}
        case Leap(offsets, False):
            found = {beyond(variant, here, (columns, rows)) for rows, columns in offsets}
        case _:
            raise NotImplementedError(f"{mover} needs a naive finder of its own")
    return {to for to in found if to is not None and not board[to]}


def turned(variant: Variant, seat: int, direction: int) -> Place:
    """Return the offset of a direction as the seat sees it."""
    return COMPASS[(direction + variant.seats[seat].facing) % 8]
