"""What the computer is asked, and how it answers: a job of the worker, and no more than the engine."""

from typing import NamedTuple

from engine import search, variant
from engine.position import Position, mark_of, resumed

JOB = "bot.runtime.computer_jobs:move"
HINTS = "bot.runtime.computer_jobs:hints"
DRAWN = "bot.runtime.computer_jobs:drawn"
LONGEST = 20.0
"""Seconds after which a search answers with what it has, on a machine that is slow or busy; elsewhere
it ends before that by the number of positions that it may look at."""
PATIENCE = 2 * LONGEST
"""Seconds after which the process of a search is taken for stuck."""


class Question(NamedTuple):
    """A position in which the computer is to move."""

    match: int
    ply: int
    key: str
    """The engine's key of the game."""
    position: str
    """`variant.dump` of it."""
    marks: tuple[int, ...]
    """`mark_of` each position before it."""
    level: int
    """That of the computer, if it is to move; 0 where a person is."""
    seed: int


class Opinion(NamedTuple):
    """A move, and how many turns ahead its seat is then; behind, if it is negative."""

    move: str
    value: float


def move(asked: Question) -> str:
    """The move, as `variant.format` writes it; the same whenever the same is asked in good time."""
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
    """Up to three good moves, the best first."""
    game = variant(asked.key)
    found = search.best(game, _position(asked), 3, before=asked.marks, nodes=2000, seconds=LONGEST)
    return tuple(Opinion(game.format(one.move), one.value) for one in found)


def drawn(asked: Question) -> bool:
    """Whether the computer holds the game for a draw: the position has stood before, and nobody is
    ahead, or it is not the computer."""
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
