"""Playing strength of the computer: the levels that a game offers."""

from dataclasses import dataclass, replace
from functools import cache

from engine.variant_definition import Variant


@dataclass(frozen=True)
class Level:
    """A playing strength of the computer."""

    number: int
    """The level's number; 1 is the weakest.

    Each name has the same number in every game.
    """
    name: str
    """The name shown to players: "Stroller", "Runner", "Planner" or "Master"."""
    depth: int
    """Maximum search depth in turns."""
    nodes: int
    """Number of positions searched per move without a time limit, and by levels below Master."""
    seconds: float
    """Recommended time limit per move in seconds, for callers that set a limit.

    The weak levels never reach it.
    """
    timed_nodes: int = 0
    """Maximum number of positions searched within a time limit; 0 if it is `nodes`.

    With a higher number, the level uses the speed of the machine.
    """

    def budget(self, seconds: float | None) -> int:
        """Return the number of positions to search with this time limit, or without one."""
        return self.nodes if seconds is None else max(self.nodes, self.timed_nodes)


STROLLER = Level(1, "Stroller", 0, 100, 0.1)
"""Random forward moves; even a child can win."""
RUNNER = Level(2, "Runner", 1, 200, 0.1)
"""Always plays the move with the highest gain; for casual players."""
PLANNER = Level(3, "Planner", 3, 400, 0.3)
"""Considers the replies to its moves; for most players a challenge."""
MASTER = Level(4, "Master", 20, 6_000, 0.75, timed_nodes=1_000_000)
"""Searches as deeply as its time allows, and plays to win."""

PLANNER_FOR_MANY = replace(PLANNER, nodes=3_000)
"""The level Planner with more than two seats, each of whose turns it predicts."""

ALL = (STROLLER, RUNNER, PLANNER, MASTER)


@cache
def levels(variant: Variant) -> tuple[Level, ...]:
    """Return the levels that a game offers, weakest first."""
    offered: tuple[Level, ...] = ALL
    if len(variant.seats) > 2:
        offered = (STROLLER, RUNNER, PLANNER_FOR_MANY)
    if variant.levels:
        offered = tuple(level for level in offered if level.name in variant.levels)
    return offered
