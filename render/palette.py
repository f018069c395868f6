"""Fixed colour palette of a stage, computed once from a sheet of samples.

The sheet contains samples of everything that may appear in pictures of the stage.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from typing import cast

from PIL import Image

from render.empty_board import paint_board
from render.men import PALE, paint_man
from render.scenes import Stage
from render.theme import LETTER_COLOUR, THEMES, Colour, badge_colour, blend

COLOURS = 128
"""The number of colours in a picture.

With fewer colours, men of six seats would share shades that should differ.
"""

LARGE_AREAS = 24
"""The number of most frequent colours of an empty board that are kept exactly."""

DISTINCT = 1 << 16
"""Upper bound on the number of colours of a board or sheet, for which Pillow reserves memory."""

THINNING = 8
"""Factor by which the number of pixels of each colour on the sheet is reduced."""

LOOKED_UP = 7.0
"""Maximum distance between two colours that Pillow may treat as equal.

It compares colours in blocks of 4 levels per channel.
"""

NO_DITHER = Image.Dither.NONE

SWATCH = 16
"""Side in pixels of one sample on the sheet.

Larger samples would only take longer.
"""


SHARES = (0.25, 0.5, 0.75)
"""The alpha levels of an overlay's rim."""


@dataclass(frozen=True, eq=False)
class Palette:
    """The palette of all pictures of a stage."""

    image: Image.Image
    """A picture in palette mode with this palette."""
    _veils: dict[tuple[Colour, float], bytes] = field(default_factory=dict)

    def mapped(self, picture: Image.Image) -> Image.Image:
        """Map an RGB picture to the palette."""
        return picture.quantize(palette=self.image, dither=NO_DITHER)

    def veil(self, colour: Colour, share: float) -> bytes:
        """Return the blending table of a colour.

        For each palette index, the table has the index of the colour nearest to that palette
        colour blended with `share` (0-1) of `colour`.
        """
        table = self._veils.get((colour, share))
        if table is None:
            flat = self.image.getpalette("RGB") or []
            flat += [0] * (3 * 256 - len(flat))
            every = Image.frombytes("RGB", (256, 1), bytes(flat))
            veiled = Image.blend(every, Image.new("RGB", every.size, colour), share)
            table = self._veils[colour, share] = self.mapped(veiled).tobytes()
        return table


@lru_cache(maxsize=64)
def choose_palette(stage: Stage) -> Palette:
    """Return the palette of all pictures of a stage."""
    samples = list(_samples(stage))
    empty = paint_board(stage, 0)
    rim = empty.crop((0, 0, empty.width, empty.height // 8))
    columns = empty.width // SWATCH
    rows = -(-len(samples) // columns)
    sheet = Image.new("RGB", (empty.width, rows * SWATCH + rim.height), THEMES[stage.theme].paper)
    sheet.paste(rim, (0, rows * SWATCH))
    for number, sample in enumerate(samples):
        sheet.paste(sample, (number % columns * SWATCH, number // columns * SWATCH))
    chosen = _thinned(sheet).quantize(
        COLOURS, method=Image.Quantize.MEDIANCUT, kmeans=1, dither=NO_DITHER
    )
    _make_exact(chosen, empty)
    return Palette(chosen)


def _thinned(sheet: Image.Image) -> Image.Image:
    """Return the colours of a sheet, with an eighth of the pixels of each.

    Clustering takes longer the more pixels there are, and an eighth of them preserves the relative
    weights of the colours.
    """
    counts = cast(list[tuple[int, Colour]], sheet.getcolors(DISTINCT))
    pixels = b"".join(bytes(colour) * -(-count // THINNING) for count, colour in sorted(counts))
    return Image.frombytes("RGB", (len(pixels) // 3, 1), pixels)


def _make_exact(chosen: Image.Image, empty: Image.Image) -> None:
    """Put the exact colours of the empty board's large areas into the palette.

    Pillow looks a colour up by the six upper bits of each channel, so no other palette colour may
    share these bits.
    """
    flat = chosen.getpalette("RGB") or []
    palette = [(flat[at], flat[at + 1], flat[at + 2]) for at in range(0, len(flat), 3)]
    free = set(range(len(palette)))
    colour_counts = cast(
        list[tuple[int, Colour]], empty.getcolors(DISTINCT) or []
    )  # for an RGB picture, Pillow returns (count, colour) pairs
    for _, colour in sorted(colour_counts, reverse=True)[:LARGE_AREAS]:
        distances = sorted((math.dist(palette[at], colour), at) for at in free)
        for distance, at in distances:
            if distance <= LOOKED_UP or at == distances[0][1]:
                palette[at] = colour
                free.remove(at)
    chosen.putpalette([part for colour in palette for part in colour])


def _samples(stage: Stage) -> Iterator[Image.Image]:
    """Yield the samples of a stage.

    There is one sample of each distinct background. For some backgrounds there are also samples of
    every man and of the colours of everything drawn over men.
    """
    lay, theme, empty = (
        stage.layout,
        THEMES[stage.theme],
        paint_board(stage, 0),
    )
    grounds = {}
    for cell in range(len(lay.centres)):
        square = empty.crop(lay.box(cell))
        grounds[square.tobytes()] = square
    plain = [grounds[key] for key in sorted(grounds)]
    yield from map(_swatch, plain)
    paper = Image.new("RGB", plain[0].size, theme.paper)
    glyphs = dict.fromkeys(stage.glyphs)
    few = max(2, 12 // (len(glyphs) * len(stage.seatings)))
    some = [*plain[:: -(-len(plain) // few)], paper]
    for square, glyph, seating in product(some, glyphs, stage.seatings):
        yield _swatch(paint_man(square, glyph, seating, lay.radius))
    for seating, colour in product(stage.seatings, ("face", "edge", "ink")):
        yield _flat(getattr(seating, colour))
    for seating in stage.seatings:
        shade = badge_colour(seating)
        yield from (_flat(shade),) * 2
        for share in SHARES:
            yield _flat(blend(shade, LETTER_COLOUR, share))
            yield _flat(blend(seating.face, LETTER_COLOUR, share))
        for ground, part in product(theme.squares, (seating.face, seating.edge, seating.ink)):
            yield _flat(blend(ground, part, PALE))
    yield from (_flat(theme.paper),) * 8
    over = (theme.trail, theme.casing, theme.choice, LETTER_COLOUR, theme.ink, theme.paper)
    for square, flat in product(map(_swatch, some), map(_flat, dict.fromkeys(over))):
        for share in (*SHARES, 1.0):
            yield Image.blend(square, flat, share)


def _swatch(square: Image.Image) -> Image.Image:
    """Return a square reduced to the size of a sample."""
    return square.resize((SWATCH, SWATCH), Image.Resampling.NEAREST)


def _flat(colour: Colour) -> Image.Image:
    """Return a sample of a single colour."""
    return Image.new("RGB", (SWATCH, SWATCH), colour)
