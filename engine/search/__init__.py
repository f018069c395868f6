"""The computer player.

`choose` picks a move at one of the `levels` of a game. `best` returns the best moves with their
values, for hints and for the analysis of a game. `verdicts` returns how a solved game ends after
each move, and `turns_to_go` how far a seat is from its goal. `rank` is a fast move ordering for
players who choose from a list.
"""

from engine.search.level import Level, levels
from engine.search.move_choice import Rated, best, choose, compared, self_play
from engine.search.move_ordering import rank
from engine.search.tablebase import Verdict, verdicts
from engine.search.turns_left import distance, turns_to_go

__all__ = [
    "Level",
    "Rated",
    "Verdict",
    "best",
    "choose",
    "compared",
    "distance",
    "levels",
    "rank",
    "self_play",
    "turns_to_go",
    "verdicts",
]
