"""The computer's choice of a move, and its evaluation of candidate moves."""

import random
from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import NamedTuple

from engine.position import NO_MARKS, Move, Position, repetition_hash
from engine.record import Record
from engine.search.alpha_beta import AlphaBetaSearch
from engine.search.blockades import has_stranded_man, is_locked_for_good, unblocking_moves
from engine.search.budget import SearchBudget
from engine.search.evaluation import DRAWN, WON, Evaluator
from engine.search.level import MASTER, RUNNER, Level, levels
from engine.search.move_ordering import progress_of
from engine.search.prediction import PredictionSearch
from engine.search.race_search import first_race_move, is_race
from engine.search.tablebase import best_by_tablebase, is_solved, solved_results
from engine.variant_definition import Variant

_OPENING = 3
"""Number of each seat's opening turns that are varied."""
_VARIETY = 0.25
"""Maximum loss of an opening move compared with the best one, in turns."""
_YARD_FIRST = 0.6
"""Probability that the level Stroller moves a man out of the yard if it can."""
_DECIDED = 99.0
"""The value of a decided game, as a lead in turns."""
_AMPLE = 20_000
"""Node budget that easily suffices to search two or three moves to depth four."""


class ScoredMove(NamedTuple):
    """A move with the computer's evaluation of it."""

    move: Move
    value: float
    """The lead in turns of the seat that makes the move; negative if it is behind."""


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

    The computer avoids repetitions, both of positions in the history of `position` and of those
    whose `repetition_hash` is in `before`. The same arguments give the same move, unless the time
    limit `seconds` ends the search early. Raises `ValueError` if the game is over.
    """
    budget = SearchBudget(level.budget(seconds) if nodes is None else nodes, seconds)
    listed = variant.moves(position)
    if not listed:
        raise ValueError("the game is over")
    rng = random.Random(seed)
    rng.shuffle(listed)
    if level.depth == MASTER.depth and is_solved(variant, position):
        return best_by_tablebase(variant, position, listed)
    moves = _drop_blunders(variant, position, listed, before)
    position = _without_history(position)
    if len(moves) == 1:
        return moves[0]
    judge = Evaluator(variant, position.turn, position)
    if level.depth == 0:
        return _random_forward_move(variant, position, moves, rng)
    if out := unblocking_moves(variant, position, moves):
        return _greatest_gain(judge, position, out)
    if is_race(variant, position) and (race := first_race_move(variant, position, budget)):
        chosen = same_ends(race[0], moves)
        if chosen and not _draws(judge, position, chosen):
            return chosen
    if level.depth == 1:
        return _greatest_gain(judge, position, moves)
    varied = _opening_noise(judge, position, moves, rng)
    return _search(variant, position, budget).score_root_moves(varied, 1, level.depth)[0].move


def best_moves(
    variant: Variant,
    position: Position,
    count: int,
    *,
    before: Collection[int] = (),
    nodes: int | None = None,
    seconds: float | None = None,
) -> tuple[ScoredMove, ...]:
    """Return the best moves at the strongest level, at most `count`, best first.

    Returns () if the game is over.
    """
    listed = variant.moves(position)
    if not listed:
        return ()
    if is_solved(variant, position):
        return _rank_by_tablebase(variant, position, listed)[:count]
    level = levels(variant)[-1]
    judge = Evaluator(variant, position.turn, position)
    moves = _drop_blunders(variant, position, listed, before)
    position = _without_history(position)
    budget = SearchBudget(level.budget(seconds) if nodes is None else nodes, seconds)
    root_moves = _search(variant, position, budget).score_root_moves(
        dict.fromkeys(moves, 0), count, level.depth
    )
    rated = [_scored(judge, first.move, first.value) for first in root_moves[:count]]
    return tuple(sorted(rated, key=lambda each: -each.value))


def score_moves(
    variant: Variant,
    position: Position,
    moves: Collection[Move],
    depth: int = 4,
    budget: SearchBudget | None = None,
) -> tuple[ScoredMove, ...]:
    """Return these moves with values, best first, all searched to the same depth.

    That is `depth`, or the greatest one that the budget allows. The default budget is ample.
    """
    if is_solved(variant, position):
        return _rank_by_tablebase(variant, position, moves)
    judge = Evaluator(variant, position.turn)
    budget = budget or SearchBudget(_AMPLE)
    ahead = _search(variant, _without_history(position), budget)
    scored: tuple[ScoredMove, ...] = ()
    for deeper in range(1, depth + 1):
        root_moves = ahead.score_root_moves(dict.fromkeys(moves, 0), len(moves), deeper)
        if scored and budget.used >= budget.nodes:
            break  # some of the moves may have been searched less deeply
        scored = tuple(_scored(judge, first.move, first.value) for first in root_moves)
    return scored


def self_play(variant: Variant, rng: random.Random, level: Level = RUNNER) -> Record:
    """Play a whole game of the computer against itself and return its record.

    The default level, `RUNNER`, looks only one move ahead.
    """
    position, turns = variant.start(), []
    while not (outcome := variant.outcome(position)):
        turns.append(choose(variant, position, level, seed=rng.getrandbits(32)))
        position = variant.apply(position, turns[-1])
    return Record(variant, tuple(turns), outcome)


def _search(
    variant: Variant, position: Position, budget: SearchBudget
) -> AlphaBetaSearch | PredictionSearch:
    """Return a search for the seat to move."""
    kind = AlphaBetaSearch if len(variant.seats) == 2 else PredictionSearch
    return kind(variant, position, budget)


def _without_history(position: Position) -> Position:
    """Return the position without its history."""
    return replace(position, before=None, marks=NO_MARKS)


def _drop_blunders(
    variant: Variant, position: Position, moves: list[Move], before: Collection[int]
) -> list[Move]:
    """Return the moves without blunders.

    If a move wins at once, only that move is returned. Otherwise the result has the moves that do
    not lose, do not strand or lock in a man and do not repeat a position. If there are none, it has
    the least bad ones.
    """
    judge = Evaluator(variant, position.turn, position)
    seen = {*before, *(mark for part in position.marks for mark in part)}
    kept: dict[int, list[Move]] = {}
    for move in moves:
        after = variant.apply_unmarked(position, move)
        decided = judge.decided_value(position, after)
        if decided == WON:
            return [move]
        faults = 4 * (decided == -WON)
        faults += 2 * (
            has_stranded_man(variant, after, position.turn)
            or is_locked_for_good(variant, after, position.turn)
        )
        faults += repetition_hash(after) in seen
        kept.setdefault(faults, []).append(move)
    return kept[min(kept)]


def _draws(judge: Evaluator, position: Position, move: Move) -> bool:
    """Whether the move reaches the goal but only draws, because of equal turns."""
    return judge.decided_value(position, judge.variant.apply_unmarked(position, move)) == DRAWN


def _random_forward_move(
    variant: Variant, position: Position, moves: list[Move], rng: random.Random
) -> Move:
    """Return a random forward move, often one that leaves the yard.

    If no move goes forward, any move may be returned.
    """
    ahead = [move for move in moves if progress_of(variant, position, move) > 0] or moves
    home = variant.seats[position.turn].home
    leaving = [
        move
        for move in ahead
        if len(move.path) > 1 and move.path[0] in home and move.path[-1] not in home
    ]
    if leaving and rng.random() < _YARD_FIRST:
        return rng.choice(leaving)
    return rng.choice(ahead)


def _greatest_gain(judge: Evaluator, position: Position, moves: list[Move]) -> Move:
    """Return the move with the highest gain, the first one in a tie."""
    gains = _gains(judge, position, moves)
    return max(moves, key=gains.__getitem__)


def _gains(judge: Evaluator, position: Position, moves: Iterable[Move]) -> dict[Move, int]:
    """Return the gain of each move for the seat to move.

    The gain includes any loss in the rivals' evaluation.
    """
    candidates = judge.candidates(position, judge.material_sums(position))
    gains = {option.pair: option.gain for option in candidates}
    return {
        move: gains[move] if move in gains else gains.get((move.path[0], move.path[-1]), 0)
        for move in moves
    }


def _opening_noise(
    judge: Evaluator, position: Position, moves: list[Move], rng: random.Random
) -> dict[Move, int]:
    """Return the noise added to each move's value: random in the opening, later 0.

    The noise is never positive.
    """
    if position.ply >= _OPENING * len(judge.variant.seats):
        return dict.fromkeys(moves, 0)
    most = round(judge.points_per_turn * _VARIETY)
    return {move: rng.randint(-most, 0) for move in moves}


def same_ends(pair: Move, moves: list[Move]) -> Move | None:
    """Return the move equal to `pair`, or else a move with the same ends, or None."""
    if pair in moves:
        return pair
    ends = pair.path[0], pair.path[-1]
    return next((move for move in moves if (move.path[0], move.path[-1]) == ends), None)


def _rank_by_tablebase(
    variant: Variant, position: Position, moves: Collection[Move]
) -> tuple[ScoredMove, ...]:
    """Return the moves of a solved game with their values, best first.

    An earlier win is better than a later one, and a later loss than an earlier one.
    """
    results = solved_results(variant, position)
    ranked = sorted(moves, key=lambda move: -results[move].order)
    return tuple(ScoredMove(move, results[move].result * _DECIDED) for move in ranked)


def _scored(judge: Evaluator, move: Move, value: int) -> ScoredMove:
    if abs(value) > WON // 2:
        return ScoredMove(move, _DECIDED if value > 0 else -_DECIDED)
    return ScoredMove(move, round(value / judge.points_per_turn, 2))
