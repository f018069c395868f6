"""Why a man cannot go where he was told to: the first leg of the way that fails, and how."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from engine.board import OFF
from engine.errors import Reason
from engine.position import Move, Position, seat_of

if TYPE_CHECKING:
    from engine.variant import Duty, Variant

_MOST = 25
"""How many compulsory moves a reason lists."""


def why(variant: Variant, position: Position, cells: tuple[int, ...], text: str) -> Reason:
    """Why no way leads from the first of the cells, where the mover has a man, through the rest."""
    names = variant.board.names
    origin, target = cells[0], cells[-1]
    if target == origin:
        return Reason("returns", text, (names[origin],))
    for cell in cells[1:]:
        if cell != OFF and cell != origin and position.cells[cell] and _needs_room(variant):
            return Reason("target-taken", text, (names[cell],))
    if not variant.from_cell(position, origin):
        hemmed_in = not variant.without_yards.from_cell(position, origin)
        return Reason("hemmed-in" if hemmed_in else "leaves-yard", text, (names[origin],))
    if variant.without_yards.through(position, origin, cells[1:]):
        return Reason(_yard(variant, position, cells), text, (names[target],))
    for leg in range(2, len(cells) + 1):
        if not variant.through(position, origin, cells[1:leg]):
            return _leg(variant, position, origin, cells[leg - 2], cells[leg - 1], text)
    return Reason("too-far", text, (names[origin], _name(variant, target)))


def bound(variant: Variant, position: Position, duty: Duty, move: Move, text: str) -> Reason:
    """Why a move that the man could make is not allowed now, with those that are."""
    printed = tuple(variant.format(other) for other in variant.moves(position)[:_MOST])
    return Reason(duty.code, text, (_name(variant, move.path[-1]),), printed)


def _needs_room(variant: Variant) -> bool:
    """Must every landing be empty? Not where a leap may be relayed by an enemy."""
    return not any(
        getattr(mover, "relay", False) for kind in variant.kinds for mover in kind.movers
    )


def _yard(variant: Variant, position: Position, cells: tuple[int, ...]) -> str:
    """Which yard line is in the way."""
    goal = variant.seats[position.turn].goal
    path = variant.without_yards.through(position, cells[0], cells[1:])[0].path
    inside = [cell in goal for cell in path]
    left = any(was and not now for was, now in pairwise(inside))
    return "leaves-yard" if left else "enters-yard"


def _leg(
    variant: Variant, position: Position, origin: int, here: int, there: int, text: str
) -> Reason:
    """Why one leg of the way fails: between two cells that were named one after the other."""
    board = variant.board
    names = board.names
    if there == OFF:
        return Reason("too-far", text, (names[here], "off"))
    line = next((ray for ray in board.rays[here] if there in ray), None)
    if line is None:
        return Reason("too-far", text, (names[here], names[there]))
    distance = line.index(there) + 1
    if distance == 1:
        code = "wrong-direction" if here == origin else "no-step"
        return Reason(code, text, (names[here], names[there]))
    far: int = max(getattr(mover, "far", 1) for mover in variant.kinds[0].movers)
    if distance > 2 * far or distance % 2:
        return Reason("too-far", text, (names[here], names[there]))
    middle = line[distance // 2 - 1]
    if middle == origin or not position.cells[middle]:
        return Reason("nobody-to-jump", text, (names[middle],))
    for cell in line[:distance]:
        if position.cells[cell] and cell not in (origin, middle):
            return Reason("not-clear", text, (names[cell],))
    foes_only = any(getattr(mover, "foes_only", False) for mover in variant.kinds[0].movers)
    if foes_only and seat_of(position.cells[middle]) == position.turn:
        return Reason("wrong-man", text, (names[middle],))
    return Reason("wrong-direction", text, (names[here], names[there]))


def _name(variant: Variant, cell: int) -> str:
    return variant.board.names[cell] if cell != OFF else "off"
