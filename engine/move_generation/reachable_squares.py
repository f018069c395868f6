"""Links and tables, shared by all games with the same movement rules.

Most options of a game leave the movement rules unchanged, so they are computed only once.
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
"""Weak cache: the first game with each set of movers and yard lines."""


def links_of(variant: Variant) -> tuple[tuple[tuple[Links, ...], ...], ...]:
    """Return the links of the movers, indexed by [seat][kind][mover index]."""
    first = _first_alike(variant)
    if first is not variant:
        return first.links
    return tuple(
        tuple(
            tuple(
                mover.links(
                    variant.board,
                    seat.facing,
                    lambda a, b, number=number: variant.link_allowed(variant, number, a, b),  # type: ignore[misc]
                )
                for mover in kind.movers
            )
            for kind in variant.kinds
        )
        for number, seat in enumerate(variant.seats)
    )


def tables_of(variant: Variant) -> tuple[Tables, ...] | None:
    """Return the tables of each seat.

    None if there are several kinds of men, or if no tables fit the only kind.
    """
    first = _first_alike(variant)
    if first is not variant:
        return first.tables
    if len(variant.kinds) > 1:
        return None
    (kind,) = variant.kinds
    tables_by_seat = [
        move_generation.tables_for(kind.movers, links, variant.board, seat)
        for seat, (links,) in enumerate(variant.links)
    ]
    return tuple(table for table in tables_by_seat if table) or None


def _first_alike(variant: Variant) -> Variant:
    """Return the first known game with the same movement rules as this one."""
    travel = variant.board, variant.seats, repr(variant.kinds), variant.link_allowed
    return _first.setdefault(travel, variant)
