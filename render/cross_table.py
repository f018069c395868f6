"""Cross table of a section: all results against each other, places and points."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from PIL import Image, ImageDraw

from render.layout import typeface
from render.png_file import encode
from render.theme import THEMES, Colour, ThemeName, blend, legible, striped
from render.typesetting import fitted_line

WIDTH = 1080
MOST_ROWS, MOST_COLUMNS = 12, 8
"""Maximum number of rows and of columns of results."""
MARGIN, ROW, HEAD = 24, 84, 96
"""Margin and heights of a row and of the title in pixels."""
FONT = 40
"""Font size of numbers and results.

It is 9 points on a phone that shows the picture 262 points wide.
"""
NAMES = (40, 38)
"""Font sizes of the names in pixels, larger first. Longer names are shortened."""
TITLES = (48, 44, 40)
PLACE, TOTAL, LEAST_NAME = 92, 118, 300
"""Widths in pixels of the place and points columns, and minimum width of names."""
WIDEST_CELL = 130
CELLS = (40, 36, 32)
"""Font sizes of a result in pixels, largest first."""
MOST_COLOURS = 32


@dataclass(frozen=True, slots=True)
class TableRow:
    """An entrant of a cross table. All texts can be drawn by the typeface."""

    place: str
    """The place, such as "2="; "" if the row has none."""
    name: str
    cells: tuple[str | None, ...]
    """The results by column; None for the entrant's own column, which is filled."""
    points: str
    is_struck: bool = False
    """Whether none of the entrant's games counts, so that the row is struck through."""


@dataclass(frozen=True, slots=True)
class CrossTable:
    """The content of a cross table with 1-12 rows and at most 8 columns of results."""

    title: str
    corner: str
    """Heading of the names, such as the name of the section; may be ""."""
    columns: tuple[str, ...]
    """The headings of the columns of results."""
    points: str
    """The heading of the column of points."""
    rows: tuple[TableRow, ...]
    """The entrants, best first."""
    marked: int | None = None
    """The index of the reader's row, or None."""
    line_below: int = 0
    """Number of rows above a line, which advance to the next stage; 0 for no line."""


def render_cross_table(table: CrossTable, theme: ThemeName = "wood") -> bytes:
    """Return the PNG file of a cross table. Thread-safe.

    Raises `ValueError` if the table has too many rows or columns.
    """
    if not 1 <= len(table.rows) <= MOST_ROWS or len(table.columns) > MOST_COLUMNS:
        raise ValueError(f"a cross table of {len(table.rows)} by {len(table.columns)}")
    colours = THEMES[theme]
    ground = colours.squares[0]
    ink = legible(ground, colours)
    height = 2 * MARGIN + HEAD + ROW * (len(table.rows) + 1)
    image = Image.new("RGB", (WIDTH, height), ground)
    draw = ImageDraw.Draw(image)
    lefts = _lefts(len(table.columns))
    top = MARGIN + HEAD
    size, line = fitted_line(table.title, WIDTH - 2 * MARGIN, TITLES)
    draw.text((MARGIN, MARGIN + HEAD / 2 - 8), line, ink, typeface(size), anchor="lm")
    faint = blend(ground, ink, 0.3)
    for number in range(len(table.rows)):
        if number % 2:
            y = top + ROW * (number + 1)
            draw.rectangle((MARGIN, y, WIDTH - MARGIN, y + ROW), striped(ground, theme))
    face = typeface(FONT)
    middle = top + ROW / 2
    size, line = fitted_line(table.corner, lefts[2] - MARGIN - 12, NAMES)
    draw.text((MARGIN, middle), line, ink, typeface(size), anchor="lm")
    for (left, right), heading in zip(pairwise(lefts[2:]), table.columns, strict=True):
        draw.text(((left + right) / 2, middle), heading, ink, face, anchor="mm")
    size, line = fitted_line(table.points, TOTAL - 8, CELLS)
    draw.text((WIDTH - MARGIN - 10, middle), line, ink, typeface(size), anchor="rm")
    draw.line((MARGIN, top + ROW, WIDTH - MARGIN, top + ROW), ink, 3)
    for left in lefts[2:]:
        draw.line((left, top + ROW, left, height - MARGIN), faint, 2)
    for number, row in enumerate(table.rows):
        y = top + ROW * (number + 1)
        if row.is_struck:
            _write_row(draw, row, lefts, y, blend(ground, ink, 0.85), theme)
            draw.line((lefts[1], y + ROW / 2, WIDTH - MARGIN - 10, y + ROW / 2), ink, 3)
        else:
            _write_row(draw, row, lefts, y, ink, theme)
        if number == table.marked:
            draw.rectangle((MARGIN - 8, y + 6, WIDTH - MARGIN + 8, y + ROW - 6), None, ink, 5)
    if 0 < table.line_below < len(table.rows):
        y = top + ROW * (table.line_below + 1)
        draw.line((MARGIN, y, WIDTH - MARGIN, y), ink, 5)
    return encode(image.quantize(MOST_COLOURS, dither=Image.Dither.NONE))


def _lefts(columns: int) -> Sequence[int]:
    """Return the left edges of the place, name, result and points columns."""
    right = WIDTH - MARGIN - TOTAL
    name = MARGIN + PLACE
    wide = min(WIDEST_CELL, (right - name - LEAST_NAME) // max(1, columns))
    return [MARGIN, name, *(right - wide * (columns - each) for each in range(columns)), right]


def _write_row(
    draw: ImageDraw.ImageDraw,
    row: TableRow,
    lefts: Sequence[int],
    y: int,
    ink: Colour,
    theme: ThemeName,
) -> None:
    middle = y + ROW / 2
    face = typeface(FONT)
    draw.text((lefts[1] - 16, middle), row.place, ink, face, anchor="rm")
    size, line = fitted_line(row.name, lefts[2] - lefts[1] - 12, NAMES)
    draw.text((lefts[1], middle), line, ink, typeface(size), anchor="lm")
    for (left, right), cell in zip(pairwise(lefts[2:]), row.cells, strict=True):
        if cell is None:
            ground = THEMES[theme].squares[1]
            own = blend(ground, THEMES[theme].seam, 0.45)
            draw.rectangle((left, y, right, y + ROW), own)
        elif cell:
            size, line = fitted_line(cell, right - left - 6, CELLS)
            draw.text(((left + right) / 2, middle), line, ink, typeface(size), anchor="mm")
    draw.text((WIDTH - MARGIN - 10, middle), row.points, ink, face, anchor="rm")
