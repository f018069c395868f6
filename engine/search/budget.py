"""Search budget: a limit on nodes (positions searched), and on time.

Unlike a time limit, a node limit gives the same result on every machine.
"""

from __future__ import annotations

import time
from collections.abc import Callable

clock: Callable[[], float] = time.monotonic
"""The clock of time limits. Matches between computers use CPU time instead."""
_OFTEN = 32
"""Number of positions between two checks of the time."""


class BudgetSpent(Exception):
    """The search budget is used up."""


class SearchBudget:
    """A limit on the positions searched, with an optional deadline."""

    def __init__(self, nodes: int, seconds: float | None = None) -> None:
        self.nodes = nodes
        self.used = 0
        self.deadline = None if seconds is None else clock() + seconds

    def spend(self, cost: int = 1) -> None:
        """Count one more position; `cost` is higher for positions that take longer.

        Raises `BudgetSpent` if the budget is used up or the deadline has passed.
        """
        if self.used >= self.nodes:
            raise BudgetSpent
        self.used += cost
        if cost > 1 or not self.used % _OFTEN:
            self.check_time()

    def check_time(self) -> None:
        """Raise `BudgetSpent` if the deadline has passed."""
        if self.deadline is not None and clock() > self.deadline:
            raise BudgetSpent

    def sub_budget(self, share: float) -> SearchBudget:
        """Return a separate budget with this share of the remaining nodes and time."""
        left = None if self.deadline is None else (self.deadline - clock()) * share
        return SearchBudget(int((self.nodes - self.used) * share), left)
