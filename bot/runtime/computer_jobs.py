"""Worker jobs of the computer player: choose a move, suggest hints, judge a draw.

The functions run in a worker process and use nothing but the engine.
"""

from typing import NamedTuple

from engine import search, variant
from engine.position import Position, mark_of, resumed

JOB = "bot.runtime.computer_jobs:move"
HINTS = "bot.runtime.computer_jobs:hints"
DRAWN = "bot.runtime.computer_jobs:drawn"
LONGEST = 20.0
"""Time limit of a search in seconds, for slow or busy machines.

On other machines the node limit ends the search earlier.
"""
PATIENCE = 2 * LONGEST
"""Seconds after which the worker process of a search is considered stuck."""


class Question(NamedTuple):
    """Search request: a position with its history, a level and a seed."""

    match: int
    ply: int
    key: str
    """Engine key of the variant."""
    position: str
    """The position as written by `variant.dump`."""
    marks: tuple[int, ...]
    """Repetition hashes (`mark_of`) of the earlier positions."""
    level: int
    """Level of the computer player to move; 0 if a person is to move."""
    seed: int


class Opinion(NamedTuple):
    """A move with its evaluation in turns; positive if its player is ahead."""

    move: str
    value: float


def move(asked: Question) -> str:
    """Return the computer player's move in notation.

    Deterministic: equal requests give equal moves unless the time limit ends the search.
    """
    game = variant(asked.key)
    found = {level.number: level for level in search.levels(game)}
    level = found.get(asked.level) or search.levels(game)[-1]
    chosen = search.choose(
        game,
        _position(asked),
        level,
        before=asked.marks,
        seed=asked.seed,
        nodes=level.nodes,
        seconds=LONGEST,
    )
    return game.format(chosen)


def hints(asked: Question) -> tuple[Opinion, ...]:
    """Return up to three good moves, best first."""
    game = variant(asked.key)
    found = search.best(game, _position(asked), 3, before=asked.marks, nodes=2000, seconds=LONGEST)
    return tuple(Opinion(game.format(one.move), one.value) for one in found)


def drawn(asked: Question) -> bool:
    """Return whether the computer player accepts a draw in this position.

    It does if the position is a repetition and the search does not favour the computer player.
    """
    position = _position(asked)
    if mark_of(position) not in asked.marks:
        return False
    best = search.best(
        variant(asked.key), position, 1, before=asked.marks, nodes=2000, seconds=LONGEST
    )
    ahead = best[0].value if best else 0.0
    return ahead <= 0 if asked.level else ahead >= 0


def _position(asked: Question) -> Position:
    return resumed(variant(asked.key).load(asked.position), asked.marks)
