"""The star and the hexagons: geometry, and known facts about their games."""

from dataclasses import replace
from math import dist

import pytest

from engine import Board, Move, Position, Variant, variant
from engine.star_board import centred_rows, star_board
from engine.variant_definition import Seat
from engine.variants.hexma import has_chain

STAR = star_board()
HEXMA_3 = variant("hexma-3")

A_MAN_AND_HIS_MOVES = """
    x
   x x
  x x x
 . x x x
. . . . . . . . . . . . .
. . . . * . . . * . . .
. . . . x . . x . . .
. . . . * x * . . .
. . . o . . x . .
. . . * . . . * . .
. . . . o . . . . . .
. . . . . * . . . . . .
. . . . * o . o o . . . .
a * o o
 * o o
  o o
   o
"""
"""Example from the help on Hexma: man a can move to any hole marked with a star."""

A_CHAIN = """
.
. .
. . .
. . . .
. . . x . y y y y . . . .
. . . x y o . . . . . .
. . o y x o . . . . .
. . y y x x . . . .
y y o y o x o . .
. . o x o y . o . .
. . x y x o . o . . .
. . . x . . . x . . . .
. . . . . . o . x . . . .
. . . .
. . o
. .
.
"""
"""Example from the help on Hexma: a game for three that Y has won."""

SAMPLE_GAME = """
g10-e8 k2-i4 p9-o8 i4-j5 n11-n7 g2-k6 o8-k4 j3-j7 m10-i6 j5-p7 k10-o6 j7-i8 h9-j3 p7-q8 j11-h5 o2-g6
j9-n5 l3-j9 i6-e2 j1-f1 o6-k2 p3-l3 o10-o2 n3-m4 l9-l5 m4-o10 e8-k10 q8-p9 i10-o8 p9-j11 n5-m6 j9-i10
e2-g2 l3-j9 n9-j1
"""
"""A published game on a hexagon of 91 cells: Bill (x, near) against Cameron (o).

Columns are a to u, and rows are counted from the far side. The printed move "10. i6-d2" names no
cell, and the man moves on from e2 at move 17.
"""

SAMPLE_END = """
o o x o o .
. x o x o x .
. o o x . . . .
. . . . x . . . .
. . . x . x . . . .
. . . o . o x . . . .
. . . . . . x . . .
. . . o . . x . .
. x . o . . . .
. . o x . o .
. x o x . .
"""


def signs(board: Board, picture: str) -> dict[int, str]:
    """Return the sign on each cell of a picture, whose first line is the farthest row."""
    lines = [line.split() for line in reversed(picture.strip("\n").splitlines())]
    return {
        board.cell(row, place): sign
        for row, line in enumerate(lines, 1)
        for place, sign in enumerate(line, 1)
    }


def men(board: Board, picture: str, seats: str) -> bytes:
    """Return the cells of a picture, given the sign of each seat.

    Any other sign is an empty hole.
    """
    cells = signs(board, picture)
    return bytes(seats.find(cells[cell]) + 1 for cell in range(len(board.spots)))


def test_the_star_has_121_holes_and_six_points_of_ten() -> None:
    points = [seat.home for seat in variant("chinese-checkers-6").seats]
    assert len(STAR.spots) == 121
    assert len(frozenset().union(*points)) == 60


@pytest.mark.parametrize("key", ["chinese-checkers-15", "chinese-checkers-3-15"])
def test_points_of_fifteen_are_triangles_that_share_only_corners(key: str) -> None:
    for seat in variant(key).seats:
        for yard in (seat.home, seat.goal):
            assert len(yard) == 15
            corners = [
                cell for cell in yard if sum(near in yard for near in STAR.neighbours[cell]) == 2
            ]
            assert len(corners) == 3
            sides = [
                dist(STAR.points[one], STAR.points[other]) for one in corners for other in corners
            ]
            assert sorted(round(side) for side in sides) == [0, 0, 0, *[4] * 6]
    seats = variant("chinese-checkers-3-15").seats
    shared = [len(one.goal & other.home) for one in seats for other in seats if one is not other]
    assert shared == [1] * 6
    assert not any(one.home & other.home for one in seats for other in seats if one is not other)


def test_neighbours_are_one_unit_apart_and_no_hole_is_closer() -> None:
    for board in (STAR, variant("hexma-hex").board):
        for cell, point in enumerate(board.points):
            away = {other: dist(point, board.points[other]) for other in range(len(board.points))}
            near = {other for other, far in away.items() if 0 < far < 1.01}
            assert near == set(board.neighbours[cell])
            assert all(far > 0.99 for other, far in away.items() if other != cell)


def test_seats_are_in_clockwise_order_and_named_for_their_points() -> None:
    rows_of = {
        seat.name: {STAR.spots[cell] for cell in seat.home}
        for seat in variant("chinese-checkers-6").seats
    }
    assert list(rows_of) == [
        *("South", "South-West", "North-West"),
        *("North", "North-East", "South-East"),
    ]
    assert rows_of["South"] >= {(1, 1), (4, 1), (4, 4)}
    assert rows_of["South-West"] >= {(5, 1), (5, 4), (8, 1)}
    assert rows_of["North-West"] >= {(13, 1), (13, 4), (10, 1)}
    assert rows_of["North"] >= {(17, 1), (14, 1), (14, 4)}
    assert rows_of["North-East"] >= {(13, 10), (13, 13), (10, 10)}
    assert rows_of["South-East"] >= {(5, 10), (5, 13), (8, 10)}


@pytest.mark.parametrize("prefix", ["", "super-"])
@pytest.mark.parametrize("suffix", ["", "-3", "-4", "-6"])
def test_the_first_player_has_fourteen_opening_moves(prefix: str, suffix: str) -> None:
    game = variant(f"{prefix}chinese-checkers{suffix}")
    assert len(game.moves(game.start())) == 14


def test_every_seat_has_fourteen_opening_moves() -> None:
    game = variant("chinese-checkers-6")
    start = game.start()
    for seat in range(6):
        assert len(game.moves(Position(start.cells, seat))) == 14


def test_with_three_players_the_opposite_points_are_empty() -> None:
    game = variant("chinese-checkers-3")
    assert not any(game.start().cells[cell] for seat in game.seats for cell in seat.goal)


def test_a_man_of_hexma_moves_where_its_help_says() -> None:
    game = variant("hexma")
    cells = signs(STAR, A_MAN_AND_HIS_MOVES)
    position = Position(men(STAR, A_MAN_AND_HIS_MOVES.replace("a", "o"), "ox"), 0)
    ends = {move.path[-1] for move in game.moves(position) if cells[move.path[0]] == "a"}
    assert ends == {cell for cell, sign in cells.items() if sign == "*"}


def test_a_man_shut_in_at_the_tip_cannot_move() -> None:
    game = variant("hexma")
    position = Position(men(STAR, A_MAN_AND_HIS_MOVES, "ox"), 1)
    tip = game.board.cell(17, 1)
    assert not [move for move in game.moves(position) if move.path[0] == tip]


def test_the_winning_chain_is_recognised_in_hexma_for_three() -> None:
    position = Position(men(STAR, A_CHAIN, "oxy"), 0)
    assert [has_chain(HEXMA_3, position, seat) for seat in range(3)] == [False, False, True]


def test_two_hops_of_hexma_are_one_move() -> None:
    position = Position(men(STAR, A_CHAIN, "oxy"), 0)
    assert HEXMA_3.reason(position, "VII,8-V,6") is None


def test_a_chain_must_touch_both_edges() -> None:
    for picture, gone in (("x . y y y y", "x . y y y ."), ("y y o y o", ". . o y o")):
        position = Position(men(STAR, A_CHAIN.replace(picture, gone), "oxy"), 0)
        assert not has_chain(HEXMA_3, position, 2)


def larger_hexma() -> Variant:
    """Return Hexma on the regular hexagon of 91 cells, with 15 men per side."""
    board = centred_rows("hexagon-91", (6, 7, 8, 9, 10, 11, 10, 9, 8, 7, 6))
    camp = board.cells({1: range(2, 6), 2: range(2, 7), 3: range(2, 8)})
    edge = board.cells({1: range(1, 7)})
    return replace(
        variant("hexma-hex"),
        key="hexma-hex-91",
        board=board,
        seats=(
            Seat("South", camp, board.turned(edge, 3)),
            Seat("North", board.turned(camp, 3), edge, 3),
        ),
    )


def test_the_sample_game_of_hexma_leads_to_the_printed_board() -> None:
    game = larger_hexma()
    lengths = [6, 7, 8, 9, 10, 11, 10, 9, 8, 7, 6]

    def cell(square: str) -> int:
        length = lengths[int(square[1:]) - 1]
        return game.board.cell(12 - int(square[1:]), (ord(square[0]) - ord("k") + length + 1) // 2)

    position = game.start()
    turns = SAMPLE_GAME.split()
    for turn in turns:
        origin, end = turn.split("-")
        position = game.play(position, Move((cell(origin), cell(end))))
    assert len(turns) == position.ply == 35
    assert position.cells == men(game.board, SAMPLE_END, "xo")
