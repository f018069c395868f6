"""Contrast in pictures, at the size at which a phone shows them."""

import math
from itertools import product

import pytest
from PIL import Image

from engine import VARIANTS, Move, Position
from engine.position import man
from render import scene
from render.empty_board import paint_board
from render.layout import FIFTH
from render.men import paint_man
from render.theme import MATERIALS, THEMES, Colour, ThemeName, contrast, on_wood
from tests.render.games import THEME_NAMES, drawn

THEMED = pytest.mark.parametrize("theme", THEME_NAMES)
SHARP = 2
"""Pixels per point of an ordinary phone. Many phones have three."""
PHONE = 262
"""Width in points of a board in a post on a phone that is 390 points wide."""


def around(picture: Image.Image, centre: float, reach: float, ground: Colour) -> float:
    """Return the lowest contrast between a man's edge and its background, all around.

    The contrast in one direction is the highest one of any pixel between the inside of the man and
    its shadow.
    """
    weakest = math.inf
    for step in range(24):
        x, y = math.cos(math.tau * step / 24), math.sin(math.tau * step / 24)
        pixels = (
            picture.getpixel((math.floor(centre + r * x), math.floor(centre + r * y)))
            for r in (reach * part / 20 for part in range(12, 23))
        )
        weakest = min(weakest, max(contrast(pixel, ground) for pixel in pixels))  # type: ignore[arg-type]
    return weakest


@pytest.mark.each_kind
@THEMED
@pytest.mark.parametrize("name", MATERIALS)
@pytest.mark.parametrize("key", ["halma", "halma-8", "chinese-checkers", "platonic"])
def test_every_drawn_man_stands_out_from_the_squares_all_around(
    key: str, name: str, theme: ThemeName
) -> None:
    lay = scene(VARIANTS[key], VARIANTS[key].start()).stage.layout
    side, small = lay.tile, round(lay.tile * PHONE * SHARP / lay.width)
    for ground in THEMES[theme].squares:
        square = Image.new("RGB", (side, side), ground)
        shown = paint_man(square, "disc", on_wood(MATERIALS[name], theme), lay.radius)
        reduced = shown.resize((small, small), Image.Resampling.LANCZOS)
        assert around(reduced, small / 2, lay.radius * small / side, ground) >= 3


@THEMED
def test_the_last_move_stands_out_from_every_square_without_its_casing(theme: ThemeName) -> None:
    look = THEMES[theme]
    for ground in (*look.squares, *look.margin):
        assert contrast(look.trail, ground) >= 3


@THEMED
def test_the_last_move_stands_out_from_men_by_itself_or_by_its_casing(theme: ThemeName) -> None:
    look = THEMES[theme]
    for seating in MATERIALS.values():
        face = on_wood(seating, theme).face
        assert max(contrast(look.trail, face), contrast(look.casing, face)) >= 3


@pytest.mark.each_kind
@THEMED
@pytest.mark.parametrize("faded", [False, True])
@pytest.mark.parametrize("in_yard", [False, True])
@pytest.mark.parametrize("key", ["halma", "halma-4", "chinese-checkers-6"])
def test_a_drawn_last_move_has_a_contrast_of_three_on_a_phone(
    key: str, theme: ThemeName, in_yard: bool, faded: bool
) -> None:
    game = VARIANTS[key]
    board = game.board
    yards = frozenset[int]().union(*(seat.home | seat.goal for seat in game.seats))
    middle = {cell for cell in range(len(board.spots)) if len(board.neighbours[cell]) > 5} - yards
    possible = game.seats[1].home if in_yard else middle
    start, end, far = next(
        (a, b, c)
        for a in sorted(possible)
        for b in sorted(board.neighbours[a])
        for c in board.neighbours[b]
        if {b, c} <= possible and c != a
    )
    cells = bytearray(len(board.spots))
    cells[far] = man(0)
    plain = Position(bytes(len(cells)), 1)
    shown = scene(
        game, Position(bytes(cells), 1), last=Move((start, end, far)), theme=theme, faded=faded
    )
    lay, share = shown.stage.layout, PHONE * SHARP / shown.stage.layout.width
    before, after = (
        each.resize(
            (round(each.width * share), round(each.height * share)), Image.Resampling.LANCZOS
        )
        for each in (drawn(scene(game, plain, theme=theme)), drawn(shown))
    )
    x, y = (
        round(share * (a + b) / 2)
        for a, b in zip(lay.centres[start], lay.centres[end], strict=True)
    )
    near = list(product(range(x - 3, x + 4), range(y - 3, y + 4)))
    grounds = [before.getpixel(spot) for spot in near]
    ground = max(set(grounds), key=grounds.count)
    assert max(contrast(after.getpixel(spot), ground) for spot in near) >= 3  # type: ignore[arg-type]


@THEMED
def test_the_two_shades_of_squares_and_of_margins_can_be_told_apart(theme: ThemeName) -> None:
    look = THEMES[theme]
    assert contrast(*look.squares) >= 1.25
    assert contrast(*look.margin) >= 1.25


@THEMED
@pytest.mark.parametrize("key", ["platonic", "pythagoreic", "platonic-4"])
def test_the_squares_on_which_pieces_are_dropped_have_two_shades(
    key: str, theme: ThemeName
) -> None:
    game = VARIANTS[key]
    stage = scene(game, game.start(), theme=theme).stage
    picture = paint_board(stage, 0)
    for seat in game.seats:
        cells = sorted(seat.home)
        colour, other = (picture.getpixel(stage.layout.centres[cell]) for cell in cells[:2])
        assert contrast(colour, other) >= 1.2, seat.name  # type: ignore[arg-type]


@THEMED
def test_the_number_of_every_fifth_hole_is_written_in_it(theme: ThemeName) -> None:
    game = VARIANTS["chinese-checkers-6"]
    stage = scene(game, game.start(), theme=theme).stage
    picture, lay = paint_board(stage, 0), stage.layout
    for cell, (_, place) in enumerate(game.board.spots):
        x, y = lay.centres[cell]
        half = round(0.2 * lay.tile)
        inside = picture.crop((x - half, y - half, x + half, y + half)).getcolors(10_000) or []
        _, socket = max(inside)
        clearest = max(contrast(colour, socket) for _, colour in inside)  # type: ignore[arg-type]
        if place % FIFTH == 0:
            assert clearest >= 4.5, (cell, place)
        else:
            assert clearest == 1, (cell, place)


@THEMED
def test_no_line_joins_the_numbered_holes(theme: ThemeName) -> None:
    game = VARIANTS["chinese-checkers-6"]
    stage = scene(game, game.start(), theme=theme).stage
    picture, lay, spots = paint_board(stage, -1), stage.layout, game.board.spots
    yards = frozenset[int]().union(*(seat.home for seat in game.seats))
    reach = round(0.1 * lay.apart)

    def between(cell: int, other: int) -> list[tuple[int, Colour]]:
        x, y = ((a + b) // 2 for a, b in zip(lay.centres[cell], lay.centres[other], strict=True))
        box = (x - reach, y - reach, x + reach, y + reach)
        return picture.crop(box).getcolors(10_000) or []  # type: ignore[return-value]

    darkest: dict[bool, list[float]] = {True: [], False: []}
    for cell in sorted(set(range(len(spots))) - yards):
        for other in set(game.board.neighbours[cell]) - yards:
            colours = between(cell, other)
            wood = max(colours)[1]
            numbered = spots[cell][1] == spots[other][1] and spots[cell][1] % FIFTH == 0
            darkest[numbered].append(max(contrast(colour, wood) for _, colour in colours))
    assert darkest[True]
    assert max(darkest[True]) <= max(darkest[False])


@pytest.mark.each_kind
@THEMED
@pytest.mark.parametrize("key", ["hexma-3", "hexma", "hexma-hex", "le-zug"])
def test_a_goal_that_shares_holes_with_a_home_is_marked_hole_by_hole(
    key: str, theme: ThemeName
) -> None:
    game = VARIANTS[key]
    stage = scene(game, game.start(), theme=theme).stage
    bare, marked = paint_board(stage, -1), paint_board(stage, 0)
    lay = stage.layout
    for cell, (x, y) in enumerate(lay.centres):
        reach = round(lay.apart / 2)
        box = (x - reach, y - reach, x + reach, y + reach)
        half = round(0.25 * lay.apart)  # between this hole and the next one to the right
        between = (x + half, y - 2, x + lay.tile - half, y + 2)
        changed = bare.crop(box).tobytes() != marked.crop(box).tobytes()
        if cell in game.seats[0].goal:
            assert changed, cell
        elif not any(other in game.seats[0].goal for other in game.board.neighbours[cell]):
            assert bare.crop(between).tobytes() == marked.crop(between).tobytes(), cell


@THEMED
def test_a_goal_that_shares_only_corners_with_homes_is_outlined(theme: ThemeName) -> None:
    game = VARIANTS["chinese-checkers-3-15"]
    stage = scene(game, game.start(), theme=theme).stage
    bare, marked = paint_board(stage, -1), paint_board(stage, 0)
    lay, reach = stage.layout, round(0.25 * stage.layout.apart)
    for x, y in lay.centres:  # the holes themselves stay as they are
        box = (x - reach, y - reach, x + reach, y + reach)
        assert bare.crop(box).tobytes() == marked.crop(box).tobytes()
    corners = {game.board.named[name] for name in ("XIII,5", "XIII,9", "XVII,1")}
    for cell in corners:
        x, y = lay.centres[cell]
        around = (x - lay.tile, y - lay.tile, x + lay.tile, y + lay.tile)
        assert bare.crop(around).tobytes() != marked.crop(around).tobytes()
