"""Platonic and Pythagoreic Halma: examples that were worked out by hand or by another program."""

from __future__ import annotations

import pytest

from engine import Move, Position, Variant, variant
from engine.margin import KINDS, LEFT
from engine.position import man

SIMPLE, ADVANCED = variant("platonic"), variant("platonic-advanced")
SEATS = {"red": 0, "black": 1}


def board(game: Variant, pieces: str, turn: int = 0) -> Position:
    """A position with pieces such as "red circle V,5" and nothing left to drop; a piece that stands on
    its first rank has not left it, any other has."""
    cells = bytearray(len(game.board.spots))
    for piece in filter(None, pieces.split("; ")):
        colour, shape, square = piece.split()
        cell, seat = game.board.names.index(square), SEATS[colour]
        left = LEFT if cell not in game.seats[seat].home else 0
        cells[cell] = man(seat, KINDS.index(shape) + left)
    return Position(bytes(cells), turn, (0,) * len(game.start().stock))


def ways(game: Variant, position: Position, square: str) -> dict[str, Move]:
    """The hops of the piece on a square, by where they end."""
    origin = game.board.names.index(square)
    return {
        game.board.names[move.path[-1]]: move
        for move in game.moves(position)
        if move.path[0] == origin and move.path[1] not in game.board.neighbours[origin]
    }


def hops(game: Variant, pieces: str, mine: str) -> set[str]:
    """Where the last named piece can hop to."""
    return set(ways(game, board(game, f"{pieces}; {mine}"), mine.split()[-1]))


@pytest.mark.parametrize(
    ("game", "pieces", "mine", "ends"),
    [
        (SIMPLE, "red square I,5", "red circle I,4", {"I,6"}),
        (SIMPLE, "black square IV,2; red diamond VI,2", "red triangle III,3", {"VII,3"}),
        (SIMPLE, "black square IV,2", "red triangle III,3", set()),
        (
            SIMPLE,
            "black triangle IV,5; black triangle VI,5; red circle V,6",
            "red square V,5",
            {"V,7", "VII,5"},
        ),
        (
            SIMPLE,
            "black triangle IV,4; black triangle VI,6",
            "red diamond V,5",
            {"III,3", "VII,7"},
        ),
        (
            SIMPLE,
            "black triangle IV,5; black square IV,4; black square V,4; red diamond VI,6",
            "red circle V,5",
            {"V,3", "VII,7"},
        ),
        (ADVANCED, "black triangle V,5", "red square II,5", {"VIII,5"}),
        (SIMPLE, "black triangle V,5", "red square II,5", set()),
        (ADVANCED, "black triangle V,5; black triangle VII,5", "red square II,5", set()),
        (ADVANCED, "black circle V,2", "red circle IV,3", set()),
        (SIMPLE, "black square IX,3; black triangle X,4", "red square VIII,3", {"X,3", "X,5"}),
    ],
)
def test_a_piece_hops_only_where_the_worked_examples_say(
    game: Variant, pieces: str, mine: str, ends: set[str]
) -> None:
    assert ends == hops(game, pieces, mine)


@pytest.mark.parametrize(
    ("black", "red", "end"),
    [("V,5", "IV,4", "VI,6"), ("IX,4", "VIII,4", "X,4")],
)
def test_a_circle_sends_an_enemy_circle_back_to_its_first_rank(
    black: str, red: str, end: str
) -> None:
    start = board(ADVANCED, f"black circle {black}; red circle {red}")
    (move,) = ways(ADVANCED, start, red).values()
    after = ADVANCED.apply(start, move)
    assert after == Position(
        board(ADVANCED, f"black circle X,2; red circle {end}").cells, 1, start.stock
    )


def test_under_simple_rules_no_circle_is_sent_back() -> None:
    start = board(SIMPLE, "black circle V,5; red circle IV,4")
    (move,) = ways(SIMPLE, start, "IV,4").values()
    assert (
        SIMPLE.apply(start, move).cells == board(SIMPLE, "black circle V,5; red circle VI,6").cells
    )


def test_after_an_outjump_the_piece_may_not_jump_straight_back_over_the_same_one() -> None:
    start = board(SIMPLE, "red diamond I,6; black square II,5; red triangle II,7; black circle V,6")
    found = SIMPLE.reason(start, "I,6-III,8")
    assert found
    assert found.code == "must-jump"
    assert found.moves == ("I,6-III,4",)
