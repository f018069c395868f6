"""The price of men at home, in games where home must be empty after some number of turns.

The limit is far beyond what a search sees until it is too late. So each turn that a man at home still
needs to get out costs some worth, nothing at first and more and more towards the limit.
"""

from functools import lru_cache

from engine.position import Position
from engine.rules import Overstays
from engine.search.distance_tables import steps_out
from engine.search.piece_square_tables import Table, a_turn, worth
from engine.variant_definition import Variant

_EARLY = 0.5
"""Part of the limit that remains when the price begins to grow."""
_MOST = 4.0
"""Usual turns: the price of each turn that a man needs to get out, at the limit."""

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


def prices(variant: Variant, ply: int) -> tuple[int, ...]:
    """The price, for each seat, of each turn that a man needs to get out; () if there is no limit."""
    if not isinstance(variant.lost, Overstays):
        return ()
    begins = _EARLY * variant.lost.turns
    left = [turns_left(variant, ply, seat) or 0 for seat in range(len(variant.seats))]
    passed = [max(0.0, 1 - each / begins) for each in left]
    return tuple(round(_MOST * a_turn(variant) * share * share) for share in passed)


@lru_cache(maxsize=256)
def priced(variant: Variant, prices: tuple[int, ...]) -> Tables:
    """The tables of worth with these prices."""
    if not any(prices):
        return worth(variant)
    return tuple(
        tuple(
            _with_price(table, price, steps_out(variant, seat, kind))
            for kind, table in enumerate(tables)
        )
        for seat, (tables, price) in enumerate(zip(worth(variant), prices, strict=True))
    )


def _with_price(table: Table, price: int, steps: tuple[int, ...]) -> Table:
    return (*(there - price * far for there, far in zip(table, steps, strict=False)), table[-1])
