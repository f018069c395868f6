"""Rules engine of the Halma family: immutable data and pure functions.

The package reads only its own data files and installed games, and writes nothing. It uses the clock
only if a search has a time limit.

>>> from engine import search, variant
>>> game = variant("halma-8")
>>> start = game.start()
>>> len(game.moves(start))
24
>>> game.format(game.moves(start)[0])
'I,1-III,3'
>>> move = game.parse(start, "II, 2 to IV, 2")
>>> after = game.play(start, move)
>>> game.seats[after.turn].name
'North'
>>> game.outcome(after) is None
True
>>> print(game.reason(after, "III,1-IV,1"))
the man on that square belongs to another seat (III,1)
>>> position, runner = after, search.levels(game)[1]
>>> while not game.outcome(position):
...     position = game.play(position, search.choose(game, position, runner))
>>> game.outcome(position).reason
'goal'
"""

from engine.board import OFF, Board
from engine.errors import (
    AmbiguousMove,
    BadNotation,
    BadRecord,
    EngineError,
    GameOver,
    IllegalMove,
    Reason,
)
from engine.position import Move, Outcome, Position
from engine.random_play import random_turn
from engine.registry import VARIANTS, option_sentences, variant
from engine.variant_definition import Kind, Seat, Variant

__all__ = [
    "OFF",
    "VARIANTS",
    "AmbiguousMove",
    "BadNotation",
    "BadRecord",
    "Board",
    "EngineError",
    "GameOver",
    "IllegalMove",
    "Kind",
    "Move",
    "Outcome",
    "Position",
    "Reason",
    "Seat",
    "Variant",
    "option_sentences",
    "random_turn",
    "variant",
]
