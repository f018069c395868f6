"""How strongly the computer plays: the levels that a game offers."""

from dataclasses import dataclass
from functools import cache

from engine.variant_definition import Variant


@dataclass(frozen=True)
class Level:
    """One of the strengths at which the computer plays a game."""

    number: int
    """1 for the weakest; the same name has the same number in every game."""
    name: str
    """What people choose it by: "Stroller", "Runner", "Planner" or "Master"."""
    depth: int
    """How many turns it looks ahead at most."""
    nodes: int
    """How many positions it looks at in one move where nobody says otherwise."""
    seconds: float
    """How long it is worth thinking where a clock is wanted; the weak ones are always faster."""


STROLLER = Level(1, "Stroller", 0, 100, 0.1)
"""Goes forward, and no more: loses to a child."""
RUNNER = Level(2, "Runner", 1, 200, 0.1)
"""Takes the longest way forward each time: fair for a casual player."""
PLANNER = Level(3, "Planner", 3, 400, 0.3)
"""Looks at the answers to its moves: makes one think."""
MASTER = Level(4, "Master", 20, 6_000, 1.0)
"""Looks as far ahead as it may: plays to win."""

ALL = (STROLLER, RUNNER, PLANNER, MASTER)


@cache
def levels(variant: Variant) -> tuple[Level, ...]:
    """The levels that a game offers, the weakest first."""
    offered: tuple[Level, ...] = ALL if len(variant.seats) == 2 else ALL[:-1]
    if variant.levels:
        offered = tuple(level for level in ALL if level.name in variant.levels)
    return offered
