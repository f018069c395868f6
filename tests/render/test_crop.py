"""Crops: which part of the board they show, and when a board is cropped."""

from dataclasses import replace

import pytest

from engine import VARIANTS, Move, Position
from engine.position import man
from render import ThemeName, scene
from render.crop import HALF, busy_part, corners, crop_part, part_around
from render.draw import render_scene
from render.scenes import Scene
from tests.render.games import THEME_NAMES

HALMA = VARIANTS["halma"]


def placed(*names: str, key: str = "halma", side: int = 0, last: Move | None = None) -> Scene:
    """Return a scene with men on these squares only."""
    game = VARIANTS[key]
    cells = bytearray(len(game.board.spots))
    for number, name in enumerate(names):
        cells[game.board.names.index(name)] = man(number % 2)
    return scene(game, Position(bytes(cells), 0), side=side, last=last)


def test_a_large_board_is_cropped_if_all_men_stand_within_nine_rows_and_places() -> None:
    assert busy_part(placed("IV,4", "XII,12"))
    assert busy_part(placed("I,1", "X,10"))
    assert not busy_part(placed("IV,4", "XIII,12"))
    assert not busy_part(placed("I,1", "XVI,16"))
    assert not busy_part(placed())


def test_the_last_move_is_within_the_part_that_is_shown() -> None:
    index = HALMA.board.names.index
    far = Move((index("I,1"), index("XIII,13")))
    assert not busy_part(placed("XII,12", "XIII,13", last=far))
    near = Move((index("XI,11"), index("XIII,13")))
    assert index("XI,11") in busy_part(placed("XII,12", "XIII,13", last=near))


def test_small_boards_stars_and_boards_with_a_tray_are_shown_whole() -> None:
    assert not busy_part(placed("I,1", "II,2", key="halma-8"))
    assert not busy_part(placed("I,1", "II,1", key="chinese-checkers"))
    close = placed("IV,4", "VI,6")
    assert not busy_part(replace(close, stock=(1, 0)))
    assert not busy_part(replace(close, done=(0,)))


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("names", [("I,1", "III,4"), ("XVI,16", "XII,9"), ("VII,5", "IX,12")])
def test_a_part_has_the_men_and_the_coordinates_of_its_rows_and_places(
    names: tuple[str, ...], side: int
) -> None:
    shown = placed(*names, side=side)
    whole, lay = render_scene(shown), shown.stage.layout
    part = crop_part(shown, busy_part(shown))
    assert part.width < 0.8 * whole.width
    pixels = part.tobytes()
    for name in names:
        cell = HALMA.board.names.index(name)
        left, upper, right, lower = lay.box(cell)
        man_row = whole.crop((left, (upper + lower) // 2, right, (upper + lower) // 2 + 1))
        assert man_row.tobytes() in pixels, name
        x, y = lay.centres[cell]
        for label in lay.labels:
            if abs(label.x - x) < 1 or abs(label.y - y) < 1:
                high = round(label.y)
                text = (
                    int(label.x - label.width / 2),
                    high,
                    int(label.x + label.width / 2),
                    high + 1,
                )
                assert whole.crop(text).tobytes() in pixels, label.text


@pytest.mark.parametrize("theme", THEME_NAMES)
def test_the_margins_of_a_part_show_nothing_but_the_coordinates(theme: ThemeName) -> None:
    cells = bytearray(256)
    cells[HALMA.board.index[8, 8]] = man(0)
    shown = scene(HALMA, Position(bytes(cells), 0), theme=theme)
    part = crop_part(shown, busy_part(shown)).convert("RGB")
    paper = part.getpixel((0, 0))
    edges = [
        part.crop((0, 0, part.width, 4)),
        part.crop((part.width - 4, 0, part.width, part.height)),
        part.crop((0, part.height - 4, part.width, part.height)),
    ]
    assert all(set(edge.get_flattened_data()) == {paper} for edge in edges)


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("far", ["II,2", "VIII,8", "X,4", "VI,10"])
def test_a_part_has_the_shape_of_the_whole_board_on_a_phone(far: str, side: int) -> None:
    shown = placed("I,1", far, side=side)
    whole, part = render_scene(shown), crop_part(shown, busy_part(shown), HALF)
    heights = [262 * picture.height / picture.width for picture in (whole, part)]
    assert max(heights) - min(heights) < 0.5


@pytest.mark.parametrize("side", [0, 1])
def test_the_corners_name_the_part_that_is_shown(side: int) -> None:
    shown, names = placed("III,3", "X,10", side=side), HALMA.board.names
    cells = part_around(shown, [names.index("III,3"), names.index("X,10")])
    first, last = corners(shown, cells, HALF)
    assert sorted([names[first], names[last]]) == sorted(["II,2", "XI,11"])
    inner = corners(shown, [names.index("V,5")], HALF)
    rows = [divmod(cell, 16) for cell in inner]
    assert [abs(a - b) for a, b in zip(*rows, strict=True)] == [HALF - 1, HALF - 1]
