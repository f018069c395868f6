"""A picture as the bytes of a PNG file."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

LEVEL = 6
"""The knee of deflate on such pictures: level 9 takes five times as long for 6 % less."""


def encode(picture: Image.Image) -> bytes:
    """PNG bytes; small and fast in palette mode. The compressor lets other threads run meanwhile."""
    stream = BytesIO()
    picture.save(stream, "PNG", compress_level=LEVEL)
    return stream.getvalue()
