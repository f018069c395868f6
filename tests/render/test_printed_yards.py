"""The theme of 1885: dotted lines around yards of 13, heavy lines around 19."""

import pytest

from engine import VARIANTS, variant
from render import scene
from render.empty_board import paint_board
from render.printed_yards import RED, has_printed_yards, printed_yards
from render.scenes import NOBODY
from render.theme import THEMES, Colour, contrast

BOARD = VARIANTS["halma"].board


def red(key: str, cell: tuple[int, int], other: tuple[int, int]) -> float:
    """Return the share of red pixels along the line between two neighbouring squares."""
    stage = scene(variant(key), variant(key).start(), theme="print").stage
    picture, lay = paint_board(stage, NOBODY), stage.layout
    (left, upper, right, lower), (a, b, _, _) = (
        lay.box(BOARD.index[spot]) for spot in (cell, other)
    )
    along = (
        [(max(left, a), y) for y in range(upper, lower)]
        if upper == b
        else [(x, max(upper, b)) for x in range(left, right)]
    )
    return sum(picture.getpixel(spot) == RED for spot in along) / len(along)


def test_there_are_four_yards_of_13_and_two_with_six_more_squares() -> None:
    dotted, heavy = printed_yards(BOARD)
    assert [len(yard) for yard in dotted] == [13] * 4
    assert [len(yard) for yard in heavy] == [19] * 2
    assert set(dotted) == {seat.home for seat in VARIANTS["halma-4"].seats}
    assert set(heavy) == {seat.home for seat in VARIANTS["halma"].seats}


@pytest.mark.parametrize("key", ["halma", "halma-4", "halma+ploog", "super-halma"])
def test_only_the_yards_of_the_game_are_drawn(key: str) -> None:
    homes = {seat.home for seat in variant(key).seats}
    dotted, heavy = printed_yards(BOARD)
    assert homes in ({*dotted}, {*heavy})
    for corner in ((1, 1), (1, 16), (16, 1), (16, 16)):
        row, inwards = corner[0], 1 if corner[1] == 1 else -1
        fourth, fifth, sixth = ((row, corner[1] + inwards * step) for step in (3, 4, 5))
        if homes == {*dotted}:
            assert 0.1 < red(key, fourth, fifth) < 0.9
        else:
            assert red(key, fourth, fifth) == 0
        in_use = homes == {*heavy} and corner[0] == corner[1]
        assert red(key, fifth, sixth) == (1 if in_use else 0)


def test_the_lines_stand_out_from_the_squares() -> None:
    grounds: tuple[Colour, ...] = THEMES["print"].squares
    assert all(contrast(RED, ground) >= 3 for ground in grounds)


def test_other_boards_and_themes_keep_their_own_outlines() -> None:
    for key in ("halma-8", "top-secret", "platonic", "chinese-checkers"):
        game = VARIANTS[key]
        assert not has_printed_yards(scene(game, game.start(), theme="print").stage), key
    halma = VARIANTS["halma"]
    assert not has_printed_yards(scene(halma, halma.start(), theme="wood").stage)
