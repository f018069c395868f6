"""The computer player.

`choose` makes a move at one of the `levels` of a game. `best` tells the best moves with their values,
for hints and for the analysis of a game, `verdicts` how a solved game ends after each; `turns_to_go`
how far a seat is from its goal. `rank` orders the moves at once, for people who choose from a list.
"""

from engine.search.choosing import Rated, best, choose, compared, self_play
from engine.search.level import Level, levels
from engine.search.progress import distance, turns_to_go
from engine.search.ranking import rank
from engine.search.solution import Verdict, verdicts

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
