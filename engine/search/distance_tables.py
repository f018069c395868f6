"""How many turns a man takes who is alone on the board: `steps_home`, `steps_out`, `turns_to_each`."""

from collections.abc import Iterable
from functools import cache

from engine.board import OFF
from engine.position import Position, man
from engine.variant_definition import Variant


def lone(variant: Variant, seat: int, kind: int, cell: int) -> Position:
    """The position in which one man stands on a cell, and nobody else anywhere."""
    cells = bytearray(len(variant.board.spots))
    cells[cell] = man(seat, kind)
    return Position(bytes(cells), seat)


@cache
def _onto(variant: Variant, seat: int, kind: int) -> tuple[tuple[int, ...], ...]:
    """For each cell those from which a lone man gets there in one turn."""
    cells = len(variant.board.spots)
    onto: list[list[int]] = [[] for _ in range(cells)]
    for cell in range(cells):
        for move in variant.from_cell(lone(variant, seat, kind, cell), cell):
            if move.path[-1] != OFF:
                onto[move.path[-1]].append(cell)
    return tuple(map(tuple, onto))


def _to(variant: Variant, seat: int, kind: int, goal: Iterable[int]) -> tuple[int, ...]:
    """For each cell how many turns a lone man takes from there to the nearest of `goal`; where there is
    no way at all, as many as there are cells."""
    onto = _onto(variant, seat, kind)
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
def steps_home(variant: Variant, seat: int, kind: int) -> tuple[int, ...]:
    """For each cell how many turns a lone man takes from there into the goal."""
    return _to(variant, seat, kind, variant.seats[seat].goal)


@cache
def steps_out(variant: Variant, seat: int, kind: int) -> tuple[int, ...]:
    """For each cell how many turns a lone man takes from there out of its home; 0 outside."""
    home = variant.seats[seat].home
    return _to(variant, seat, kind, (c for c in range(len(variant.board.spots)) if c not in home))


@cache
def turns_to_each(variant: Variant, seat: int, kind: int) -> dict[int, tuple[int, ...]]:
    """For each cell of the goal how many turns a lone man takes there from everywhere."""
    return {cell: _to(variant, seat, kind, (cell,)) for cell in variant.seats[seat].goal}
