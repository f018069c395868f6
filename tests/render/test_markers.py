"""Letter markers on men and squares: legible on a phone, and inside their men."""

import math

import pytest
from PIL import ImageChops

from engine import VARIANTS, Move, Position, Variant, variant
from engine.position import kind_of
from render import ThemeName, png, scene
from render.draw import render_scene
from render.layout import WIDTH, lay_out, reading_order
from render.markers import RIM, badge, letter_size, plate_radius
from render.theme import LETTER_COLOUR, MATERIALS, THEMES, badge_colour, contrast, on_wood
from tests.render.games import opened

PHONE = 262
"""Width in points of a board in a post on a phone that is 390 points wide."""
SMALLEST = 9
"""Height of the smallest legible letter, in points."""


@pytest.mark.check
def test_letters_are_legible_on_a_phone() -> None:
    for key, game in VARIANTS.items():
        for facing in {seat.facing for seat in game.seats}:
            lay = lay_out(game.board, facing, WIDTH)
            sizes = [letter_size(plate_radius(lay.tile), on_man=False)]
            sizes += [
                letter_size(badge(kind.glyph, lay.radius).radius, on_man=True)
                for kind in game.kinds
            ]
            assert min(sizes) * PHONE / WIDTH >= SMALLEST, key


def with_men(key: str) -> tuple[Variant, Position]:
    """Return a game, and the position after all pieces have been dropped."""
    game = variant(key)
    position = game.start()
    while game.drops(position):
        position = game.apply(position, game.moves(position)[0])
    return game, position


@pytest.mark.each_kind
@pytest.mark.parametrize("key", VARIANTS)
def test_a_letter_lies_inside_the_square_and_the_outline_of_its_man(key: str) -> None:
    game, position = with_men(key)
    men = [cell for cell, byte in enumerate(position.cells) if byte]
    for labels in ("AB", "WM"):
        marks = [(cell, "choice", labels[cell % 2]) for cell in men]
        shown = [scene(game, position, marks=some) for some in ((), marks)]  # type: ignore[arg-type]
        plain, marked = (render_scene(each).convert("RGB") for each in shown)
        lay = shown[0].stage.layout
        changed = ImageChops.difference(plain, marked).convert("L")
        assert changed.getbbox()
        for cell in men:
            x, y = lay.centres[cell]
            glyph = game.kinds[kind_of(position.cells[cell])].glyph
            size = badge(glyph, lay.radius)
            assert size.radius + RIM <= lay.radius
            assert size.radius >= 0.55 * lay.radius or glyph == "triangle"
            reach = math.ceil(size.radius + RIM) + 1
            middle = y + round(size.down)
            box = (x - reach, middle - reach, x + reach + 1, middle + reach + 1)
            left, upper, right, lower = lay.box(cell)
            assert left <= box[0] < box[2] <= right, key
            assert upper <= box[1] < box[3] <= lower, key
            assert changed.crop(box).getbbox(), key
            changed.paste(0, box)
        assert changed.getbbox() is None, "a letter covers something outside its man"


@pytest.mark.each_kind
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("key", ["halma", "halma-8", "chinese-checkers-6", "platonic", "le-grec"])
def test_the_colour_of_a_man_stays_visible_around_its_letter(key: str, theme: ThemeName) -> None:
    game, position = with_men(key)
    for seat in range(len(game.seats)):
        cell = next(game.men_of(position, seat))
        marked = scene(game, position, theme=theme, marks=[(cell, "choice", "A")])
        square = opened(png(marked)).crop(marked.stage.layout.box(cell))
        face = marked.stage.seatings[seat].face
        near = sum(
            count
            for count, colour in square.getcolors(10_000) or []
            if max(abs(a - b) for a, b in zip(colour, face, strict=True)) < 48  # type: ignore[arg-type]
        )
        assert near >= 0.2 * math.pi * marked.stage.layout.radius**2


@pytest.mark.parametrize("theme", THEMES)
def test_the_letter_of_a_man_has_a_contrast_of_four_and_a_half(theme: ThemeName) -> None:
    for seating in MATERIALS.values():
        assert contrast(LETTER_COLOUR, badge_colour(on_wood(seating, theme))) >= 4.5, seating.name


@pytest.mark.parametrize("theme", THEMES)
def test_a_man_that_cannot_move_is_drawn_pale(theme: ThemeName) -> None:
    game = variant("halma-8")
    cell, other = game.board.named["I,1"], game.board.named["II,1"]
    pictures = [
        render_scene(scene(game, game.start(), theme=theme, marks=marks)).convert("RGB")
        for marks in ((), [(cell, "still")])
    ]
    lay = scene(game, game.start(), theme=theme).stage.layout
    x, y = lay.centres[cell]
    empty = Position(bytes(64), 0)
    ground = render_scene(scene(game, empty, theme=theme)).convert("RGB").getpixel((x, y))
    strong, pale = (
        math.dist(picture.getpixel((x, y)), ground)  # type: ignore[arg-type]
        for picture in pictures
    )
    assert 0.25 * strong < pale < 0.65 * strong
    assert pictures[0].crop(lay.box(other)).tobytes() == pictures[1].crop(lay.box(other)).tobytes()


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
