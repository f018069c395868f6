"""Naive finders for the star and hexagon: Chinese Checkers and Hexma."""

from functools import partial
from math import sqrt

from engine import Position, Variant
from tests.engine.naive_board import Finder, Place, man_by_man
from tests.engine.naive_halma import halma_ends

HIGH = sqrt(3) / 2
SIX: list[Place] = [(1, 0), (0.5, HIGH), (-0.5, HIGH), (-1, 0), (-0.5, -HIGH), (0.5, -HIGH)]
"""Directions, anticlockwise from the right."""


def men(longest: int, locks: bool, variant: Variant, position: Position, origin: int) -> set[int]:
    """Return the ends of a step, or of jumps over men at most `longest` holes away.

    If `locks` is true, men stay in their goal.
    """
    goal = variant.seats[position.turn].goal if locks else frozenset()
    return halma_ends(
        variant,
        position,
        origin,
        SIX,
        lambda cell, to: cell not in goal or to in goal,
        longest,
    )


FINDERS: dict[str, Finder] = {
    **dict.fromkeys(("hexma", "hexma-3", "hexma-hex"), man_by_man(partial(men, 1, False))),
    **{
        f"{prefix}chinese-checkers{suffix}": man_by_man(partial(men, longest, True))
        for prefix, longest in (("", 1), ("super-", 6))
        for suffix in ("", "-3", "-4", "-6")
    },
    **dict.fromkeys(
        (
            "chinese-checkers-5",
            "chinese-checkers-4-partners",
            "chinese-checkers-6-partners",
            "chinese-checkers-15",
            "chinese-checkers-3-15",
        ),
        man_by_man(partial(men, 1, True)),
    ),
}
