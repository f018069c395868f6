"""Letter markers on men and squares: legible on a phone, without hiding men."""

import math
from itertools import permutations

import pytest
from PIL import ImageChops

from engine import VARIANTS, Move, variant
from render import ThemeName, png, scene
from render.layout import WIDTH, lay_out, reading_order
from render.markers import letter_corner, letter_size, plate_radius
from render.theme import THEMES
from tests.render.games import opened

PHONE = 262
"""Width in points of a board in a post on a phone that is 390 points wide."""
SMALLEST = 9
"""Height of the smallest legible letter, in points."""


@pytest.mark.check
def test_letters_are_legible_on_a_phone() -> None:
    for key, game in VARIANTS.items():
        for facing in {seat.facing for seat in game.seats}:
            tile = lay_out(game.board, facing, WIDTH).tile
            for on_man in (False, True):
                assert letter_size(tile, on_man=on_man) * PHONE / WIDTH >= SMALLEST, key


@pytest.mark.each_kind
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("key", ["halma", "halma-8", "chinese-checkers-6", "platonic", "le-grec"])
def test_the_colour_and_emblem_of_a_man_stay_visible_beside_its_letter(
    key: str, theme: ThemeName
) -> None:
    game = variant(key)
    position = game.start()
    if game.drops(position):
        position = game.apply(position, game.moves(position)[0])
    cell = next(game.men_of(position, 0))
    plain, marked = (
        opened(png(scene(game, position, theme=theme, marks=marks)))
        for marks in ((), [(cell, "choice", "A")])
    )
    stage = scene(game, position, theme=theme).stage
    x, y = stage.layout.centres[cell]
    half = round(0.12 * stage.layout.tile)
    emblem = (x - half, y - half, x + half, y + half)
    same = ImageChops.difference(plain.crop(emblem), marked.crop(emblem)).convert("L").tobytes()
    assert sum(level == 0 for level in same) >= 0.85 * len(same)
    low = (x - round(0.3 * stage.layout.tile), y, x, y + round(0.3 * stage.layout.tile))
    assert plain.crop(low).tobytes() == marked.crop(low).tobytes()


@pytest.mark.check
def test_the_letter_of_a_man_touches_no_other_man() -> None:
    for key, game in VARIANTS.items():
        stage = scene(game, game.start()).stage
        lay = stage.layout
        across, down = letter_corner(stage)
        reach = plate_radius(lay.tile, on_man=True)
        for (x, y), (a, b) in permutations(lay.centres, 2):
            if max(abs(x - a), abs(y - b)) < 2 * lay.tile:
                assert math.dist((x + across, y + down), (a, b)) >= reach + lay.radius, key


def test_a_letter_never_covers_the_route_that_leaves_its_man() -> None:
    for key in ("halma-8", "chinese-checkers", "caesar"):
        board = variant(key).board
        stage = scene(variant(key), variant(key).start()).stage
        centres = stage.layout.centres
        for cell, around in enumerate(board.neighbours):
            for other in around:
                out = [float(b - a) for a, b in zip(centres[cell], centres[other], strict=True)]
                corner = letter_corner(stage, (out[0], out[1]))
                cosine = sum(a * b for a, b in zip(corner, out, strict=True))
                assert cosine <= 0.31 * math.hypot(*out) * math.hypot(*corner), key
    assert letter_corner(stage)[0] > 0 > letter_corner(stage)[1]


@pytest.mark.check
def test_a_faded_last_move_is_drawn_in_muted_colours() -> None:
    game = variant("halma-8")
    move = game.moves(game.start())[0]
    after = game.apply(game.start(), move)
    bright, faded, none = (
        opened(png(each))
        for each in (
            scene(game, after, last=move),
            scene(game, after, last=move, faded=True),
            scene(game, after),
        )
    )
    teal = [
        sum(count for count, (r, _, b) in image.getcolors(999_999) or () if b > r + 40)
        for image in (bright, faded, none)
    ]
    assert teal[0] > 100
    assert teal[1] == teal[2] == 0
    assert faded.tobytes() != none.tobytes()
    assert png(scene(game, after, last=Move(()), faded=True)) == png(scene(game, after))


def test_reading_order_is_from_top_to_bottom_and_left_to_right() -> None:
    board = variant("halma-8").board
    order = reading_order(board, 0)
    assert [board.names[cell] for cell in sorted(range(64), key=order.__getitem__)][:3] == [
        "VIII,1",
        "VIII,2",
        "VIII,3",
    ]
    turned = reading_order(board, variant("halma-8").seats[1].facing)
    assert [63 - number for number in order] == [*turned]
