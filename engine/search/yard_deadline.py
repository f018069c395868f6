"""Evaluation penalties for men in the yard, in variants with a deadline to leave.

The deadline is usually far beyond the search horizon. Each turn that a man still needs to leave its
yard, past the men that block it, therefore incurs a penalty, called a charge. The charge is zero at
first and grows towards the deadline.
"""

from functools import lru_cache

from engine.position import Position, man
from engine.rules import Overstays
from engine.search.distance_tables import steps_out
from engine.search.piece_square_tables import PieceSquareTable, piece_square_tables, points_per_turn
from engine.variant_definition import Variant

_EARLY = 0.5
"""Fraction of the allowed turns that are left when the charge starts to grow."""
_MOST = 14.6
"""Charge at the deadline for each turn needed to leave.

It is a multiple of the average gain.
"""

_BLOCKED = 2
"""Number of extra turns assumed for a completely blocked man."""

Charges = tuple[tuple[tuple[tuple[int, int], ...], ...], ...]
"""The charges by seat and kind, as pairs of a cell and the charge for a man on it."""
Tables = tuple[tuple[PieceSquareTable, ...], ...]
"""Piece-square tables by seat and kind, as returned by `piece_square_tables`."""


def turns_left(variant: Variant, ply: int, seat: int) -> int | None:
    """Return how many turns a seat has left to empty its yard.

    Returns 0 if the yard must already be empty, and None if the variant has no such deadline.
    """
    if not isinstance(variant.has_lost, Overstays):
        return None
    seats = len(variant.seats)
    return max(0, variant.has_lost.turns + 1 - (ply - seat + seats - 1) // seats)


def is_late(variant: Variant, position: Position, seat: int) -> bool:
    """Whether the seat still has a man in its yard."""
    home = variant.seats[seat].home
    return any(cell in home for cell in variant.men_of(position, seat))


def charges(variant: Variant, position: Position) -> Charges:
    """Return the charges for men in their yards, or () if there are none."""
    if not isinstance(variant.has_lost, Overstays):
        return ()
    begins = _EARLY * variant.has_lost.turns
    charges = []
    for seat in range(len(variant.seats)):
        left = turns_left(variant, position.ply, seat) or 0
        price = round(_MOST * points_per_turn(variant) * max(0.0, 1 - left / begins) ** 3)
        charges.append(
            tuple(
                tuple((cell, price * far) for cell, far in _ways_out(variant, position, seat, kind))
                for kind in range(len(variant.kinds))
            )
            if price and is_late(variant, position, seat)
            else ()
        )
    return tuple(charges) if any(charges) else ()


def _ways_out(variant: Variant, position: Position, seat: int, kind: int) -> list[tuple[int, int]]:
    """Return, for each yard cell, how many turns a man needs to leave it.

    No other man is assumed to move. For a blocked man, the result is the number of turns on an
    empty board plus `_BLOCKED`.
    """
    home, own = variant.seats[seat].home, man(seat, kind)
    ends = {}
    for cell in home:
        cells = bytearray(position.cells)
        cells[cell] = own
        after = Position(bytes(cells), seat, position.stock, position.done, position.gone)
        ends[cell] = {move.path[-1] for move in variant.from_cell(after, cell)}
    alone = steps_out(variant, seat, kind)
    far = {cell: 1 for cell in home if not ends[cell] <= home}
    for _ in home:
        for cell in home - far.keys():
            if near := [far[end] for end in ends[cell] if end in far]:
                far[cell] = min(near) + 1
    return [(cell, far.get(cell, alone[cell] + _BLOCKED)) for cell in sorted(home)]


@lru_cache(maxsize=256)
def charged(variant: Variant, charges: Charges) -> Tables:
    """Return the piece-square tables minus these charges."""
    if not charges:
        return piece_square_tables(variant)
    return tuple(
        tuple(map(_less, tables, paid)) if paid else tables
        for tables, paid in zip(piece_square_tables(variant), charges, strict=True)
    )


def _less(table: PieceSquareTable, paid: tuple[tuple[int, int], ...]) -> PieceSquareTable:
    values = [*table]
    for cell, charge in paid:
        values[cell] -= charge
    return tuple(values)
