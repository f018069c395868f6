"""Animated GIF files of pictures in palette mode: after the first, each has only what has changed.

Pictures come one by one and only two are ever held, so a film of a whole game takes little memory.
"""

from collections.abc import Iterable
from struct import pack

from PIL import Image, ImageChops

CLEAR = 255
"""The place in the palette that shows what was there before."""
BITS = 8
TABLE = 3 << BITS
"""Bytes of a table of 256 colours."""
HEADER = b"GIF89a"
FOR_EVER = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
"""The extension that lets the film begin anew at its end."""
END = b";"

UNCHANGED = [255] + 255 * [0]
"""The table that turns no difference into white, and any other into black."""


def encode(pictures: Iterable[tuple[Image.Image, int]]) -> bytes:
    """The file of these pictures, each with the milliseconds that it is seen.

    All have one size and one palette of fewer than 256 colours. ValueError if there are none.
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
    """The rectangle in which a picture differs from the one before it, clear where it does not."""
    difference = ImageChops.difference(_levels(before), _levels(after))
    left, upper, right, lower = difference.getbbox() or (0, 0, 1, 1)
    box = left, upper, right, lower
    part = after.crop(box)
    part.paste(CLEAR, mask=difference.crop(box).point(UNCHANGED, "1"))
    return _frame(part, (left, upper), ms)


def _levels(picture: Image.Image) -> Image.Image:
    """The places in the palette as if they were levels of grey."""
    return Image.frombuffer("L", picture.size, picture.tobytes(), "raw", "L", 0, 1)


def _frame(part: Image.Image, corner: tuple[int, int], ms: int) -> bytes:
    """A rectangle that stays where it is laid."""
    control = pack("<2sBBHBB", b"!\xf9", 4, 1 << 2 | 1, ms // 10, CLEAR, 0)
    place = pack("<BHHHHB", 0x2C, *corner, part.width, part.height, 0)
    return control + place + bytes((BITS,)) + part.tobytes("gif", "P", BITS, 0) + b"\0"
