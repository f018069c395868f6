"""The longest hop in a position: the most jumps that one man can make in a turn, on no square twice.

It is a longest path, for which everything may have to be tried: what is found before the effort is spent
is the longest hop known, and not proven to be the longest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import NamedTuple

from engine.definition import Variant
from engine.move_lists import lifted
from engine.movers import Hop, Landing
from engine.position import Move, Position

EFFORT = 20_000
"""How many landings are tried, of all men together."""


class LongestHop(NamedTuple):
    """The longest hop that was found."""

    path: tuple[int, ...]
    """Origin and every landing; () if nobody can hop."""
    proven: bool
    """Is there surely no longer one?"""

    @property
    def move(self) -> Move:
        """The hop as a move."""
        return Move(self.path)

    @property
    def jumps(self) -> int:
        """How many jumps it has; 0 for none."""
        return max(0, len(self.path) - 1)


def longest_hop(
    variant: Variant, position: Position, seat: int, effort: int = EFFORT
) -> LongestHop:
    """The longest hop that a man of the seat could make in its turn, before any duty."""
    men = variant.standing(position, seat)
    best, proven = LongestHop((), True), True
    for cell in men:
        ground = lifted(position, cell)
        for mover, links in variant.movers(ground.byte):
            if isinstance(mover, Hop):
                jumps = cache(lambda here, m=mover, k=links, g=ground: [*m.jumps(k, g, here)])
                hop = _longest(jumps, cell, effort // len(men))
                proven = proven and hop.proven
                best = max(best, hop, key=lambda hop: hop.jumps)
    return LongestHop(best.path, proven)


def _longest(jumps: Callable[[int], Iterable[Landing]], origin: int, effort: int) -> LongestHop:
    """The longest path of landings from a cell, none of them twice."""
    best: tuple[int, ...] = ()
    path = [origin]
    tried = 0

    def go_on() -> None:
        """Try every landing that may follow on the path."""
        nonlocal best, tried
        for to, stops, goes_on in jumps(path[-1]):
            if to in path or tried == effort:
                continue
            tried += 1
            path.append(to)
            if stops and len(path) > len(best):
                best = tuple(path)
            if goes_on and len(path) + _ahead(jumps, path) > len(best):
                go_on()
            path.pop()

    go_on()
    return LongestHop(best, tried < effort)


def _ahead(jumps: Callable[[int], Iterable[Landing]], path: list[int]) -> int:
    """How many more landings can be reached at all: no path goes on for longer."""
    seen = {*path}
    front = [path[-1]]
    for here in front:
        front += (fresh := {landing.to for landing in jumps(here) if landing.goes_on} - seen)
        seen |= fresh
    return len(front) - 1
