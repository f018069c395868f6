"""The computer player.

`choose` picks a move at one of the `levels` of a game. `best_moves` returns the best moves with
their values, for hints and for the analysis of a game. `solved_results` returns the result of a
solved game after each move. `turns_to_go` estimates how many turns a seat still needs.
`order_moves` is a fast move ordering for players who choose from a list.
"""

from engine.search.level import Level, levels
from engine.search.move_choice import ScoredMove, best_moves, choose, score_moves, self_play
from engine.search.move_ordering import order_moves
from engine.search.tablebase import SolvedResult, solved_results
from engine.search.turns_left import distance, turns_to_go

__all__ = [
    "Level",
    "ScoredMove",
    "SolvedResult",
    "best_moves",
    "choose",
    "distance",
    "levels",
    "order_moves",
    "score_moves",
    "self_play",
    "solved_results",
    "turns_to_go",
]
