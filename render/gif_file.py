"""GIF encoder for palette frames, each of which stores only what has changed.

Frames are read one by one. Only two of them are in memory at a time, so even the animation of a
whole game needs little memory.
"""

from collections.abc import Iterable
from struct import pack

from PIL import Image, ImageChops

CLEAR = 255
"""The palette index of transparent pixels, which leave the previous frame visible."""
BITS = 8
TABLE = 3 << BITS
"""Size in bytes of a table of 256 colours."""
HEADER = b"GIF89a"
FOR_EVER = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
"""The GIF extension that makes the animation loop."""
END = b";"

UNCHANGED = [255] + 255 * [0]
"""Lookup table that maps a difference of zero to white, and any other to black."""


def encode(pictures: Iterable[tuple[Image.Image, int]]) -> bytes:
    """Return the GIF file of these frames, each with its display time in milliseconds.

    All frames must have the same size and the same palette of fewer than 256 colours. Raises
    `ValueError` if there are no frames, or if the first frame's palette is missing or too large.
    """
    parts: list[bytes] = []
    shown: Image.Image | None = None
    for picture, ms in pictures:
        if shown is None:
            parts += [_head(picture), _frame(picture, (0, 0), ms)]
        else:
            parts.append(_change(shown, picture, ms))
        shown = picture
    if shown is None:
        raise ValueError("a film of no pictures")
    return b"".join((*parts, END))


def _head(picture: Image.Image) -> bytes:
    colours = picture.getpalette("RGB")
    if picture.mode != "P" or colours is None or len(colours) > 3 * CLEAR:
        raise ValueError(f"a picture in mode {picture.mode} without room in its palette")
    screen = pack("<HHBBB", picture.width, picture.height, 0x80 | BITS - 1, 0, 0)
    return HEADER + screen + bytes(colours).ljust(TABLE, b"\0") + FOR_EVER


def _change(before: Image.Image, after: Image.Image, ms: int) -> bytes:
    """Return the changed rectangle as a frame, transparent where nothing changed."""
    difference = ImageChops.difference(_levels(before), _levels(after))
    left, upper, right, lower = difference.getbbox() or (0, 0, 1, 1)
    box = left, upper, right, lower
    part = after.crop(box)
    part.paste(CLEAR, mask=difference.crop(box).point(UNCHANGED, "1"))
    return _frame(part, (left, upper), ms)


def _levels(picture: Image.Image) -> Image.Image:
    """Return the palette indices as a greyscale picture."""
    return Image.frombuffer("L", picture.size, picture.tobytes(), "raw", "L", 0, 1)


def _frame(part: Image.Image, corner: tuple[int, int], ms: int) -> bytes:
    """Return the GIF block of one rectangle, which stays visible in later frames."""
    control = pack("<2sBBHBB", b"!\xf9", 4, 1 << 2 | 1, ms // 10, CLEAR, 0)
    descriptor = pack("<BHHHHB", 0x2C, *corner, part.width, part.height, 0)
    return control + descriptor + bytes((BITS,)) + part.tobytes("gif", "P", BITS, 0) + b"\0"
