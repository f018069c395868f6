"""Collage: a board with crops of other pictures next to it, as one picture."""

from functools import lru_cache

from PIL import Image

from render.crop import crop
from render.draw import render_scene
from render.png_file import encode
from render.scenes import Scene

HEIGHT = 720
"""Height of a board in pixels.

At this height, the board and the crops together are as wide as an ordinary picture.
"""
GAP = 12
"""Gap between the pictures in pixels."""

Part = tuple[Scene, frozenset[int]]
"""A scene, and the cells around which it is cropped."""


@lru_cache(maxsize=64)
def render_collage(board: Scene | None, parts: tuple[Part, ...]) -> bytes:
    """Return the PNG file of a board, with the crops in a column to its right.

    Without a board, the crops are side by side. All scenes must show the same game in the same
    theme. Thread-safe.
    """
    small = [crop(scene, cells) for scene, cells in parts]
    first = small[0] if board is None else render_scene(board)
    half = (HEIGHT - GAP) // 2
    sized = [_sized(each, half) for each in small]
    if board is not None:
        sized = [_sized(first, HEIGHT), *sized]
    paper = sized[0].getpixel((0, 0))
    left = sized[0].width + GAP
    aside = max((each.width for each in sized[1:]), default=-GAP)
    whole = Image.new("RGB", (left + aside, sized[0].height), paper)
    whole.paste(sized[0], (0, 0))
    for index, each in enumerate(sized[1:]):
        whole.paste(each, (left, index * (half + GAP)))
    return encode(whole.quantize(palette=first, dither=Image.Dither.NONE))


def _sized(image: Image.Image, high: int) -> Image.Image:
    wide = round(image.width * high / image.height)
    return image.convert("RGB").resize((wide, high), Image.Resampling.HAMMING)
