"""Perfect races: the exact number of turns to go, and the next move.

In a race, the men of the two sides have passed each other, and no longer meet. What is left is a
problem for one player: the fewest turns to fill the goal, on a board without rival men. It is
solved by A* search over the moves of all the seat's men, including those in the goal, which may
make room or leave it. The lower bounds come from `race_bounds`, so at most four men may ever be
outside the goal.
"""

from functools import cache, lru_cache
from typing import NamedTuple

from engine.position import Move, Position
from engine.search.blockades import rivals_of
from engine.search.race_bounds import (
    MOST_OUTSIDE,
    UNREACHED,
    binomials,
    bounds_file,
    race_bounds,
    sides,
)
from engine.search.tip_distances import distances_to_tip
from engine.variant_definition import Variant

NODES = 50_000
"""Maximum number of positions expanded in one search."""


NEAR = 3
"""Number of turns from the end up to which the positions are enumerated."""
Links = list[tuple[list[int], list[tuple[int, int]]]]
"""For each cell, the ends of steps, and the bits jumped over with their landings."""


class PerfectRace(NamedTuple):
    """The solution of a race."""

    turns: int
    """The fewest turns in which the seat fills its goal."""
    move: Move
    """The first move of a shortest solution; a pass if no turn is needed."""


def perfect_race(
    variant: Variant, position: Position, seat: int, nodes: int = NODES
) -> PerfectRace | None:
    """Return the solution of a seat's race.

    Returns None if the position is no race, if more than four men are outside the goal, if the game
    has no table, or if the search would take more than `nodes` positions.
    """
    if not bounds_file(variant) or not is_separate(variant, position, seat):
        return None
    goal, last_cell = variant.seats[seat].goal, len(variant.board.spots) - 1
    men = variant.standing(position, seat)
    if len(men) != len(goal) or sum(cell not in goal for cell in men) > MOST_OUTSIDE:
        return None
    turned = (last_cell - cell for cell in men) if seat else men
    race = _solve(variant, sum(1 << cell for cell in turned), nodes)
    if race is None or not seat:
        return race
    return PerfectRace(race.turns, Move(tuple(last_cell - cell for cell in race.move.path)))


def is_separate(variant: Variant, position: Position, seat: int) -> bool:
    """Whether a seat's men have passed all rival men and have left home.

    Every rival man must be so far behind the seat's last man that neither can hop over the other
    before one of them turns back.
    """
    rows = distances_to_tip(variant, seat)[-1]
    men = variant.standing(position, seat)
    reach = max((rows[cell] for cell in men), default=0)
    reach += 2 if variant.board.directions == 8 else 1
    return variant.seats[seat].home.isdisjoint(men) and all(
        rows[cell] > reach
        for rival in rivals_of(variant, seat)
        for cell in variant.men_of(position, rival)
    )


class RaceSolver:
    """A* search for the first seat of a game."""

    def __init__(self, variant: Variant) -> None:
        outside, goal = sides(variant, 0)
        self._goal = sum(1 << cell for cell in goal)
        self._ranks = {cell: rank for cells in (outside, goal) for rank, cell in enumerate(cells)}
        self._tables = race_bounds(variant)
        self._indices = binomials(len(outside)), binomials(len(goal))
        self._known: tuple[dict[int, int], dict[int, int]] = {}, {}
        self._ahead = _links(variant, reverse=False)
        self._near = self._positions_near_end(_links(variant, reverse=True))

    def solve(self, men: int, nodes: int) -> PerfectRace | None:
        """Return the solution for these men; None if it takes more than `nodes` positions."""
        start = men
        came: dict[int, tuple[int, int]] = {men: (0, men)}
        layers: dict[int, list[tuple[int, int]]] = {self.bound(men): [(0, men)]}
        closed = set[int]()
        while layers:
            total = min(layers)
            stack = layers[total]
            while stack:
                turns, men = stack.pop()
                if men in closed:
                    continue
                if men == self._goal:
                    return PerfectRace(turns, self._first_move(start, men, came))
                closed.add(men)
                if len(closed) > nodes:
                    return None
                for after in _neighbours(men, self._ahead):
                    if after in came and came[after][0] <= turns + 1:
                        continue
                    bound = self.bound(after)
                    if bound < UNREACHED:
                        came[after] = turns + 1, men
                        layers.setdefault(turns + 1 + bound, []).append((turns + 1, after))
            del layers[total]
        return None

    def bound(self, men: int) -> int:
        """Return a lower bound; `UNREACHED` or more if too many men are outside."""
        near = self._near.get(men)
        if near is not None:
            return near
        bound = self._part(0, men & ~self._goal) + self._part(1, self._goal & ~men)
        return max(bound, NEAR + 1)

    def _positions_near_end(self, back: Links) -> dict[int, int]:
        """Return the exact turns of all positions at most `NEAR` turns from the end."""
        exact, front = {self._goal: 0}, [self._goal]
        for turns in range(1, NEAR + 1):
            front = [men for later in front for men in _neighbours(later, back)]
            front = [men for men in dict.fromkeys(front) if men not in exact]
            exact.update(dict.fromkeys(front, turns))
        return exact

    def _part(self, table: int, cells: int) -> int:
        """Return the entry of one table for a set of cells."""
        known = self._known[table]
        if cells not in known:
            known[cells] = UNREACHED
            if cells.bit_count() <= MOST_OUTSIDE:
                choose, first = self._indices[table]
                index, place, left = first[cells.bit_count()], 0, cells
                while left:
                    lowest = left & -left
                    index += choose[place][self._ranks[lowest.bit_length() - 1]]
                    place += 1
                    left ^= lowest
                known[cells] = self._tables[table][index]
        return known[cells]

    def _first_move(self, start: int, men: int, came: dict[int, tuple[int, int]]) -> Move:
        """Return the move from the start towards these men."""
        if men == start:
            return Move(())
        while came[men][1] != start:
            men = came[men][1]
        origin, end = start & ~men, men & ~start
        return Move((origin.bit_length() - 1, end.bit_length() - 1))


def _links(variant: Variant, *, reverse: bool) -> Links:
    """Return the steps and jumps of the first seat; with `reverse`, from end to start."""
    rays = variant.board.rays

    def may(start: int, end: int) -> bool:
        return variant.link_allowed(variant, 0, *((end, start) if reverse else (start, end)))

    return [
        (
            [ray[0] for ray in lines if ray and may(cell, ray[0])],
            [(1 << ray[0], ray[1]) for ray in lines if len(ray) > 1 and may(cell, ray[1])],
        )
        for cell, lines in enumerate(rays)
    ]


def _neighbours(men: int, links: Links) -> list[int]:
    """Return the men after each move."""
    neighbours, left = list[int](), men
    while left:
        bit = left & -left
        left ^= bit
        origin, others = bit.bit_length() - 1, men ^ bit
        reached, seen = [origin], men
        for cell in reached:
            for over, to in links[cell][1]:
                if others & over and not seen >> to & 1:
                    seen |= 1 << to
                    reached.append(to)
        reached += [to for to in links[origin][0] if not seen >> to & 1]
        neighbours += [others | 1 << to for to in reached[1:]]
    return neighbours


@cache
def _solver(variant: Variant) -> RaceSolver:
    return RaceSolver(variant)


@lru_cache(maxsize=4096)
def _solve(variant: Variant, men: int, nodes: int) -> PerfectRace | None:
    return _solver(variant).solve(men, nodes)
