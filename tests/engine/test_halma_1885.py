"""Halma by the rulebook of 1885: figure 1 and the eight solutions.

The jump sequence and the trivial draw published by Neto are checked too.
"""

import re

import pytest

from engine import Position, variant
from engine.position import man
from engine.puzzles import FIGURES, printed_solutions

HALMA = variant("halma")
BOARD = HALMA.board
YARD = HALMA.seats[0].home
OUT = {letter: tuple(key.split("—")) for letter, key in printed_solutions.BRING_OUT.items()}
IN = {letter: tuple(key.split("—")) for letter, key in printed_solutions.YARD.items()}


def alone(men: frozenset[int], others: frozenset[int] = frozenset()) -> Position:
    """Return a position with these men only, in which the first player is to move."""
    cells = bytearray(len(BOARD.spots))
    for cell in men:
        cells[cell] = man(0)
    for cell in others:
        cells[cell] = man(1)
    return Position(bytes(cells), 0)


def after(key: tuple[str, ...], men: frozenset[int]) -> frozenset[int]:
    """Play every move of a solution in order and return the final squares of the men."""
    for text in key:
        position = alone(men)
        played = HALMA.play(position, HALMA.parse(position, text))
        men = frozenset(HALMA.standing(played, 0))
    return men


def mirrored(men: frozenset[int]) -> frozenset[int]:
    """Reflect the men across the diagonal from I,1 to XVI,16."""
    return frozenset(BOARD.cell(place, row) for row, place in (BOARD.spots[cell] for cell in men))


def ends(position: Position, name: str) -> set[str]:
    """Return the names of the squares where the man on `name` can end its move."""
    origin = BOARD.names.index(name)
    return {BOARD.names[move.path[-1]] for move in HALMA.moves(position) if move.path[0] == origin}


def test_there_are_eight_solutions_of_nineteen_moves() -> None:
    assert [len(key) for key in (*OUT.values(), *IN.values())] == [19] * 8


@pytest.mark.parametrize("letter", "ABCD")
def test_the_solution_brings_every_man_out_into_the_figure(letter: str) -> None:
    assert FIGURES[letter] == after(OUT[letter], YARD)
    assert not FIGURES[letter] & YARD


@pytest.mark.parametrize("letter", "ABCD")
def test_the_solution_moves_every_man_of_the_figure_into_the_yard(letter: str) -> None:
    assert after(IN[letter], FIGURES[letter]) == YARD


@pytest.mark.parametrize("letter", "ABCD")
def test_the_figure_is_symmetrical_about_the_diagonal(letter: str) -> None:
    assert mirrored(FIGURES[letter]) == FIGURES[letter]


@pytest.mark.parametrize("letter", "ABCD")
def test_the_two_solutions_are_the_exact_reverse_of_each_other(letter: str) -> None:
    def ways(key: tuple[str, ...]) -> list[list[str]]:
        return [re.findall(r"[IV]+, \d+", text) for text in key]

    assert [way[::-1] for way in reversed(ways(IN[letter]))] == ways(OUT[letter])


def test_figure_1_a_man_steps_to_the_eight_squares_around_it() -> None:
    around = {"IX,8", "IX,9", "IX,7", "VII,8", "VII,9", "VII,7", "VIII,7", "VIII,9"}
    assert ends(alone(BOARD.cells({8: (8,)})), "VIII,8") == around


def test_figure_1_a_man_jumps_over_eight_neighbours_to_the_squares_beyond() -> None:
    men = BOARD.cells({7: (7, 8, 9), 8: (7, 8, 9), 9: (7, 8, 9)})
    beyond = {"X,6", "X,8", "X,10", "VIII,6", "VIII,10", "VI,6", "VI,8", "VI,10"}
    assert ends(alone(men), "VIII,8") == beyond


def test_a_hop_never_takes_a_man_to_a_square_of_another_colour() -> None:
    men, others = BOARD.cells({3: (2, 5), 4: (4, 9)}), BOARD.cells({2: (3, 5), 4: (6,), 6: (6,)})
    for move in HALMA.moves(alone(men, others)):
        (row, place), (to_row, to_place) = BOARD.spots[move.path[0]], BOARD.spots[move.path[-1]]
        if max(abs(row - to_row), abs(place - to_place)) > 1:
            assert (row + place - to_row - to_place) % 2 == 0


def test_the_jump_sequence_of_neto_reaches_every_named_square() -> None:
    position = alone(BOARD.cells({3: (2,)}), BOARD.cells({2: (3, 5), 4: (6,), 6: (6,)}))
    cells = ("I,4", "III,6", "V,6", "VII,6")
    for number in range(1, len(cells) + 1):
        assert HALMA.reason(position, "-".join(("III,2", *cells[:number]))) is None
    assert ends(position, "III,2") >= set(cells)
    assert HALMA.reason(position, "III,2-III,6-V,6-VII,6-V,6") is None, "he may go back as well"


def test_the_trivial_draw_of_neto_is_a_draw_at_the_third_repetition() -> None:
    corner = {8: (6, 7, 8), 7: (6, 7), 6: (6, 7, 8), 5: (6, 8)}
    others = frozenset(BOARD.cell(row + 8, place + 8) for row in corner for place in corner[row])
    position = alone(BOARD.cells({1: (1,)}), others)
    for _ in range(2):
        for text in ("I,1-I,2", "XVI,16-XV,16", "I,2-I,1", "XV,16-XVI,16"):
            assert HALMA.outcome(position) is None
            position = HALMA.play(position, HALMA.parse(position, text))
    outcome = HALMA.outcome(position)
    assert outcome is not None
    assert (outcome.reason, outcome.ranking) == ("repetition", ((0, 1),))
