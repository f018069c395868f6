"""The rulebook's one-player puzzles: immutable data and pure functions."""

from engine.puzzles.catalogue import (
    DIFFICULTIES,
    count,
    day_of,
    difficulty,
    expected_men_left,
    figure,
    number_of,
    outermost,
    problem_of_day,
    solution_key,
)
from engine.puzzles.figures import FIGURES, YARD, is_brought_out, is_symmetrical
from engine.puzzles.game import (
    SolitaireGame,
    begin_game,
    dump_game,
    formed_diagram,
    is_solved,
    legal_turns,
    load_game,
    play_text,
    undo_turn,
)
from engine.puzzles.hints import is_solvable, next_turn, remaining_solution
from engine.puzzles.packing import RACES
from engine.puzzles.placement_text import format_placement as write_men
from engine.puzzles.placement_text import parse_placement as read_men
from engine.puzzles.problems import (
    FIRST,
    PROBLEMS,
    Problem,
    best_known_moves,
    figure_problem,
    figure_solution,
    get_problem,
    packing_problem,
    par_turns,
    printed_key,
)
from engine.puzzles.sixty_one_jumps import FAULTS, ArrangementCheck, check_61
from engine.puzzles.solver import BudgetExhausted, find_solution

__all__ = [
    "DIFFICULTIES",
    "FAULTS",
    "FIGURES",
    "FIRST",
    "PROBLEMS",
    "RACES",
    "YARD",
    "ArrangementCheck",
    "BudgetExhausted",
    "Problem",
    "SolitaireGame",
    "begin_game",
    "best_known_moves",
    "check_61",
    "count",
    "day_of",
    "difficulty",
    "dump_game",
    "expected_men_left",
    "figure",
    "figure_problem",
    "figure_solution",
    "find_solution",
    "formed_diagram",
    "get_problem",
    "is_brought_out",
    "is_solvable",
    "is_solved",
    "is_symmetrical",
    "legal_turns",
    "load_game",
    "next_turn",
    "number_of",
    "outermost",
    "packing_problem",
    "par_turns",
    "play_text",
    "printed_key",
    "problem_of_day",
    "read_men",
    "remaining_solution",
    "solution_key",
    "undo_turn",
    "write_men",
]
