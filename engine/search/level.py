"""Playing strength of the computer: the levels that a game offers."""

from dataclasses import dataclass
from functools import cache

from engine.variant_definition import Variant


@dataclass(frozen=True)
class Level:
    """A playing strength of the computer."""

    number: int
    """1 for the weakest level; each name has the same number in every game."""
    name: str
    """The name shown to players: "Stroller", "Runner", "Planner" or "Master"."""
    depth: int
    """Maximum search depth in turns."""
    nodes: int
    """Default number of positions searched per move."""
    seconds: float
    """Recommended time limit per move in seconds, for callers that set one.

    The weak levels are always faster.
    """


STROLLER = Level(1, "Stroller", 0, 100, 0.1)
"""Random forward moves; loses to a child."""
RUNNER = Level(2, "Runner", 1, 200, 0.1)
"""Always plays the move with the highest gain; suits a casual player."""
PLANNER = Level(3, "Planner", 3, 400, 0.3)
"""Considers the replies to its moves; a challenge for most players."""
MASTER = Level(4, "Master", 20, 6_000, 1.0)
"""Searches as deeply as its budget allows; plays to win."""

ALL = (STROLLER, RUNNER, PLANNER, MASTER)


@cache
def levels(variant: Variant) -> tuple[Level, ...]:
    """Return the levels that a game offers, weakest first."""
    offered: tuple[Level, ...] = ALL if len(variant.seats) == 2 else ALL[:-1]
    if variant.levels:
        offered = tuple(level for level in ALL if level.name in variant.levels)
    return offered
