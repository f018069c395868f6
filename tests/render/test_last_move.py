"""The line of the last move: unbroken at any length, and drawn from cached stamps."""

from itertools import pairwise
from math import dist

import pytest
from PIL import Image

from engine import OFF, VARIANTS, Move, Position, Variant
from render import draw, scene
from render.last_move import _stamp
from render.layout import Layout
from render.overlays import OverlayLayer, make_overlay
from render.palette import SHARES, choose_palette
from render.theme import THEMES, ThemeName, blend
from tests.render.games import THEME_NAMES, drawn
from tests.render.test_pictures import far

HALMA, STAR = VARIANTS["halma"], VARIANTS["super-chinese-checkers"]
THEMED = pytest.mark.parametrize("theme", THEME_NAMES)
Spots = tuple[tuple[int, int], ...]


def moved(variant: Variant, spots: Spots, theme: ThemeName = "wood") -> tuple[Image.Image, Layout]:
    """Return the picture and the layout of a board with a man that took this route."""
    path = tuple(variant.board.index[spot] for spot in spots)
    cells = bytearray(len(variant.board.spots))
    cells[path[-1]] = 1
    shown = scene(variant, Position(bytes(cells), 1), last=Move(path), theme=theme)
    return drawn(shown), shown.stage.layout


@pytest.mark.each_kind
@THEMED
@pytest.mark.parametrize(
    ("variant", "spots"),
    [
        (HALMA, ((1, 1), (15, 15))),
        (HALMA, ((2, 3), (2, 16))),
        (HALMA, ((1, 2), (3, 3), (12, 12), (12, 2), (10, 2))),
        (HALMA, ((1, 1), (6, 16))),
        (STAR, ((5, 7), (11, 4), (13, 3), (11, 1))),
        (STAR, ((17, 1), (5, 13), (5, 1))),
    ],
)
def test_the_line_has_no_gap_between_ring_and_arrowhead(
    variant: Variant, spots: Spots, theme: ThemeName
) -> None:
    picture, lay = moved(variant, spots, theme)
    points = [lay.centres[variant.board.index[spot]] for spot in spots]
    for leg, (start, end) in enumerate(pairwise(points), start=1):
        long = dist(start, end)
        first = 0.2 * lay.tile if leg == 1 else 0
        last = lay.radius + 0.1 * lay.tile if leg == len(points) - 1 else 0
        for pixel in range(round(first) + 1, int(long - last)):
            share = pixel / long
            spot = [round(a + (b - a) * share - 0.5) for a, b in zip(start, end, strict=True)]
            # A line that passes between two pixels may colour only one of them.
            near = [(spot[0] + x, spot[1] + y) for x in (0, 1) for y in (0, 1)]
            ink = THEMES[theme].trail
            assert min(far(picture.getpixel(point), ink) for point in near) < 30, (leg, pixel)


def test_parallel_jumps_of_equal_length_share_a_stamp() -> None:
    def draw_jump(row: int, place: int) -> int:
        path = tuple(HALMA.board.index[row + n, place + n] for n in (0, 2))
        draw.render_scene(scene(HALMA, HALMA.start(), last=Move(path)))
        return _stamp.cache_info().misses

    first = draw_jump(6, 6)
    assert {draw_jump(row, 3) for row in range(5, 12)} == {first}


def test_a_long_jump_is_drawn_with_small_stamps() -> None:
    _stamp.cache_clear()
    path = tuple(HALMA.board.index[spot] for spot in ((1, 1), (15, 15)))
    shown = scene(HALMA, HALMA.start(), last=Move(path))
    draw.render_scene(shown)
    assert _stamp.cache_info().misses == 3  # stamps: ring, plain, arrowhead
    assert _stamp.cache_info().hits == 4


@pytest.mark.parametrize("cells", [(0, OFF), (255, OFF), (5,)])
def test_a_last_move_at_the_edge_is_clipped(cells: tuple[int, ...]) -> None:
    plain = draw.render_scene(scene(HALMA, HALMA.start()))
    over = draw.render_scene(scene(HALMA, HALMA.start(), last=Move(cells)))
    assert over.size == plain.size
    assert over.tobytes() != plain.tobytes()


@THEMED
def test_the_soft_edge_of_a_stamp_blends_with_every_ground(theme: ThemeName) -> None:
    stage = scene(HALMA, HALMA.start(), theme=theme).stage
    palette, colours = choose_palette(stage), THEMES[theme]
    for ground in colours.squares:
        place = palette.mapped(Image.new("RGB", (1, 1), ground)).getpixel((0, 0))
        for share in SHARES:
            for colour in (colours.casing, colours.trail):
                veiled = palette.image.copy().resize((1, 1))
                veiled.putdata([palette.veil(colour, share)[place]])
                wanted = blend(ground, colour, share)
                assert far(veiled.convert("RGB").getpixel((0, 0)), wanted) < 20


@pytest.mark.check
def test_on_large_squares_the_line_stays_thin() -> None:
    grec = VARIANTS["le-grec"]
    over, lay = moved(grec, ((1, 1), (1, 3)))
    x, y = lay.centres[grec.board.index[1, 2]]
    across = [over.getpixel((x, y + dy)) for dy in range(-lay.tile // 2, lay.tile // 2)]
    inked = sum(far(colour, THEMES["wood"].trail) < 30 for colour in across)
    assert 0 < inked <= 8


def test_an_empty_stamp_is_refused() -> None:
    palette = choose_palette(scene(HALMA, HALMA.start()).stage)
    with pytest.raises(ValueError, match="nothing has been drawn"):
        make_overlay(palette, (0, 0), [OverlayLayer((0, 0, 0), Image.new("L", (4, 4)))])


@pytest.mark.check
def test_several_routes_are_drawn_at_once() -> None:
    bare = draw.render_scene(scene(HALMA, HALMA.start())).tobytes()

    def touched(*moves: Move) -> set[int]:
        shown = scene(HALMA, HALMA.start(), last=moves[0], others=moves[1:])
        pixels = enumerate(zip(draw.render_scene(shown).tobytes(), bare, strict=True))
        return {at for at, (now, before) in pixels if now != before}

    first, other = Move((0, 2)), Move((250, 252))
    assert touched(first).isdisjoint(touched(other))
    assert touched(first, other) == touched(first) | touched(other)


@pytest.mark.check
@THEMED
def test_earlier_moves_are_pale_and_have_no_arrowhead(theme: ThemeName) -> None:
    """The line of an earlier move ends at its man, and the last move is drawn over it."""
    index = HALMA.board.index
    earlier, last = Move((index[2, 2], index[2, 10])), Move((index[8, 6], index[2, 6]))
    cells = bytearray(len(HALMA.board.spots))
    cells[index[2, 10]], cells[index[2, 6]] = 1, 2
    position = Position(bytes(cells), 0)
    shown = scene(HALMA, position, last=last, earlier=[earlier], theme=theme)
    picture, lay = drawn(shown), shown.stage.layout
    plain = drawn(scene(HALMA, position, theme=theme))
    across, down = lay.centres[index[2, 4]]
    near = [(across + x, down + y) for x in (-1, 0) for y in (-1, 0)]
    assert min(far(picture.getpixel(point), THEMES[theme].faint) for point in near) < 30
    across, down = lay.centres[index[2, 10]]
    beside = int(lay.radius) + 4
    for spot in ((across + beside, down), (across, down - beside), (across, down + beside)):
        assert picture.getpixel(spot) == plain.getpixel(spot), "no ring around the man"
    headless = drawn(scene(HALMA, position, earlier=[earlier], theme=theme))
    headed = drawn(scene(HALMA, position, last=earlier, faded=True, theme=theme))
    changed = [
        sum(byte != two for byte, two in zip(each.tobytes(), plain.tobytes(), strict=True))
        for each in (headless, headed)
    ]
    assert 0 < changed[0] < changed[1]
