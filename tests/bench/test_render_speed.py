"""Rendering speed as ratios of times from the same run, which hold on any machine."""

from io import BytesIO

import pytest

from engine import VARIANTS, Move
from engine.board import Coordinates
from render import draw, png, scene
from render.png_file import LEVEL, encode
from tests.bench.timing import seconds

GAMES = pytest.mark.parametrize("key", ["halma", "halma-4", "chinese-checkers-6", "platonic-4"])


@GAMES
def test_a_cached_picture_takes_less_than_a_hundredth_of_drawing_it(key: str) -> None:
    variant = VARIANTS[key]
    shown, equal = scene(variant, variant.start()), scene(variant, variant.start())
    png(shown)
    assert seconds(lambda: png(equal)) * 100 < seconds(lambda: encode(draw.render_scene(shown)))


@GAMES
def test_drawing_takes_at_most_a_third_of_the_time_of_encoding(key: str) -> None:
    variant = VARIANTS[key]
    shown = scene(variant, variant.start())
    picture = draw.render_scene(shown)
    assert 3 * seconds(lambda: draw.render_scene(shown)) <= seconds(lambda: encode(picture))


@pytest.mark.parametrize(
    ("spots", "times"),
    [
        (((3, 3), (4, 4)), 8),
        (((2, 2), (4, 4), (6, 4), (8, 6), (10, 6), (12, 8), (14, 10), (16, 12)), 30),
        (((1, 1), (15, 15)), 30),
    ],
    ids=["a step", "seven jumps", "across the board"],
)
def test_a_last_move_takes_at_most_n_times_the_time_of_the_men(
    spots: tuple[Coordinates, ...], times: int
) -> None:
    halma = VARIANTS["halma"]
    path = tuple(halma.board.index[spot] for spot in spots)
    plain, moved = (scene(halma, halma.start(), last=last) for last in (None, Move(path)))
    draw.render_scene(moved)
    assert seconds(lambda: draw.render_scene(moved)) <= times * seconds(
        lambda: draw.render_scene(plain)
    )


@GAMES
def test_encoding_takes_at_most_three_quarters_of_the_time_of_pillow(key: str) -> None:
    variant = VARIANTS[key]
    picture = draw.render_scene(scene(variant, variant.start()))
    pillow = seconds(lambda: picture.save(BytesIO(), "PNG", compress_level=LEVEL))
    assert 4 * seconds(lambda: encode(picture)) <= 3 * pillow


@GAMES
def test_palette_encoding_takes_at_most_a_sixth_of_the_time_of_true_colour(key: str) -> None:
    variant = VARIANTS[key]
    picture = draw.render_scene(scene(variant, variant.start()))
    true = picture.convert("RGB")
    slow = seconds(lambda: true.save(BytesIO(), "PNG", compress_level=LEVEL), 3)
    assert 6 * seconds(lambda: encode(picture)) <= slow
