"""Worker jobs of the computer player: choose a move, suggest hints, judge a draw.

The functions run in a worker process and use nothing but the engine.
"""

from typing import NamedTuple

from engine import search, variant
from engine.position import Position, from_snapshot, repetition_hash

MOVE_JOB = "bot.runtime.computer_jobs:choose_move"
HINTS_JOB = "bot.runtime.computer_jobs:best_moves"
DRAWN_JOB = "bot.runtime.computer_jobs:considers_drawn"
SEARCH_SECONDS = 20.0
"""Time limit of a search for hints in seconds, for slow or busy machines.

On faster machines the node limit ends the search first.
"""
MARGIN = 0.85
"""Share of a level's time limit after which its search is stopped, so that it can end in time."""
SHORTEST = 0.02
"""Time limit of a move in seconds if the queue is very long."""
POSITIONS_PER_SECOND = 80_000
"""Approximate speed of a search of few positions; longer searches are faster."""
QUEUE_TIMEOUT = 2 * SEARCH_SECONDS
"""Seconds after which the worker process of a search is considered stuck."""


class SearchRequest(NamedTuple):
    """Search request: a position with its history, a level and a seed."""

    match: int
    ply: int
    key: str
    """Engine key of the variant."""
    position: str
    """The position as written by `variant.dump`."""
    marks: tuple[int, ...]
    """Repetition hashes (`repetition_hash`) of the earlier positions."""
    level: int
    """Level of the computer player to move; 0 if a person is to move."""
    seed: int
    seconds: float | None = None
    """Time limit, if many requests are waiting; None for the limit of the level."""


class ScoredMove(NamedTuple):
    """A move with its evaluation in turns; positive if its player is ahead."""

    move: str
    value: float


def choose_move(request: SearchRequest) -> str:
    """Return the computer player's move in notation.

    Equal requests give equal moves unless the time limit ends the search, as it nearly always does
    that of the level Master.
    """
    game, level = variant(request.key), level_of(request)
    seconds = MARGIN * level.seconds
    chosen = search.choose(
        game,
        _position(request),
        level,
        before=request.marks,
        seed=request.seed,
        seconds=seconds if request.seconds is None else min(seconds, request.seconds),
    )
    return game.format(chosen)


def shortened(request: SearchRequest, share: float) -> SearchRequest:
    """Return the request with a limit of `share` seconds, if that is needed."""
    if share >= level_of(request).seconds:
        return request
    return request._replace(seconds=max(SHORTEST, share))


def level_of(request: SearchRequest) -> search.Level:
    """Return the requested level, or the game's strongest level if it is not offered."""
    offered = search.levels(variant(request.key))
    return next((level for level in offered if level.number == request.level), offered[-1])


def cost_of(request: SearchRequest) -> int:
    """Return the cost of a move for the queue.

    It is the number of positions to search, or those of short searches in the same time.
    """
    level = level_of(request)
    return min(level.budget(level.seconds), round(POSITIONS_PER_SECOND * level.seconds))


def best_moves(request: SearchRequest) -> tuple[ScoredMove, ...]:
    """Return up to three good moves, best first."""
    game = variant(request.key)
    scored = search.best_moves(
        game, _position(request), 3, before=request.marks, nodes=2000, seconds=SEARCH_SECONDS
    )
    return tuple(
        ScoredMove(game.format(scored_move.move), scored_move.value) for scored_move in scored
    )


def considers_drawn(request: SearchRequest) -> bool:
    """Return whether the computer player accepts a draw in this position.

    It accepts if the position is a repetition and the search does not favour the computer player.
    """
    position = _position(request)
    if repetition_hash(position) not in request.marks:
        return False
    best = search.best_moves(
        variant(request.key), position, 1, before=request.marks, nodes=2000, seconds=SEARCH_SECONDS
    )
    ahead = best[0].value if best else 0.0
    return ahead <= 0 if request.level else ahead >= 0


def _position(request: SearchRequest) -> Position:
    return from_snapshot(variant(request.key).load(request.position), request.marks)
