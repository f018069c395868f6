"""The computer player: guesses which moves are good, by how far they bring the men.

`rank` orders the moves of a position at once, for people who choose from a list. `choose` looks one own
turn further and is the player that takes over a seat: it always prefers to bring the last man home.
"""

from __future__ import annotations

import math
import random
from functools import cache

from engine.board import OFF
from engine.position import Move, Position
from engine.record import Record
from engine.variant import Variant

_LAGGING = 1.2
"""A man twice as far away is worth more than twice the trouble: laggards come first."""
_DEEP = 0.3
"""How much a deep cell of the goal is better than a shallow one, for each cell of distance."""


def distance(variant: Variant, position: Position, seat: int) -> int:
    """How many steps the men of a seat are away from their goal, pieces still to drop not counted."""
    away = _steps(variant, seat)
    return sum(away[cell] for cell in variant.standing(position, seat))


def rank(variant: Variant, position: Position) -> list[Move]:
    """All legal moves, those that bring a man farthest first."""
    trouble = _trouble(variant, position.turn)
    return sorted(variant.moves(position), key=lambda move: -_gain(trouble, move))


def choose(variant: Variant, position: Position, rng: random.Random, beam: int = 8) -> Move:
    """A sensible legal move: the one of the `beam` best that leaves the best next turn as well.

    Equals are told apart by `rng`. Raises IndexError when the game is over.
    """
    trouble = _trouble(variant, position.turn)
    moves = [(_gain(trouble, move) + rng.random() / 8, move) for move in variant.moves(position)]
    moves.sort(key=lambda rated: -rated[0])
    return max(moves[:beam], key=lambda rated: rated[0] + _next(variant, position, rated[1]))[1]


def self_play(variant: Variant, rng: random.Random) -> Record:
    """A whole game of the computer against itself."""
    position, turns = variant.start(), []
    while not (outcome := variant.outcome(position)):
        turns.append(choose(variant, position, rng))
        position = variant.apply(position, turns[-1])
    return Record(variant, tuple(turns), outcome)


def _next(variant: Variant, position: Position, move: Move) -> float:
    """The best gain of the same seat's turn after this move, if nobody else moved; winning beats all."""
    seat = position.turn
    after = variant.apply(position, move)
    if seat in after.done:
        return math.inf
    if len(move.path) < 2:
        return 0.0
    again = Position(after.cells, seat, after.stock, after.done, after.gone, after.ply)
    trouble = _trouble(variant, seat)
    return max((_gain(trouble, move) for move in variant.moves(again)), default=0.0) / 2


def _gain(trouble: tuple[float, ...], move: Move) -> float:
    """By how much a move lessens the trouble of its seat; a drop or pass does not."""
    if len(move.path) < 2:
        return 0.0
    origin, end = move.path[0], move.path[-1]
    return trouble[origin] - (trouble[end] if end != OFF else -1.0)


@cache
def _steps(variant: Variant, seat: int) -> tuple[int, ...]:
    return variant.board.steps_to(variant.seats[seat].goal)


@cache
def _trouble(variant: Variant, seat: int) -> tuple[float, ...]:
    """For each cell how much is still to do for a man who stands there."""
    points = variant.board.points
    goal, home = variant.seats[seat].goal, variant.seats[seat].home

    def apart(a: int, b: int) -> float:
        return math.dist(points[a], points[b])

    start = home - goal or goal
    corner = max(goal, key=lambda cell: sum(apart(cell, other) for other in start))
    return tuple(
        steps**_LAGGING + _DEEP * apart(cell, corner)
        for cell, steps in enumerate(_steps(variant, seat))
    )
