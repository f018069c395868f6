"""The rulebook's eight keys, 152 turns, replayed as a solver would type them, and its four diagrams."""

import pytest

from engine import Move, solitaire
from engine.variants.halma import BOARD

LETTERS = "ABCD"
DRAWN = {
    # Each diagram from row VIII, or IX, down to row I, as the book draws it; A from its key.
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
"""Of the shortest routes, counted by another program."""


def drawn(letter: str) -> set[int]:
    """The cells of a drawing."""
    rows = DRAWN[letter].split("\n")[:0:-1]
    return {
        BOARD.cell(row, place)
        for row, line in enumerate(rows, 1)
        for place, mark in enumerate(line.split(), 1)
        if mark == "o"
    }


def replayed(key: str) -> solitaire.Game:
    """The game after all turns of the printed key, each typed as it is printed."""
    problem = solitaire.problem(key)
    game = solitaire.begin(problem)
    for text in problem.printed.split("—"):
        assert not solitaire.solved(game)
        game = solitaire.play(game, text)
    return game


def is_hop(move: Move) -> bool:
    """Is the man further away than a step leads, or not beside where he was?"""
    return move.path[1] not in BOARD.neighbours[move.path[0]]


@pytest.mark.parametrize("letter", LETTERS)
def test_the_key_brings_nineteen_men_out_into_the_printed_diagram(letter: str) -> None:
    game = replayed(f"bring-out-{letter.lower()}")
    assert len(game.moves) == solitaire.par(game.problem) == 19
    assert {move.path[0] for move in game.moves} == solitaire.YARD
    assert set(game.cells) == solitaire.FIGURES[letter] == drawn(letter)
    assert solitaire.diagram(game) == letter
    assert solitaire.brought_out(game.cells)
    assert solitaire.solved(game)


@pytest.mark.parametrize("letter", LETTERS)
def test_the_key_yards_the_nineteen_men_of_the_diagram(letter: str) -> None:
    game = replayed(f"yard-{letter.lower()}")
    assert set(game.problem.variant.standing(game.problem.start, 0)) == drawn(letter)
    assert len(game.moves) == 19
    assert set(game.cells) == solitaire.YARD
    assert solitaire.diagram(game) is None
    assert solitaire.solved(game)


@pytest.mark.parametrize("letter", LETTERS)
def test_yarding_is_bringing_out_read_backwards(letter: str) -> None:
    out = solitaire.printed_key(solitaire.PROBLEMS[f"bring-out-{letter.lower()}"])
    yard = solitaire.printed_key(solitaire.PROBLEMS[f"yard-{letter.lower()}"])
    assert out is not None
    assert yard is not None
    ends = [(move.path[0], move.path[-1]) for move in out]
    assert [(move.path[-1], move.path[0]) for move in reversed(yard)] == ends


@pytest.mark.parametrize("letter", LETTERS)
def test_the_key_takes_its_shortest_routes(letter: str) -> None:
    moves = solitaire.printed_key(solitaire.PROBLEMS[f"bring-out-{letter.lower()}"])
    assert moves is not None
    hops = [move for move in moves if is_hop(move)]
    jumps = sum(len(move.path) - 1 for move in hops)
    assert (19 - len(hops), len(hops), jumps) == STEPS_HOPS_JUMPS[letter]


def test_a_figure_is_symmetrical_if_rows_and_places_can_change_roles() -> None:
    for letter in LETTERS:
        figure = solitaire.FIGURES[letter]
        assert solitaire.symmetrical(figure)
        moved = figure - {BOARD.cell(4, 5)} | {BOARD.cell(9, 9)}
        assert not solitaire.symmetrical(moved)
        assert not solitaire.brought_out(moved)
        assert not solitaire.brought_out(figure - {BOARD.cell(4, 4)})
    assert solitaire.symmetrical(solitaire.YARD)
    assert not solitaire.brought_out(solitaire.YARD)


def test_only_the_book_has_printed_keys() -> None:
    printed = [key for key, problem in solitaire.PROBLEMS.items() if solitaire.printed_key(problem)]
    assert printed == [f"{task}-{letter}" for task in ("bring-out", "yard") for letter in "abcd"]
    assert [key for key in solitaire.PROBLEMS if key not in printed] == ["61-jumps"]
    assert solitaire.printed_key(solitaire.packing_problem(1, 8)) is None


def test_the_easy_problem_takes_three_turns_each_of_which_brings_a_man_home() -> None:
    game = solitaire.begin(solitaire.problem("first"))
    assert len(set(game.cells) - set(solitaire.YARD)) == 3
    assert solitaire.par(game.problem) == 3
    for move in solitaire.best_known(game.problem):
        assert not solitaire.solved(game)
        game = solitaire.play(game, game.problem.variant.format(move))
    assert solitaire.solved(game)
