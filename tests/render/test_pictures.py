"""Pictures: what they show, their file size, and reproducibility."""

import gc
import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import cycle, product
from math import log10

import pytest
from PIL import Image, ImageChops, ImageStat

from engine import OFF, VARIANTS, Move, Position, Variant
from engine.position import man
from render import Marker, draw, png, scene
from render.empty_board import margin, paint_board
from render.layout import lay_out
from render.sprites import sprite_set
from render.theme import THEMES, ThemeName, badge_colour
from tests.render.games import THEME_NAMES, course, drawn, scattered, stages

STAGES = list(stages())
IDS = [each[0] for each in STAGES]
THEME_OF: dict[str, ThemeName] = dict(zip(VARIANTS, cycle(THEME_NAMES), strict=False))
"""One theme for each variant, so that cached parts are drawn once."""
GAMES = pytest.mark.parametrize("key", VARIANTS)
THEMED = pytest.mark.parametrize("theme", THEME_NAMES)
HALMA = VARIANTS["halma"]


def bytes_at_most(variant: Variant) -> int:
    """Return the size limit of a picture's file.

    It is larger for stars and for boards with large squares, because they have more detail.
    """
    return 63_000 if variant.board.directions == 8 and len(variant.board.spots) > 100 else 90_000


def equipped() -> list[str]:
    """Return a variant for each combination of board and men."""
    sizes = {}
    for key, game in VARIANTS.items():
        start = game.start()
        kinds = tuple(kind.name for kind in game.kinds)
        sizes.setdefault((game.board.name, kinds, *sorted(start.cells), start.stock), key)
    return [*sizes.values()]


def far(colour: tuple[int, ...], other: tuple[int, ...]) -> int:
    """Return the largest difference between two colours in any RGB channel."""
    return max(abs(a - b) for a, b in zip(colour, other, strict=True))


@pytest.mark.each_kind
@pytest.mark.parametrize(("variant", "side"), [each[1:] for each in STAGES], ids=IDS)
def test_every_variant_is_drawn_from_every_side(variant: Variant, side: int) -> None:
    theme = THEME_OF[variant.key]
    start, (position, last) = variant.start(), course(variant.key)[-1]
    position = replace(position, turn=0)
    most = bytes_at_most(variant)
    assert len(png(scene(variant, start, side=side, theme=theme))) <= most
    shown = scene(variant, position, last=last, side=side, theme=theme)
    assert len(png(shown)) <= most
    picture = drawn(shown)
    assert picture.width == shown.stage.layout.width
    lay = shown.stage.layout
    for cell, byte in enumerate(position.cells):
        if byte:
            seating = shown.stage.seatings[(byte & 15) - 1]
            colours = [colour for _, colour in picture.crop(lay.box(cell)).getcolors(10_000) or []]
            assert min(far(colour, seating.face) for colour in colours) < 40
            assert min(far(colour, seating.ink) for colour in colours) < 40


@pytest.mark.each_kind
@pytest.mark.parametrize(
    ("key", "theme"),
    dict.fromkeys(
        (
            *((key, THEME_OF[key]) for key in equipped()),
            *product(("halma-4-opposite", "chinese-checkers-6"), THEME_NAMES),
        )
    ),
)
def test_randomly_scattered_men_stay_within_the_size_limit(key: str, theme: ThemeName) -> None:
    variant = VARIANTS[key]
    position = scattered(variant, random.Random(key))
    assert len(png(scene(variant, position, theme=theme))) <= bytes_at_most(variant)


def test_the_same_scene_gives_the_same_bytes_when_redrawn() -> None:
    position, last = course("halma")[-1]
    first = png(scene(HALMA, position, last=last))
    draw.png.cache_clear()
    again = scene(HALMA, position, last=last)
    assert png(again) == first
    assert png(again) is png(scene(HALMA, position, last=last))


@pytest.mark.check
def test_threads_drawing_concurrently_get_the_same_pictures() -> None:
    shown = [
        scene(VARIANTS[key], position, last=last)
        for key in ("halma-8", "halma-10")
        for position, last in course(key)[::4]
    ]
    alone = [draw.png.__wrapped__(shown_scene) for shown_scene in shown]
    draw.png.cache_clear()
    sprite_set(shown[0].stage, 0).shelf.squares.clear()
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(png, shown * 3))
    assert together == alone * 3


def test_all_pictures_of_a_game_share_one_palette() -> None:
    shown = [draw.render_scene(scene(HALMA, position)) for position, _ in course("halma")[:5]]
    assert {picture.mode for picture in shown} == {"P"}
    assert len({bytes(picture.getpalette() or ()) for picture in shown}) == 1


@pytest.mark.each_kind
@pytest.mark.parametrize(
    ("key", "theme"),
    [
        *product(("halma-4-opposite", "chinese-checkers-6"), THEME_NAMES),
        ("le-grec", "colourblind"),
        ("caesar", "dark"),
    ],
)
def test_the_palette_reproduces_the_colours(key: str, theme: ThemeName) -> None:
    variant = VARIANTS[key]
    stage = scene(variant, variant.start(), theme=theme).stage
    true, mapped = paint_board(stage, 0), sprite_set(stage, 0).base.convert("RGB")
    error = ImageStat.Stat(ImageChops.difference(true, mapped)).sum2
    mean = sum(error) / (3 * true.width * true.height)
    assert 10 * log10(255**2 / max(mean, 1e-9)) >= 40


@THEMED
def test_the_corners_of_a_picture_have_the_background_colour_of_the_theme(
    theme: ThemeName,
) -> None:
    picture = drawn(scene(HALMA, HALMA.start(), theme=theme))
    assert far(picture.getpixel((1, 1)), THEMES[theme].paper) < 8


def test_yards_differ_in_colour_from_the_field_and_each_other() -> None:
    empty = Position(bytes(256), 0)
    picture = drawn(scene(HALMA, empty))
    lay = lay_out(HALMA.board, 0, picture.width)
    home, field, goal = (
        picture.getpixel(lay.centres[HALMA.board.index[spot]])
        for spot in ((1, 1), (8, 8), (16, 16))
    )
    assert far(home, field) > 12
    assert far(goal, field) > 12
    assert far(home, goal) > 25


@pytest.mark.check
@pytest.mark.parametrize(
    ("key", "theme"),
    [
        ("halma", "wood"),
        ("halma-4", "dark"),
        ("chinese-checkers-3", "contrast"),
        ("platonic-4", "colourblind"),
        ("hexma-3", "print"),
    ],
)
def test_the_goal_of_the_seat_to_move_is_framed(key: str, theme: ThemeName) -> None:
    variant = VARIANTS[key]
    cells = bytes(len(variant.board.spots))
    pictures = {
        drawn(scene(variant, Position(cells, seat), theme=theme)).tobytes()
        for seat in range(len(variant.seats))
    }
    assert len(pictures) == len(variant.seats)


@pytest.mark.check
def test_the_last_move_is_drawn_as_a_ring_a_dotted_line_and_an_arrowhead() -> None:
    index = HALMA.board.index
    path = tuple(index[spot] for spot in ((3, 3), (3, 7), (7, 7), (7, 3)))
    cells = bytearray(256)
    cells[path[-1]] = man(0)
    position = Position(bytes(cells), 1)
    for theme in THEME_NAMES:
        with_trail = drawn(scene(HALMA, position, last=Move(path), theme=theme))
        lay, trail = lay_out(HALMA.board, 0, with_trail.width), THEMES[theme].trail
        for landing in path[1:-1]:
            assert far(with_trail.getpixel(lay.centres[landing]), trail) < 30
        for a, b in ((0, 1), (1, 2), (2, 3)):
            (x, y), (z, w) = lay.centres[path[a]], lay.centres[path[b]]
            assert far(with_trail.getpixel(((x + z) // 2, (y + w) // 2)), trail) < 30
        x, y = lay.centres[path[0]]
        assert far(with_trail.getpixel((x, y)), trail) > 60
        ring = with_trail.crop(lay.box(path[0])).getcolors(10_000) or []
        assert min(far(colour, trail) for _, colour in ring) < 30


@pytest.mark.parametrize("spot", [(1, 5), (16, 5), (8, 1), (8, 16)])
def test_a_man_that_leaves_the_board_has_an_arrow_pointing_outwards(spot: tuple[int, int]) -> None:
    cell = HALMA.board.index[spot]
    plain = drawn(scene(HALMA, HALMA.start()))
    left = drawn(scene(HALMA, HALMA.start(), last=Move((cell, OFF))))
    changed = ImageChops.difference(plain, left).getbbox()
    lay = lay_out(HALMA.board, 0, plain.width)
    assert changed is not None
    x, y = lay.centres[cell]
    middle = (changed[0] + changed[2]) / 2, (changed[1] + changed[3]) / 2
    outward = (middle[0] - x) * (x - lay.width / 2), (middle[1] - y) * (y - lay.height / 2)
    assert max(outward) > 0


def test_a_drop_is_ringed_and_a_pass_leaves_no_trace() -> None:
    plain = png(scene(HALMA, HALMA.start()))
    assert png(scene(HALMA, HALMA.start(), last=Move((0,)))) != plain
    assert png(scene(HALMA, HALMA.start(), last=Move(()))) == plain


@pytest.mark.each_kind
@THEMED
@pytest.mark.parametrize("cell", [0, 100])
@pytest.mark.parametrize(
    "mark",
    [
        Marker(0, "origin"),
        Marker(0, "origin", "A"),
        Marker(0, "choice"),
        Marker(0, "choice", "B"),
        Marker(0, "target"),
        Marker(0, "target", "12"),
    ],
)
def test_markers_are_visible_on_men_and_on_empty_cells(
    mark: Marker, cell: int, theme: ThemeName
) -> None:
    start = HALMA.start()
    plain = drawn(scene(HALMA, start, theme=theme))
    marked = drawn(scene(HALMA, start, theme=theme, marks=[mark._replace(cell=cell)]))
    lay = lay_out(HALMA.board, 0, plain.width)
    changed = ImageChops.difference(plain, marked)
    box = changed.getbbox()
    assert box is not None
    own = lay.box(cell)
    near = lay.tile // 4 + 6
    assert box[0] >= own[0] - near
    assert box[2] <= own[2] + near
    strong = sum(1 for level in changed.convert("L").tobytes() if level > 40)
    assert strong >= lay.tile**2 / 40
    colours = marked.crop(own).getcolors(10_000) or []
    seating = scene(HALMA, start, theme=theme).stage.seatings[0]
    is_ring = not mark.label and (start.cells[cell] or mark.kind == "origin")
    wanted = THEMES[theme].choice if is_ring else badge_colour(seating)
    assert min(far(colour, wanted) for _, colour in colours) < 30


def test_pixels_without_a_marker_keep_their_exact_colour() -> None:
    start = HALMA.start()
    plain = draw.render_scene(scene(HALMA, start))
    over = draw.render_scene(scene(HALMA, start, marks=[(0, "origin"), (255, "origin")]))
    lay = lay_out(HALMA.board, 0, plain.width)
    middle = (*lay.box(HALMA.board.index[13, 3])[:2], *lay.box(HALMA.board.index[3, 13])[2:])
    assert plain.crop(middle).tobytes() == over.crop(middle).tobytes()


def test_pieces_to_drop_are_shown_below_the_board() -> None:
    start = HALMA.start()
    plain = drawn(scene(HALMA, start))
    two = drawn(scene(HALMA, Position(start.cells, 0, stock=(3, 0))))
    assert two.height > plain.height
    assert two.crop((0, 0, *plain.size)).tobytes() == plain.tobytes()
    both = drawn(scene(HALMA, Position(start.cells, 0, stock=(3, 2))))
    white, black = scene(HALMA, start).stage.seatings

    def pixels(picture: Image.Image, face: tuple[int, ...]) -> int:
        """Return the number of pixels in the tray with nearly this colour."""
        tray = picture.crop((0, plain.height, picture.width, picture.height))
        colours = tray.getcolors(10_000) or []
        return sum(count for count, colour in colours if far(colour, face) < 20)

    man = lay_out(HALMA.board, 0, plain.width).radius ** 2
    assert pixels(two, white.face) > man
    assert pixels(two, black.face) < man / 2 < man < pixels(both, black.face)


def test_final_ranks_are_shown_below_the_board_with_more_than_two_players() -> None:
    four, start = VARIANTS["halma-4"], VARIANTS["halma-4"].start()
    plain = drawn(scene(four, start))
    placed = Position(start.cells, 0, done=(2, 0))
    assert drawn(scene(four, placed)).height > plain.height
    assert scene(HALMA, Position(HALMA.start().cells, 0, done=(1,))).done == ()


def test_a_rim_is_coloured_only_on_boards_whose_yards_all_lie_on_it() -> None:
    assert not margin(scene(HALMA, HALMA.start()).stage)
    rims = {key for key, v in VARIANTS.items() if margin(scene(v, v.start()).stage)}
    assert rims == {key for key in VARIANTS if key.startswith(("platonic", "pythagoreic"))}


def test_the_width_of_a_picture_can_be_chosen() -> None:
    picture = drawn(scene(HALMA, HALMA.start(), width=512))
    assert picture.width == 512


@pytest.mark.check
def test_drawing_uses_at_most_192_colours() -> None:
    position, last = course("chinese-checkers-6")[-1]
    variant = VARIANTS["chinese-checkers-6"]
    picture = draw.render_scene(scene(variant, position, last=last))
    assert isinstance(picture, Image.Image)
    assert len(picture.getcolors() or ()) <= 192


@pytest.mark.check
@THEMED
def test_the_camps_of_le_zug_are_shaded_in_all_four_rows(theme: ThemeName) -> None:
    variant = VARIANTS["le-zug"]
    shown = scene(variant, variant.start(), theme=theme)
    picture, lay = drawn(shown), shown.stage.layout

    def ground(row: int) -> tuple[int, ...]:
        """Return the colour between two holes of a row, where no line is drawn."""
        place = 8 - row % 2
        (left, y), (right, _) = (
            lay.centres[variant.board.cell(row, each)] for each in (place, place + 2)
        )
        return tuple(picture.convert("RGB").getpixel(((left + right) // 2, y)))  # type: ignore[arg-type]

    near, middle, far_off = (
        {ground(row) for row in rows} for rows in (range(1, 5), range(5, 14), range(14, 18))
    )
    assert len(near) == len(middle) == len(far_off) == 1
    assert len(near | middle | far_off) == 3


@pytest.mark.check
def test_the_cache_of_footers_is_bounded() -> None:
    start = VARIANTS["platonic-4"].start()
    size = draw.render_scene(scene(VARIANTS["platonic-4"], start)).width

    def wide() -> int:
        """Return the number of pictures in memory that have the same width."""
        gc.collect()
        return sum(
            isinstance(get_object, Image.Image) and get_object.width == size
            for get_object in gc.get_objects()
        )

    before = wide()
    for number in range(100):
        stock = (number % 10, number // 10, *start.stock[2:])
        draw.render_scene(scene(VARIANTS["platonic-4"], replace(start, stock=stock)))
    assert wide() - before < 50
