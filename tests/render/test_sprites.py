"""Sprites: what pictures share, also if several threads make them at once."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from engine import VARIANTS
from render import draw, scene, sprites
from render.empty_board import paint_board
from render.men import figure
from render.palette import choose_palette
from tests.render.games import course

MADE = (sprites._kit, choose_palette, figure)
"""The caches of everything that is slow to draw."""


def forget() -> None:
    """Clear all caches, as if the program had just started."""
    draw.png.cache_clear()
    for made in (*MADE, sprites._shelf):
        made.cache_clear()


@pytest.mark.check
@pytest.mark.parametrize("key", ["halma", "halma-4", "chinese-checkers-3", "le-grec"])
def test_later_pictures_need_no_new_board_palette_or_men(key: str) -> None:
    forget()
    variant = VARIANTS[key]
    for turn in range(len(variant.seats)):
        for side in {0, turn}:
            draw.png(scene(variant, replace(variant.start(), turn=turn), side=side))
    made = [cache.cache_info().misses for cache in MADE]
    for position, last in course(key, 12):
        for side in {0, position.turn}:
            draw.png(scene(variant, position, last=last, side=side))
    assert [cache.cache_info().misses for cache in MADE] == made


@pytest.mark.check
def test_pictures_for_another_seat_to_move_share_cached_squares() -> None:
    forget()
    halma = VARIANTS["halma"]
    first, second = (scene(halma, replace(halma.start(), turn=turn)) for turn in (0, 1))
    draw.render_scene(first)
    kits = sprites.sprite_set(first.stage, 0), sprites.sprite_set(second.stage, 1)
    assert kits[0].shelf is kits[1].shelf
    finished = len(kits[0].shelf.squares)
    draw.render_scene(second)
    lined = {cell for seat in halma.seats for cell in seat.goal}
    assert len(kits[0].shelf.squares) - finished <= len(lined)
    assert kits[0].sprite(100, 1) is kits[1].sprite(100, 1)


@pytest.mark.check
def test_drawing_in_parallel_does_not_change_pictures() -> None:
    variant = VARIANTS["halma-8"]
    shown = [scene(variant, position, last=last) for position, last in course("halma-8", 12)]
    alone = [draw.png.__wrapped__(shown_scene) for shown_scene in shown]
    forget()
    with ThreadPoolExecutor(6) as pool:
        together = list(pool.map(draw.png.__wrapped__, shown * 2))
    assert together == alone * 2


@pytest.mark.check
def test_no_board_in_true_colour_is_kept_when_its_sprites_are_made() -> None:
    forget()
    draw.png(scene(VARIANTS["halma"], VARIANTS["halma"].start()))
    assert paint_board.cache_info().currsize == 0
