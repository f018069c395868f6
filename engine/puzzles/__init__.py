"""The rulebook's one-player puzzles, as values and pure functions."""

from engine.puzzles.catalogue import (
    DIFFICULTIES,
    count,
    day_of,
    difficulty,
    figure,
    men_left,
    number_of,
    outermost,
    problem_of_day,
    way_key,
)
from engine.puzzles.figures import FIGURES, YARD, brought_out, symmetrical
from engine.puzzles.game import Game, begin, diagram, dump, load, moves, play, solved, undo
from engine.puzzles.hints import hint, onward, solvable
from engine.puzzles.packing import RACES
from engine.puzzles.placement_text import read as read_men
from engine.puzzles.placement_text import write as write_men
from engine.puzzles.problems import (
    FIRST,
    PROBLEMS,
    Problem,
    best_known,
    figure_problem,
    packing_problem,
    par,
    printed_key,
    problem,
    way,
)
from engine.puzzles.sixty_one_jumps import FAULTS, Verdict, check_61
from engine.puzzles.solver import GaveUp, reach

__all__ = [
    "DIFFICULTIES",
    "FAULTS",
    "FIGURES",
    "FIRST",
    "PROBLEMS",
    "RACES",
    "YARD",
    "Game",
    "GaveUp",
    "Problem",
    "Verdict",
    "begin",
    "best_known",
    "brought_out",
    "check_61",
    "count",
    "day_of",
    "diagram",
    "difficulty",
    "dump",
    "figure",
    "figure_problem",
    "hint",
    "load",
    "men_left",
    "moves",
    "number_of",
    "onward",
    "outermost",
    "packing_problem",
    "par",
    "play",
    "printed_key",
    "problem",
    "problem_of_day",
    "reach",
    "read_men",
    "solvable",
    "solved",
    "symmetrical",
    "undo",
    "way",
    "way_key",
    "write_men",
]
