"""PNG encoder: other readers get back the exact pixels and palette."""

import random
import zlib
from collections.abc import Iterator
from io import BytesIO
from struct import unpack

import pytest
from PIL import Image

from engine import VARIANTS
from render import draw, scene
from render.png_file import SIGNATURE, encode
from tests.render.games import course

DEPTHS = {2: 1, 3: 2, 4: 2, 5: 4, 16: 4, 17: 8, 128: 8, 256: 8}
"""Bits per pixel for each number of colours."""


def chunks(file: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield each chunk's name and data, checking lengths and checksums."""
    assert file.startswith(SIGNATURE)
    at = len(SIGNATURE)
    while at < len(file):
        (length,) = unpack(">I", file[at : at + 4])
        body, stop = file[at + 4 : at + 8 + length], at + 12 + length
        assert unpack(">I", file[stop - 4 : stop]) == (zlib.crc32(body),)
        yield body[:4], body[4:]
        at = stop
    assert at == len(file)


def coloured(colours: int, width: int, height: int) -> Image.Image:
    """Return a picture of random pixels and a random palette, using every colour."""
    rng = random.Random(colours * 1000 + width)
    picture = Image.new("P", (width, height))
    pixels = [*range(colours), *rng.choices(range(colours), k=width * height)]
    picture.putdata(pixels[: width * height])
    picture.putpalette(rng.randbytes(3 * colours))
    return picture


@pytest.mark.parametrize("width", [7, 8, 9, 64])
@pytest.mark.parametrize("colours", DEPTHS)
def test_pillow_reads_the_same_pixels_and_palette(colours: int, width: int) -> None:
    picture = coloured(colours, width, 40)
    with Image.open(BytesIO(encode(picture))) as read:
        read.load()
        assert read.format == "PNG"
        assert read.mode == "P"
        assert read.size == picture.size
        assert read.tobytes() == picture.tobytes()
        assert (read.getpalette() or [])[: 3 * colours] == picture.getpalette()
        assert read.convert("RGB").tobytes() == picture.convert("RGB").tobytes()


@pytest.mark.parametrize(("colours", "depth"), DEPTHS.items())
def test_every_chunk_is_valid_and_pixels_use_the_smallest_bit_depth(
    colours: int, depth: int
) -> None:
    parts = dict(chunks(encode(coloured(colours, 33, 40))))
    assert list(parts) == [b"IHDR", b"PLTE", b"IDAT", b"IEND"]
    assert parts[b"IHDR"] == bytes([0, 0, 0, 33, 0, 0, 0, 40, depth, 3, 0, 0, 0])
    assert len(parts[b"PLTE"]) == 3 * colours
    assert len(zlib.decompress(parts[b"IDAT"])) == 40 * (1 + -(-33 * depth // 8))


@pytest.mark.parametrize("key", ["halma-8", "chinese-checkers-6"])
def test_a_drawn_board_is_read_back_unchanged(key: str) -> None:
    position, last = course(key)[-1]
    shown = scene(VARIANTS[key], position, last=last)
    picture, file = draw.render_scene(shown), draw.png(shown)
    assert [name for name, _ in chunks(file)] == [b"IHDR", b"PLTE", b"IDAT", b"IEND"]
    with Image.open(BytesIO(file)) as read:
        assert read.tobytes() == picture.tobytes()
        assert read.convert("RGB").tobytes() == picture.convert("RGB").tobytes()


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "L", "1"])
def test_a_picture_without_a_palette_is_refused(mode: str) -> None:
    with pytest.raises(ValueError, match=f"mode {mode} has no palette"):
        encode(Image.new(mode, (4, 4)))


@pytest.mark.parametrize("key", ["halma", "halma-8", "chinese-checkers-6", "platonic"])
def test_files_in_play_are_hardly_larger_than_those_of_pillow(key: str) -> None:
    position, last = course(key)[-1]
    picture, file = draw.render_scene(scene(VARIANTS[key], position, last=last)), BytesIO()
    picture.save(file, "PNG")
    assert len(encode(picture)) <= 1.05 * len(file.getvalue())
