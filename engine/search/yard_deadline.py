"""The price of men at home, in games where home must be empty after some number of turns.

The limit is far beyond what a search sees until it is too late. So each turn that a man at home still
needs to get out, past those who stand in its way, costs some worth: nothing at first, and more and more
towards the limit.
"""

from functools import lru_cache

from engine.position import Position, man
from engine.rules import Overstays
from engine.search.distance_tables import steps_out
from engine.search.piece_square_tables import Table, a_turn, worth
from engine.variant_definition import Variant

_EARLY = 0.5
"""Part of the limit that remains when the price begins to grow."""
_MOST = 12.0
"""Usual turns: the price of each turn that a man needs to get out, at the limit."""

_BLOCKED = 2
"""Turns that a man needs more who has no way out as the others stand."""

Charges = tuple[tuple[tuple[tuple[int, int], ...], ...], ...]
"""By seat and kind: cells, each with what a man pays there."""
Tables = tuple[tuple[Table, ...], ...]
"""As `worth.worth` returns."""


def turns_left(variant: Variant, ply: int, seat: int) -> int | None:
    """The number of turns in which a seat has to empty its home; 0 if it must be empty already, None if
    the game has no such limit."""
    if not isinstance(variant.lost, Overstays):
        return None
    seats = len(variant.seats)
    return max(0, variant.lost.turns + 1 - (ply - seat + seats - 1) // seats)


def is_late(variant: Variant, position: Position, seat: int) -> bool:
    """Does a man of the seat stand at home?"""
    home = variant.seats[seat].home
    return any(cell in home for cell in variant.men_of(position, seat))


def charges(variant: Variant, position: Position) -> Charges:
    """What a man pays on each cell of its home, for each seat and kind; () if nobody pays anything."""
    if not isinstance(variant.lost, Overstays):
        return ()
    begins = _EARLY * variant.lost.turns
    found = []
    for seat in range(len(variant.seats)):
        left = turns_left(variant, position.ply, seat) or 0
        price = round(_MOST * a_turn(variant) * max(0.0, 1 - left / begins) ** 3)
        found.append(
            tuple(
                tuple((cell, price * far) for cell, far in _ways_out(variant, position, seat, kind))
                for kind in range(len(variant.kinds))
            )
            if price
            else ()
        )
    return tuple(found) if any(found) else ()


def _ways_out(variant: Variant, position: Position, seat: int, kind: int) -> list[tuple[int, int]]:
    """For each cell of the home the turns that a man takes from there out of it, if nobody else moves;
    where there is no way, a few more than with nobody in the way."""
    home, own = variant.seats[seat].home, man(seat, kind)
    ends = {}
    for cell in home:
        cells = bytearray(position.cells)
        cells[cell] = own
        there = Position(bytes(cells), seat, position.stock, position.done, position.gone)
        ends[cell] = {move.path[-1] for move in variant.from_cell(there, cell)}
    alone = steps_out(variant, seat, kind)
    far = {cell: 1 for cell in home if not ends[cell] <= home}
    for _ in home:
        for cell in home - far.keys():
            if near := [far[end] for end in ends[cell] if end in far]:
                far[cell] = min(near) + 1
    return [(cell, far.get(cell, alone[cell] + _BLOCKED)) for cell in sorted(home)]


@lru_cache(maxsize=256)
def charged(variant: Variant, charges: Charges) -> Tables:
    """The tables of worth less these charges."""
    if not charges:
        return worth(variant)
    return tuple(
        tuple(map(_less, tables, paid)) if paid else tables
        for tables, paid in zip(worth(variant), charges, strict=True)
    )


def _less(table: Table, paid: tuple[tuple[int, int], ...]) -> Table:
    found = [*table]
    for cell, charge in paid:
        found[cell] -= charge
    return tuple(found)
