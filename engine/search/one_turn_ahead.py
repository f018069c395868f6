"""The computer player: guesses which moves are good, by how far they bring the men.

`rank` orders the moves of a position at once, for people who choose from a list. `choose` looks one own
turn further and is the player that takes over a seat: it always prefers to bring the last man home.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from functools import cache

from engine.board import OFF
from engine.definition import Variant
from engine.position import Move, Position, kind_of, mark_of, seat_of
from engine.search.lone_man import steps_home, turns_to_each

Left = Callable[[Variant, Position, int], float]
"""How much a seat has still to do: see `Variant.left`."""

_LAGGING = 1.2
"""A man twice as far away is worth more than twice the trouble: laggards come first."""
_DEEP = 0.3
"""How much a deep cell of the goal is better than a shallow one, for each cell of distance."""
_FEW = 4
"""With so many men outside the goal or fewer, it matters which of its cells are open."""
_STALE = 4.0
"""How much worse a move is for each time that the position it leads to has stood before."""


def rank(variant: Variant, position: Position) -> list[Move]:
    """All legal moves, those that bring a man farthest first."""
    return sorted(variant.moves(position), key=lambda move: -_gain(variant, position, move))


def choose(variant: Variant, position: Position, rng: random.Random, beam: int = 8) -> Move:
    """A sensible legal move: the one of the `beam` best that leaves the best next turn as well.

    When few men are still outside the goal, all moves are weighed by what they leave to do together. A
    move that brings an earlier position back is a last resort. Equals are told apart by `rng`.
    Raises ValueError when the game is over.
    """
    moves = variant.moves(position)
    left = variant.left or (_packing if _outside(variant, position) <= _FEW else None)
    if left:
        return max(moves, key=lambda move: _worth(variant, position, move, left) + rng.random() / 8)
    rated = [(_gain(variant, position, move) + rng.random() / 8, move) for move in moves]
    rated.sort(key=lambda pair: -pair[0])
    return max(rated[:beam], key=lambda pair: pair[0] + _next(variant, position, pair[1]))[1]


def _next(variant: Variant, position: Position, move: Move) -> float:
    """The best gain of the same seat's turn after this move, if nobody else moved; to win beats all."""
    seat = position.turn
    after = variant.apply(position, move)
    if seat in after.done:
        return math.inf
    if len(move.path) < 2:
        return 0.0
    stale = _STALE * _times(after)
    again = Position(after.cells, seat, after.stock, after.done, after.gone, after.ply)
    gains = (_gain(variant, again, move) for move in variant.moves(again))
    return max(gains, default=0.0) / 2 - stale


def _worth(variant: Variant, position: Position, move: Move, left: Left) -> float:
    """How little a move leaves to do; to win beats all."""
    seat = position.turn
    after = variant.apply(position, move)
    if seat in after.done:
        return math.inf
    return -left(variant, after, seat) - _STALE * _times(after)


def _times(position: Position) -> int:
    """How often these men have stood so before."""
    mark = mark_of(position)
    return position.marks[mark & 15].count(mark)


def _outside(variant: Variant, position: Position) -> int:
    """How many men of the seat to move stand outside its goal or are still to be dropped."""
    seat = position.turn
    goal = variant.seats[seat].goal
    standing = variant.standing(position, seat)
    return sum(cell not in goal for cell in standing) + sum(variant.held(position, seat))


def _packing(variant: Variant, position: Position, seat: int) -> float:
    """How many turns the men outside the goal take to its open cells, each man to another cell."""
    cells = position.cells
    open_cells = [cell for cell in variant.seats[seat].goal if seat_of(cells[cell]) != seat]
    ways = sorted(
        (turns_to_each(variant, seat, kind_of(cells[origin]))[cell][origin], origin, cell)
        for origin in variant.standing(position, seat)
        if origin not in variant.seats[seat].goal
        for cell in open_cells
    )
    total, used = 0.0, set()
    for turns, origin, cell in ways:
        if -1 - origin not in used and cell not in used:
            used |= {-1 - origin, cell}
            total += turns
    return total


def _gain(variant: Variant, position: Position, move: Move) -> float:
    """By how much a move lessens the trouble of its seat; a drop or pass does not."""
    if len(move.path) < 2:
        return 0.0
    origin, end = move.path[0], move.path[-1]
    trouble = _trouble(variant, position.turn, kind_of(position.cells[origin]))
    return trouble[origin] - (trouble[end] if end != OFF else -1.0)


@cache
def _trouble(variant: Variant, seat: int, kind: int) -> tuple[float, ...]:
    """For each cell how much is still to do for a man who stands there."""
    points = variant.board.points
    goal, home = variant.seats[seat].goal, variant.seats[seat].home

    def apart(a: int, b: int) -> float:
        return math.dist(points[a], points[b])

    start = home - goal or goal
    corner = max(goal, key=lambda cell: sum(apart(cell, other) for other in start))
    return tuple(
        steps**_LAGGING + _DEEP * apart(cell, corner)
        for cell, steps in enumerate(steps_home(variant, seat, kind))
    )
