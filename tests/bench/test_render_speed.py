"""What pictures cost: ratios of times taken in one run, so that they hold on any machine."""

from __future__ import annotations

import pytest

from engine import VARIANTS
from render import draw, png, scene
from render.png_file import encode
from render.tiles import kit
from tests.bench.timing import seconds

GAMES = pytest.mark.parametrize("key", ["halma", "halma-4", "chinese-checkers-6", "platonic-4"])


@GAMES
def test_a_scene_asked_for_again_takes_less_than_a_hundredth(key: str) -> None:
    variant = VARIANTS[key]
    shown, equal = scene(variant, variant.start()), scene(variant, variant.start())
    png(shown)
    assert seconds(lambda: png(equal)) * 100 < seconds(lambda: encode(draw.picture(shown)))


@GAMES
def test_drawing_costs_at_most_twelve_copies_of_the_empty_board(key: str) -> None:
    variant = VARIANTS[key]
    position = variant.start()
    shown = scene(variant, position)
    draw.picture(shown)
    copying = seconds(kit(shown.stage, shown.turn).base.copy)
    assert seconds(lambda: draw.picture(shown)) <= 12 * copying


@GAMES
def test_a_palette_picture_is_encoded_in_a_third_of_the_time_of_true_colour(key: str) -> None:
    variant = VARIANTS[key]
    picture = draw.picture(scene(variant, variant.start()))
    true = picture.convert("RGB")
    assert 3 * seconds(lambda: encode(picture)) <= seconds(lambda: encode(true), 3)
