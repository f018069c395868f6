"""The rulebook's eight solutions (152 moves) and its four diagrams.

Each move is typed as it is printed.
"""

import pytest

from engine import Move, puzzles
from engine.variants.halma import BOARD

LETTERS = "ABCD"
DRAWN = {
    # The diagrams as printed, from row VIII or IX down to row I. Diagram A is taken from its
    # printed solution.
    "A": """
        . . o . . . . .
        . . o o o . . .
        . . o . o o . .
        . . o o o o o .
        . . . o o . o .
        . . . . o o o o
        . . . . . . . .
        . . . . . . . .""",
    "B": """
        . . . . . . o .
        . . o o . o . o
        . o o . . o o .
        . . o o o . . .
        . . . o o . o .
        . . . . o o o .
        . . . . . o . .
        . . . . . . . .""",
    "C": """
        . . . . . . . .
        . . . o o o . .
        . . o o o o o .
        . . o o o o o .
        . . . o o o o .
        . . . . o o . .
        . . . . . . . .
        . . . . . . . .""",
    "D": """
        . . . . . . . .
        . . . . o o . .
        . o o o o o o .
        . . o o o o o .
        . . . o o o . .
        . . . . o o . .
        . . . . . o . .
        . . . . . . . .""",
}
STEPS_HOPS_JUMPS = {"A": (7, 12, 33), "B": (7, 12, 25), "C": (3, 16, 31), "D": (3, 16, 33)}
"""Numbers of steps, hops and jumps on shortest routes, counted by another program."""


def drawn(letter: str) -> set[int]:
    """Return the cells marked with o in a diagram."""
    rows = DRAWN[letter].split("\n")[:0:-1]
    return {
        BOARD.cell(row, place)
        for row, line in enumerate(rows, 1)
        for place, mark in enumerate(line.split(), 1)
        if mark == "o"
    }


def replayed(key: str) -> puzzles.SolitaireGame:
    """Play a printed solution, typing each move as it is printed."""
    problem = puzzles.get_problem(key)
    game = puzzles.begin_game(problem)
    for text in problem.printed.split("—"):
        assert not puzzles.is_solved(game)
        game = puzzles.play_text(game, text)
    return game


def is_hop(move: Move) -> bool:
    """Whether a move is a hop. A step ends on a neighbouring square."""
    return move.path[1] not in BOARD.neighbours[move.path[0]]


@pytest.mark.parametrize("letter", LETTERS)
def test_the_solution_brings_nineteen_men_out_into_the_printed_diagram(letter: str) -> None:
    game = replayed(f"bring-out-{letter.lower()}")
    assert len(game.moves) == puzzles.par_turns(game.problem) == 19
    assert {move.path[0] for move in game.moves} == puzzles.YARD
    assert set(game.cells) == puzzles.FIGURES[letter] == drawn(letter)
    assert puzzles.formed_diagram(game) == letter
    assert puzzles.is_brought_out(game.cells)
    assert puzzles.is_solved(game)


@pytest.mark.parametrize("letter", LETTERS)
def test_the_solution_moves_the_nineteen_men_of_the_diagram_into_the_yard(letter: str) -> None:
    game = replayed(f"yard-{letter.lower()}")
    assert set(game.problem.variant.standing(game.problem.start, 0)) == drawn(letter)
    assert len(game.moves) == 19
    assert set(game.cells) == puzzles.YARD
    assert puzzles.formed_diagram(game) is None
    assert puzzles.is_solved(game)


@pytest.mark.parametrize("letter", LETTERS)
def test_a_solution_for_yarding_is_the_reverse_of_bringing_out(letter: str) -> None:
    out = puzzles.printed_key(puzzles.PROBLEMS[f"bring-out-{letter.lower()}"])
    yard = puzzles.printed_key(puzzles.PROBLEMS[f"yard-{letter.lower()}"])
    assert out is not None
    assert yard is not None
    ends = [(move.path[0], move.path[-1]) for move in out]
    assert [(move.path[-1], move.path[0]) for move in reversed(yard)] == ends


@pytest.mark.parametrize("letter", LETTERS)
def test_the_solution_uses_the_shortest_routes(letter: str) -> None:
    moves = puzzles.printed_key(puzzles.PROBLEMS[f"bring-out-{letter.lower()}"])
    assert moves is not None
    hops = [move for move in moves if is_hop(move)]
    jumps = sum(len(move.path) - 1 for move in hops)
    assert (19 - len(hops), len(hops), jumps) == STEPS_HOPS_JUMPS[letter]


def test_a_figure_is_symmetrical_if_rows_and_columns_can_be_swapped() -> None:
    for letter in LETTERS:
        figure = puzzles.FIGURES[letter]
        assert puzzles.is_symmetrical(figure)
        moved = figure - {BOARD.cell(4, 5)} | {BOARD.cell(9, 9)}
        assert not puzzles.is_symmetrical(moved)
        assert not puzzles.is_brought_out(moved)
        assert not puzzles.is_brought_out(figure - {BOARD.cell(4, 4)})
    assert puzzles.is_symmetrical(puzzles.YARD)
    assert not puzzles.is_brought_out(puzzles.YARD)


def test_only_puzzles_of_the_book_have_printed_solutions() -> None:
    printed = [key for key, problem in puzzles.PROBLEMS.items() if puzzles.printed_key(problem)]
    assert printed == [f"{task}-{letter}" for task in ("bring-out", "yard") for letter in "abcd"]
    assert [key for key in puzzles.PROBLEMS if key not in printed] == ["61-jumps"]
    assert puzzles.printed_key(puzzles.packing_problem(1, 8)) is None


def test_the_easy_puzzle_takes_three_moves_that_each_bring_a_man_home() -> None:
    game = puzzles.begin_game(puzzles.get_problem("first"))
    assert len(set(game.cells) - set(puzzles.YARD)) == 3
    assert puzzles.par_turns(game.problem) == 3
    for move in puzzles.best_known_moves(game.problem):
        assert not puzzles.is_solved(game)
        game = puzzles.play_text(game, game.problem.variant.format(move))
    assert puzzles.is_solved(game)
