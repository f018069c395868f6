"""How long a search may take: in positions, which come out the same everywhere, and by the clock."""

from __future__ import annotations

import time

_OFTEN = 32
"""The clock is looked at after so many positions."""


class Spent(Exception):
    """All that was allowed is used up."""


class Budget:
    """How many positions may be looked at, and until when."""

    def __init__(self, nodes: int, seconds: float | None = None) -> None:
        self.nodes = nodes
        self.used = 0
        self._until = None if seconds is None else time.monotonic() + seconds

    def spend(self, cost: int = 1) -> None:
        """Look at one more position, which may cost more than another; Spent if that is too much."""
        if self.used >= self.nodes:
            raise Spent
        self.used += cost
        if self._until is None:
            return
        if (cost > 1 or not self.used % _OFTEN) and time.monotonic() > self._until:
            raise Spent

    def part(self, share: float) -> Budget:
        """A budget of its own, of some part of what is left."""
        smaller = Budget(int((self.nodes - self.used) * share))
        smaller._until = self._until
        return smaller
