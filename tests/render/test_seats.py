"""Men are told apart in grey, with every kind of colour-blindness, and by their shapes alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, product

import pytest
from PIL import Image, ImageChops

from engine import VARIANTS, Variant
from render import seat_label
from render.men import paint_man
from render.scenes import seatings
from render.theme import MATERIALS, SEATINGS, THEMES, Colour, Seating, ThemeName, blend, on_wood

Matrix = Sequence[Sequence[float]]

# Full dichromacy in linear light: Machado, Oliveira and Fernandes, 2009, table of severity 1.0.
EYES: dict[str, Matrix] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "monochromacy": ((0.2126, 0.7152, 0.0722),) * 3,
}


def seen(colour: Colour, eye: str) -> tuple[float, ...]:
    """A colour as an eye sees it: CIE L*a*b*, in which a distance of 2.3 is just noticed."""
    light = [
        level / 12.92 if level <= 0.04045 else ((level + 0.055) / 1.055) ** 2.4
        for level in (part / 255 for part in colour)
    ]
    light = [
        min(max(sum(a * b for a, b in zip(row, light, strict=True)), 0.0), 1.0) for row in EYES[eye]
    ]
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


def apart(one: Colour, other: Colour, eye: str) -> float:
    pairs = zip(seen(one, eye), seen(other, eye), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


def grey(colour: Colour) -> int:
    return Image.new("RGB", (1, 1), colour).convert("L").getpixel((0, 0))  # type: ignore[return-value]


@pytest.mark.parametrize("seats", SEATINGS)
def test_faces_of_a_game_lie_far_apart_in_grey(seats: int) -> None:
    for one, other in combinations(SEATINGS[seats], 2):
        assert abs(grey(one.face) - grey(other.face)) >= 28, (one.name, other.name)


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("seats", SEATINGS)
def test_faces_of_a_game_are_told_apart_by_every_eye(seats: int, eye: str) -> None:
    for one, other in combinations(SEATINGS[seats], 2):
        assert apart(one.face, other.face, eye) >= 10, (one.name, other.name)


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("seating", list(MATERIALS.values()), ids=list(MATERIALS))
def test_the_emblem_stands_out_from_its_man(seating: Seating, eye: str) -> None:
    assert apart(seating.face, seating.ink, eye) >= 35


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize(("theme", "name"), list(product(THEMES, MATERIALS)))
def test_a_man_stands_out_from_any_wood_and_from_its_own_yard(
    theme: ThemeName, name: str, eye: str
) -> None:
    seating, look = on_wood(MATERIALS[name], theme), THEMES[theme]
    for wood in look.squares:
        for ground in (wood, blend(wood, seating.face, look.yard_tint)):
            face, side = (apart(colour, ground, eye) for colour in (seating.face, seating.edge))
            assert max(face, side) >= 15


def contrast(one: Colour, other: Colour) -> float:
    """As the Web Content Accessibility Guidelines reckon it, from 1 to 21."""
    light = sorted(luminance(colour) for colour in (one, other))
    return (light[1] + 0.05) / (light[0] + 0.05)


def luminance(colour: Colour) -> float:
    levels = (part / 255 for part in colour)
    light = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in levels]
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]


@pytest.mark.parametrize(("theme", "name"), list(product(THEMES, MATERIALS)))
def test_face_or_rim_of_a_man_has_a_contrast_of_three_on_any_wood_and_in_every_yard(
    theme: ThemeName, name: str
) -> None:
    seating, look = on_wood(MATERIALS[name], theme), THEMES[theme]
    yards = [(wood, other.face) for wood in look.squares for other in MATERIALS.values()]
    grounds = [blend(wood, face, look.yard_tint) for wood, face in yards]
    for ground in (*look.squares, *look.margin, *grounds):
        assert max(contrast(seating.face, ground), contrast(seating.edge, ground)) >= 3, ground


@pytest.mark.parametrize("theme", THEMES)
def test_coordinates_have_the_contrast_of_text(theme: ThemeName) -> None:
    assert contrast(THEMES[theme].ink, THEMES[theme].paper) >= 4.5


@pytest.mark.parametrize("seats", SEATINGS)
def test_seats_of_a_game_have_different_emblems_and_names(seats: int) -> None:
    assert len({seating.emblem for seating in SEATINGS[seats]}) == seats
    assert len({seating.name for seating in SEATINGS[seats]}) == seats


GLYPHS = ("disc", "triangle", "square", "diamond")
SIDE = 22
"""Pixels of a square of the sixteen board on a telephone."""


def figure(glyph: str, seating: Seating) -> Image.Image:
    """A man in plain black and white materials, as small as on a telephone."""
    plain = replace(seating, face=(230, 230, 230), edge=(60, 60, 60), ink=(20, 20, 20))
    ground = Image.new("RGB", (SIDE, SIDE), (170, 170, 170))
    return paint_man(ground, glyph, plain, 0.42 * SIDE).convert("L")


def unlike(one: Image.Image, other: Image.Image) -> float:
    """The share of pixels that differ by more than a quarter of the scale."""
    different = ImageChops.difference(one, other).tobytes()
    return sum(level > 64 for level in different) / len(different)


@pytest.mark.parametrize("glyph", GLYPHS)
def test_emblems_differ_by_shape_alone_at_the_size_of_a_telephone(glyph: str) -> None:
    figures = [figure(glyph, seating) for seating in MATERIALS.values()]
    for one, other in combinations(figures, 2):
        assert unlike(one, other) >= 0.015


def test_kinds_differ_by_outline_alone_at_the_size_of_a_telephone() -> None:
    for seating in MATERIALS.values():
        for one, other in combinations([figure(glyph, seating) for glyph in GLYPHS], 2):
            assert unlike(one, other) >= 0.05


def test_a_circle_and_a_plain_man_are_both_discs() -> None:
    white = MATERIALS["White"]
    assert figure("disc", white).tobytes() == figure("circle", white).tobytes()


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_every_seat_has_a_label_of_its_own(variant: Variant) -> None:
    labels = [seat_label(variant, seat) for seat in range(len(variant.seats))]
    assert len(set(labels)) == len(labels)
    assert all(label in MATERIALS for label in labels)


def test_a_label_may_tell_the_emblem_too() -> None:
    halma = VARIANTS["halma"]
    assert seat_label(halma, 0) == "White"
    assert seat_label(halma, 1, emblem=True) == "Black (ring)"


def test_seats_named_by_colours_get_these_colours() -> None:
    halma = VARIANTS["halma"]
    red, blue = (
        replace(seat, name=name) for seat, name in zip(halma.seats, ("red", "Blue"), strict=True)
    )
    assert [seating.name for seating in seatings(replace(halma, seats=(red, blue)))] == [
        "Red",
        "Blue",
    ]
