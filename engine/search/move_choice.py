"""The computer's choice of a move, and its evaluation of several moves."""

import random
from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import NamedTuple

from engine.position import NO_MARKS, Move, Position, mark_of
from engine.record import Record
from engine.search.alpha_beta import LookAhead
from engine.search.blockades import letting_out, strands
from engine.search.budget import Budget
from engine.search.evaluation import WON, Judge
from engine.search.level import MASTER, RUNNER, Level, levels
from engine.search.move_ordering import advance
from engine.search.race_search import first_of_race, is_race
from engine.search.tablebase import by_solution, is_solved, verdicts
from engine.variant_definition import Variant

_OPENING = 3
"""Number of opening turns of each seat that are varied."""
_VARIETY = 0.25
"""How much worse an opening move may be than the best one, in turns."""
_YARD_FIRST = 0.6
"""Probability with which a stroller brings a man out of the yard if it can."""
_RACING = 0.7
"""Share of the search budget for the race, if the game may be a race already."""
_DECIDED = 99.0
"""The value of a decided game, in turns ahead."""
_AMPLE = 20_000
"""Node budget that is ample for searching two or three moves to a depth of four."""


class Rated(NamedTuple):
    """A move with the computer's evaluation of it."""

    move: Move
    value: float
    """The lead in turns after the move for the seat that makes it; negative if behind."""


def choose(
    variant: Variant,
    position: Position,
    level: Level,
    *,
    before: Collection[int] = (),
    seed: int = 0,
    nodes: int | None = None,
    seconds: float | None = None,
) -> Move:
    """Return the move that the computer plays at this level.

    It avoids repetitions, both of positions in the history of `position` and of those whose
    `mark_of` is in `before`. The same position, level, seed and number of nodes give the same
    move. With `seconds`, the clock may end the search earlier. Raises `ValueError` if the game is
    over.
    """
    listed = variant.moves(position)
    if not listed:
        raise ValueError("the game is over")
    rng = random.Random(seed)
    rng.shuffle(listed)
    if level.depth == MASTER.depth and is_solved(variant, position):
        return by_solution(variant, position, listed)
    moves = _sensible(variant, position, listed, before)
    position = _alone(position)
    if len(moves) == 1:
        return moves[0]
    judge = Judge(variant, position.turn, position)
    if level.depth == 0:
        return _stroll(variant, position, moves, rng)
    if out := letting_out(variant, position, moves):
        return _longest(judge, position, out)
    budget = Budget(level.nodes if nodes is None else nodes, seconds)
    if is_race(variant, position) and (
        race := first_of_race(variant, position, budget.part(_RACING))
    ):
        found = with_route(race[0], moves)
        if found:
            return found
    if level.depth == 1:
        return _longest(judge, position, moves)
    varied = _varied(judge, position, moves, rng)
    return LookAhead(variant, position, budget).rated(varied, 1, level.depth)[0].move


def best(
    variant: Variant,
    position: Position,
    count: int,
    *,
    before: Collection[int] = (),
    nodes: int | None = None,
    seconds: float | None = None,
) -> tuple[Rated, ...]:
    """Return at most `count` of the best moves at the strongest level, best first.

    () if the game is over.
    """
    listed = variant.moves(position)
    if not listed:
        return ()
    if is_solved(variant, position):
        return _known(variant, position, listed)[:count]
    level = levels(variant)[-1]
    judge = Judge(variant, position.turn, position)
    moves = _sensible(variant, position, listed, before)
    position = _alone(position)
    budget = Budget(level.nodes if nodes is None else nodes, seconds)
    found = LookAhead(variant, position, budget).rated(dict.fromkeys(moves, 0), count, level.depth)
    rated = [_rated(judge, first.move, first.value) for first in found[:count]]
    return tuple(sorted(rated, key=lambda each: -each.value))


def compared(
    variant: Variant, position: Position, moves: Collection[Move], depth: int = 4
) -> tuple[Rated, ...]:
    """Return these moves with their values, best first, all searched equally deep."""
    if is_solved(variant, position):
        return _known(variant, position, moves)
    judge = Judge(variant, position.turn)
    ahead = LookAhead(variant, _alone(position), Budget(_AMPLE, None))
    found = ahead.rated(dict.fromkeys(moves, 0), len(moves), depth)
    return tuple(_rated(judge, first.move, first.value) for first in found)


def self_play(variant: Variant, rng: random.Random, level: Level = RUNNER) -> Record:
    """Play a whole game of the computer against itself and return its record.

    The default level simply runs forward.
    """
    position, turns = variant.start(), []
    while not (outcome := variant.outcome(position)):
        turns.append(choose(variant, position, level, seed=rng.getrandbits(32)))
        position = variant.apply(position, turns[-1])
    return Record(variant, tuple(turns), outcome)


def _alone(position: Position) -> Position:
    """Return the position without its history."""
    return replace(position, before=None, marks=NO_MARKS)


def _sensible(
    variant: Variant, position: Position, moves: list[Move], before: Collection[int]
) -> list[Move]:
    """Filter out blunders.

    Returns only the winning move if there is one. Otherwise returns the moves that do not lose, do
    not strand a man and do not repeat a position, or the least bad ones if there are none.
    """
    judge = Judge(variant, position.turn, position)
    seen = {*before, *(mark for part in position.marks for mark in part)}
    kept: dict[int, list[Move]] = {}
    for move in moves:
        after = variant.tried(position, move)
        decided = judge.decided(position, after)
        if decided == WON:
            return [move]
        faults = 4 * (decided == -WON)
        faults += 2 * strands(variant, after, position.turn)
        faults += mark_of(after) in seen
        kept.setdefault(faults, []).append(move)
    return kept[min(kept)]


def _stroll(variant: Variant, position: Position, moves: list[Move], rng: random.Random) -> Move:
    """Return a random forward move, often one that leaves the yard.

    If no move goes forward, any move may be returned.
    """
    ahead = [move for move in moves if advance(variant, position, move) > 0] or moves
    home = variant.seats[position.turn].home
    leaving = [
        move
        for move in ahead
        if len(move.path) > 1 and move.path[0] in home and move.path[-1] not in home
    ]
    if leaving and rng.random() < _YARD_FIRST:
        return rng.choice(leaving)
    return rng.choice(ahead)


def _longest(judge: Judge, position: Position, moves: list[Move]) -> Move:
    """Return the move with the highest gain, the first of several."""
    gains = _gains(judge, position, moves)
    return max(moves, key=gains.__getitem__)


def _gains(judge: Judge, position: Position, moves: Iterable[Move]) -> dict[Move, int]:
    """Return the gain of each move for the seat to move.

    It includes the losses of rivals where a turn causes any.
    """
    found = judge.options(position, judge.sums(position))
    gains = {option.pair: option.gain for option in found}
    return {
        move: gains[move] if move in gains else gains.get((move.path[0], move.path[-1]), 0)
        for move in moves
    }


def _varied(
    judge: Judge, position: Position, moves: list[Move], rng: random.Random
) -> dict[Move, int]:
    """Return the bonus of each move: random in the opening, later 0."""
    if position.ply >= _OPENING * len(judge.variant.seats):
        return dict.fromkeys(moves, 0)
    most = round(judge.a_turn * _VARIETY)
    return {move: rng.randint(-most, 0) for move in moves}


def with_route(pair: Move, moves: list[Move]) -> Move | None:
    """Return the move that equals `pair`, or one with the same ends, or None."""
    if pair in moves:
        return pair
    ends = pair.path[0], pair.path[-1]
    return next((move for move in moves if (move.path[0], move.path[-1]) == ends), None)


def _known(variant: Variant, position: Position, moves: Collection[Move]) -> tuple[Rated, ...]:
    """Return the moves of a solved game with their values, best first.

    A sooner win is better, and so is a later loss.
    """
    found = verdicts(variant, position)
    ranked = sorted(moves, key=lambda move: -found[move].order)
    return tuple(Rated(move, found[move].result * _DECIDED) for move in ranked)


def _rated(judge: Judge, move: Move, value: int) -> Rated:
    if abs(value) > WON // 2:
        return Rated(move, _DECIDED if value > 0 else -_DECIDED)
    return Rated(move, round(value / judge.a_turn, 2))
