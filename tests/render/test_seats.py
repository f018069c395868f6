"""Seats: men that differ with colour blindness, in greyscale, and by shape alone."""

from dataclasses import replace
from functools import cache
from itertools import combinations, product

import pytest
from PIL import Image, ImageChops

from engine import VARIANTS
from render import scene, seat_label
from render.men import paint_man
from render.scenes import seatings_of
from render.theme import (
    LETTER_COLOUR,
    MATERIALS,
    SEATINGS,
    THEMES,
    Colour,
    Seating,
    ThemeName,
    badge_colour,
    blend,
    on_wood,
    striped,
)
from render.yards import goal_frame, line_colour
from tools.sights import PHONE, SIGHTS, linear_light, seen_with


def seen(colour: Colour, eye: str) -> tuple[float, ...]:
    """Return CIE L*a*b* as seen with this colour vision deficiency.

    A distance of 2.3 is just noticeable.
    """
    light = linear_light(colour, eye)
    to_xyz = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    white = (0.9505, 1.0, 1.089)
    x, y, z = (
        (value / top) ** (1 / 3) if value / top > 0.008856 else 7.787 * value / top + 16 / 116
        for value, top in zip(
            (sum(a * b for a, b in zip(row, light, strict=True)) for row in to_xyz),
            white,
            strict=True,
        )
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@cache
def lightness(colour: Colour) -> float:
    """Return CIE L* of a colour, from 0 to 100."""
    return seen(colour, "all colours")[0]


def apart(colour: Colour, other: Colour, eye: str) -> float:
    pairs = zip(seen(colour, eye), seen(other, eye), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


SEEN_BY = pytest.mark.parametrize("eye", SIGHTS)
THEMED = pytest.mark.parametrize("theme", THEMES)


@THEMED
@SEEN_BY
def test_men_of_a_game_have_distinguishable_colours_for_every_eye(
    eye: str, theme: ThemeName
) -> None:
    for game in SEATINGS.values():
        men = [on_wood(seating, theme) for seating in game]
        for man, other in combinations(men, 2):
            assert apart(man.face, other.face, eye) >= 10, (man.name, other.name)


@SEEN_BY
def test_men_on_wood_have_distinguishable_colours_for_every_eye(eye: str) -> None:
    men = [on_wood(seating, "wood") for seating in MATERIALS.values()]
    for man, other in combinations(men, 2):
        assert apart(man.face, other.face, eye) >= 13, (man.name, other.name)


@pytest.mark.parametrize("eye", ["protanopia", "deuteranopia"])
def test_men_on_wood_differ_from_the_squares_for_red_green_blind_eyes(eye: str) -> None:
    for seating, square in product(MATERIALS.values(), THEMES["wood"].squares):
        assert apart(on_wood(seating, "wood").face, square, eye) >= 20, seating.name


def contrast(first: Colour, other: Colour, eye: str) -> float:
    """Return the WCAG contrast ratio, from 1 to 21."""
    light = sorted(
        0.2126 * red + 0.7152 * green + 0.0722 * blue
        for red, green, blue in (linear_light(colour, eye) for colour in (first, other))
    )
    return (light[1] + 0.05) / (light[0] + 0.05)


def grounds(theme: ThemeName) -> set[Colour]:
    """Return every background colour on which a man may stand.

    Squares, rims and panels are included, plain and tinted by any seat.
    """
    look = THEMES[theme]
    plain = (*look.squares, *look.margin)
    yards = [
        blend(wood, on_wood(seating, theme).face, look.yard_tint)
        for wood, seating in product(plain, MATERIALS.values())
    ]
    return {*plain, *yards, *(striped(ground, theme) for ground in (*look.squares, *yards))}


@THEMED
@SEEN_BY
def test_every_man_has_a_contrast_of_three_to_any_ground_for_every_eye(
    theme: ThemeName, eye: str
) -> None:
    for seating, ground in product(MATERIALS.values(), grounds(theme)):
        man = on_wood(seating, theme)
        best = max(contrast(colour, ground, eye) for colour in (man.face, man.edge))
        assert best >= 3, (seating.name, ground)


@THEMED
@SEEN_BY
def test_the_outline_of_every_yard_has_a_contrast_of_three_to_the_field(
    theme: ThemeName, eye: str
) -> None:
    for seating, ground in product(MATERIALS.values(), THEMES[theme].squares):
        line = line_colour(on_wood(seating, theme), theme)
        assert contrast(line, ground, eye) >= 3, seating.name


@THEMED
@SEEN_BY
def test_the_frame_of_a_goal_looks_double_for_every_eye(theme: ThemeName, eye: str) -> None:
    for seating in MATERIALS.values():
        (*_, outer), (*_, middle), (*_, inner) = goal_frame(on_wood(seating, theme), 2)
        assert outer == inner
        # The least is that of Red in the dark theme with deuteranopia.
        assert contrast(middle, outer, eye) >= 2.8, seating.name


@THEMED
@SEEN_BY
def test_last_moves_and_choices_have_a_contrast_of_three_to_any_ground(
    theme: ThemeName, eye: str
) -> None:
    look = THEMES[theme]
    for ground, colour in product(grounds(theme), (look.trail, look.choice)):
        best = max(contrast(each, ground, eye) for each in (colour, look.casing))
        assert best >= 3, (ground, colour)


@THEMED
@SEEN_BY
def test_the_disc_of_a_letter_or_its_rim_has_a_contrast_of_three_to_any_ground(
    theme: ThemeName, eye: str
) -> None:
    for seating, ground in product(MATERIALS.values(), grounds(theme)):
        badge = badge_colour(on_wood(seating, theme))
        best = max(contrast(each, ground, eye) for each in (badge, LETTER_COLOUR))
        assert best >= 3, (seating.name, ground)


@THEMED
@SEEN_BY
def test_the_faded_last_move_has_a_contrast_of_three_to_any_ground(
    theme: ThemeName, eye: str
) -> None:
    for ground in grounds(theme):
        assert contrast(THEMES[theme].faint, ground, eye) >= 3, ground


@THEMED
@SEEN_BY
def test_the_line_of_the_last_move_alone_has_a_contrast_of_three_to_every_square(
    theme: ThemeName, eye: str
) -> None:
    look = THEMES[theme]
    for ground in (*look.squares, *look.margin):
        assert contrast(look.trail, ground, eye) >= 3, ground


@THEMED
@SEEN_BY
def test_text_has_a_contrast_of_four_and_a_half(theme: ThemeName, eye: str) -> None:
    look = THEMES[theme]
    assert contrast(look.ink, look.paper, eye) >= 4.5
    assert contrast(look.choice, look.casing, eye) >= 4.5
    for seating in MATERIALS.values():
        badge = badge_colour(on_wood(seating, theme))
        assert contrast(LETTER_COLOUR, badge, eye) >= 4.5


@THEMED
@SEEN_BY
def test_the_emblem_stands_out_from_its_man(eye: str, theme: ThemeName) -> None:
    for name, material in MATERIALS.items():
        man = on_wood(material, theme)
        assert contrast(man.face, man.ink, eye) >= 3, name


@pytest.mark.parametrize("seats", SEATINGS)
def test_seats_of_a_game_have_different_emblems_and_names(seats: int) -> None:
    assert len({seating.emblem for seating in SEATINGS[seats]}) == seats
    assert len({seating.name for seating in SEATINGS[seats]}) == seats


GLYPHS = ("disc", "triangle", "square", "diamond")
SIDE = 22
"""Pixels per square of a 16x16 board on a phone."""


def figure(glyph: str, seating: Seating) -> Image.Image:
    """Return a man in black and white, at its size on a phone."""
    plain = replace(seating, face=(230, 230, 230), edge=(60, 60, 60), ink=(20, 20, 20))
    ground = Image.new("RGB", (SIDE, SIDE), (170, 170, 170))
    return paint_man(ground, glyph, plain, 0.42 * SIDE).convert("L")


def unlike(image: Image.Image, other: Image.Image) -> float:
    """Return the share of pixels that differ by more than a quarter of the scale."""
    different = ImageChops.difference(image, other).tobytes()
    return sum(level > 64 for level in different) / len(different)


@pytest.mark.parametrize("glyph", GLYPHS)
def test_emblems_differ_by_shape_alone_at_phone_size(glyph: str) -> None:
    figures = [figure(glyph, seating) for seating in MATERIALS.values()]
    for figure_of_seat, other in combinations(figures, 2):
        assert unlike(figure_of_seat, other) >= 0.015


SHARP = 2
"""Pixels per point of an ordinary phone."""
LIGHTER = 20
"""The difference in L* of two pixels that is seen at a glance."""


def closest_pairs() -> dict[tuple[str, str], str]:
    """Return the pairs of seats that meet, with the game in which men are smallest."""
    smallest: dict[tuple[str, str], tuple[float, str]] = {}
    for key, game in VARIANTS.items():
        lay = scene(game, game.start()).stage.layout
        for seating, other in combinations(seatings_of(game), 2):
            found = lay.radius / lay.width, key
            pair = seating.name, other.name
            smallest[pair] = min(smallest.get(pair, found), found)
    return {pair: key for pair, (_, key) in smallest.items()}


def man_on_a_phone(key: str, name: str, theme: ThemeName) -> Image.Image:
    """Return a man of a game on a light square, in pixels of a phone."""
    lay = scene(VARIANTS[key], VARIANTS[key].start()).stage.layout
    square = Image.new("RGB", (lay.tile, lay.tile), THEMES[theme].squares[0])
    drawn = paint_man(square, "disc", on_wood(MATERIALS[name], theme), lay.radius)
    side = round(lay.tile * PHONE * SHARP / lay.width)
    return drawn.resize((side, side), Image.Resampling.LANCZOS)


@cache
def lightness_on_a_phone(key: str, name: str, theme: ThemeName, eye: str) -> list[float]:
    """Return L* of each pixel of a man on a phone, as seen by this eye."""
    drawn = seen_with(man_on_a_phone(key, name, theme), eye)
    return [lightness(colour) for colour in drawn.get_flattened_data()]


@pytest.mark.check
@THEMED
@SEEN_BY
def test_men_of_two_seats_differ_in_lightness_or_emblem_on_a_phone_for_every_eye(
    eye: str, theme: ThemeName
) -> None:
    for names, key in closest_pairs().items():
        men = [lightness_on_a_phone(key, name, theme, eye) for name in names]
        differences = [abs(light - other) for light, other in zip(*men, strict=True)]
        share = sum(each > LIGHTER for each in differences) / len(differences)
        assert share >= 0.05, (names, key)


def test_kinds_differ_by_outline_alone_at_phone_size() -> None:
    for seating in MATERIALS.values():
        for image, other in combinations([figure(glyph, seating) for glyph in GLYPHS], 2):
            assert unlike(image, other) >= 0.05


def test_a_circle_and_a_plain_man_are_both_discs() -> None:
    white = MATERIALS["White"]
    assert figure("disc", white).tobytes() == figure("circle", white).tobytes()


def test_every_seat_has_a_label_of_its_own() -> None:
    for key, variant in VARIANTS.items():
        labels = [seat_label(variant, seat) for seat in range(len(variant.seats))]
        assert len(set(labels)) == len(labels), key
        assert all(label in MATERIALS for label in labels), key


def test_a_label_may_include_the_emblem() -> None:
    halma = VARIANTS["halma"]
    assert seat_label(halma, 0) == "White"
    assert seat_label(halma, 1, emblem=True) == "Black (ring)"


def test_seats_named_after_colours_get_these_colours() -> None:
    halma = VARIANTS["halma"]
    red, blue = (
        replace(seat, name=name) for seat, name in zip(halma.seats, ("red", "Blue"), strict=True)
    )
    assert [seating.name for seating in seatings_of(replace(halma, seats=(red, blue)))] == [
        "Red",
        "Blue",
    ]
