"""What the men of a game could ever do: worked out once for all games in which men travel alike.

That is so in a game and in most forms that options make of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from engine import move_generation
from engine.move_generation.movers import Links

if TYPE_CHECKING:
    from engine.move_generation import Tables
    from engine.variant_definition import Variant

_first: WeakValueDictionary[tuple[object, ...], Variant] = WeakValueDictionary()
"""For each way of travelling the first game that asked, as long as anybody needs it."""


def links(variant: Variant) -> tuple[tuple[tuple[Links, ...], ...], ...]:
    """links[seat][kind][number of the mover]."""
    first = _alike(variant)
    if first is not variant:
        return first.links
    return tuple(
        tuple(
            tuple(
                mover.links(
                    variant.board,
                    seat.facing,
                    lambda a, b, number=number: variant.may(variant, number, a, b),  # type: ignore[misc]
                )
                for mover in kind.movers
            )
            for kind in variant.kinds
        )
        for number, seat in enumerate(variant.seats)
    )


def tables(variant: Variant) -> tuple[Tables, ...] | None:
    """The tables of each seat, where all men are of one kind that has them."""
    first = _alike(variant)
    if first is not variant:
        return first.tables
    if len(variant.kinds) > 1:
        return None
    (kind,) = variant.kinds
    found = [
        move_generation.tables(kind.movers, links, variant.board, seat)
        for seat, (links,) in enumerate(variant.links)
    ]
    return tuple(one for one in found if one) or None


def _alike(variant: Variant) -> Variant:
    """The first game that asked in which men travel as in this one."""
    travel = variant.board, variant.seats, repr(variant.kinds), variant.may
    return _first.setdefault(travel, variant)
