"""Distance tables: turns that a lone man needs on an otherwise empty board."""

from collections.abc import Iterable
from functools import cache

from engine.board import OFF
from engine.position import Position, man
from engine.variant_definition import Variant


def lone_position(variant: Variant, seat: int, kind: int, cell: int) -> Position:
    """Return the position with one man on a cell of an otherwise empty board."""
    cells = bytearray(len(variant.board.spots))
    cells[cell] = man(seat, kind)
    return Position(bytes(cells), seat)


@cache
def _predecessors(variant: Variant, seat: int, kind: int) -> tuple[tuple[int, ...], ...]:
    """Return, for each cell, the cells from which a lone man reaches it in one turn."""
    cells = len(variant.board.spots)
    onto: list[list[int]] = [[] for _ in range(cells)]
    for cell in range(cells):
        for move in variant.from_cell(lone_position(variant, seat, kind, cell), cell):
            if move.path[-1] != OFF:
                onto[move.path[-1]].append(cell)
    return tuple(map(tuple, onto))


def _distances_to(variant: Variant, seat: int, kind: int, goal: Iterable[int]) -> tuple[int, ...]:
    """Return, for each cell, how many turns a lone man needs to reach any of `goal`.

    If there is no route, the value is the number of cells on the board.
    """
    onto = _predecessors(variant, seat, kind)
    ring = sorted(goal)
    distance = [len(onto)] * len(onto)
    for cell in ring:
        distance[cell] = 0
    for cell in ring:
        for before in onto[cell]:
            if distance[before] == len(onto):
                distance[before] = distance[cell] + 1
                ring.append(before)
    return tuple(distance)


@cache
def turns_home(variant: Variant, seat: int, kind: int) -> tuple[int, ...]:
    """Return, for each cell, how many turns a lone man needs to enter the goal."""
    return _distances_to(variant, seat, kind, variant.seats[seat].goal)


@cache
def steps_out(variant: Variant, seat: int, kind: int) -> tuple[int, ...]:
    """Return, for each cell, how many turns a lone man needs to leave its yard.

    The value is 0 outside the yard.
    """
    home = variant.seats[seat].home
    return _distances_to(
        variant, seat, kind, (c for c in range(len(variant.board.spots)) if c not in home)
    )


@cache
def turns_to_each(variant: Variant, seat: int, kind: int) -> dict[int, tuple[int, ...]]:
    """Return, for each goal cell, how many turns a lone man needs to reach it.

    Each value is a table with one entry for each start cell.
    """
    return {cell: _distances_to(variant, seat, kind, (cell,)) for cell in variant.seats[seat].goal}
