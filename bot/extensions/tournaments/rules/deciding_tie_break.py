"""What decided between two rows of the standings with equal points."""

from typing import Literal

from bot.extensions.tournaments.rules.standings import Row

Decided = Literal[
    "direct",
    "wins",
    "sonneborn_berger",
    "firsts",
    "seconds",
    "place_difference",
    "opponents_points",
    "seed",
]
"""A tie-break, by its column of the standings, or the seed if the place is shared."""
SECTIONS: tuple[Decided, ...] = ("direct", "wins", "sonneborn_berger")
TABLES: tuple[Decided, ...] = ("firsts", "seconds", "place_difference", "opponents_points")
"""The tie-breaks of each format, in their order."""


def deciding_tie_break(ahead: Row, behind: Row) -> Decided | None:
    """Return what put a row ahead of another one; None if that was the points.

    Direct encounter and place difference are applied again to the entrants who remain tied, which
    the rows do not show. They have decided if nothing else explains the order.
    """
    if ahead.points != behind.points:
        return None
    if ahead.place == behind.place:
        return "seed"
    applied_again: Decided = "direct" if ahead.firsts is None else "place_difference"
    for name in SECTIONS if ahead.firsts is None else TABLES:
        own, other = getattr(behind, name), getattr(ahead, name)
        if own is not None and other is not None and own != other:
            return name if other > own else applied_again
    return applied_again
