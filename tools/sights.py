"""Pictures as seen with each colour vision deficiency, at the size on a phone."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

from PIL import Image

from render.theme import THEMES, Colour
from tools.pictures import different_boards, played_board

PHONE = 262
"""The width in points of a board in a post on a phone that is 390 points wide."""
GAP = 6
"""The distance between two boards in pixels."""
ROWS = 8
"""Maximum number of boards below each other on a sheet."""

Matrix = Sequence[Sequence[float]]
NORMAL: Matrix = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
SIGHTS: Mapping[str, Matrix] = {
    "all colours": NORMAL,
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
"""Matrices for linear light by kind of sight.

Full dichromacy, from Machado, Oliveira and Fernandes, 2009, table of severity 1.0.
"""


@cache
def linear_light(colour: Colour, sight: str) -> tuple[float, ...]:
    """Return linear RGB from 0 to 1 as seen with this kind of sight."""
    light = [
        level / 12.92 if level <= 0.04045 else ((level + 0.055) / 1.055) ** 2.4
        for level in (part / 255 for part in colour)
    ]
    return tuple(
        min(max(sum(a * b for a, b in zip(row, light, strict=True)), 0.0), 1.0)
        for row in SIGHTS[sight]
    )


def seen_with(image: Image.Image, sight: str) -> Image.Image:
    """Return an RGB image as seen with this kind of sight."""
    seen = Image.new("RGB", image.size)
    seen.putdata([_encoded(pixel, sight) for pixel in image.get_flattened_data()])
    return seen


@cache
def _encoded(colour: Colour, sight: str) -> tuple[int, ...]:
    return tuple(
        round(255 * (12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055))
        for part in linear_light(colour, sight)
    )


def write_sights(folder: Path, keys: Iterable[str] = (), *, seed: int = 5) -> int:
    """Write sheets of all boards, or the named ones, in all themes and sights.

    Each row is a game, each column a kind of sight. Returns the number of sheets.
    """
    folder.mkdir(parents=True, exist_ok=True)
    games, written = different_boards(keys), 0
    for theme in THEMES:
        for first in range(0, len(games), ROWS):
            boards = [
                played_board(game, theme, PHONE, seed) for game in games[first : first + ROWS]
            ]
            _sheet(boards).save(folder / f"{theme}-{first // ROWS + 1}.png")
            written += 1
    return written


def _sheet(boards: Sequence[Image.Image]) -> Image.Image:
    size = len(SIGHTS) * (PHONE + GAP), sum(board.height + GAP for board in boards)
    sheet, top = Image.new("RGB", size, (49, 51, 56)), 0
    for board in boards:
        for column, sight in enumerate(SIGHTS):
            sheet.paste(seen_with(board, sight), (column * (PHONE + GAP), top))
        top += board.height + GAP
    return sheet
