"""The rulebook's one-player problems: values and pure functions."""

from engine.solitaire.figures import FIGURES, YARD, brought_out, symmetrical
from engine.solitaire.game import Game, begin, diagram, dump, load, moves, play, solved, undo
from engine.solitaire.longest import FAULTS, Verdict, check_61
from engine.solitaire.men import read as read_men
from engine.solitaire.men import write as write_men
from engine.solitaire.problems import (
    PROBLEMS,
    Problem,
    best_known,
    packing_problem,
    par,
    printed_key,
    problem,
)
from engine.solitaire.reaching import GaveUp, reach

__all__ = [
    "FAULTS",
    "FIGURES",
    "PROBLEMS",
    "YARD",
    "Game",
    "GaveUp",
    "Problem",
    "Verdict",
    "begin",
    "best_known",
    "brought_out",
    "check_61",
    "diagram",
    "dump",
    "load",
    "moves",
    "packing_problem",
    "par",
    "play",
    "printed_key",
    "problem",
    "reach",
    "read_men",
    "solved",
    "symmetrical",
    "undo",
    "write_men",
]
