"""The empty board: squares or holes, tinted yards, the goal frame, coordinates.

It is drawn in true colour once per stage. Holes are in `render.hole_board`.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.hole_board import HoleBoard
from render.layout import Layout, typeface
from render.printed_yards import draw_printed_yards, has_printed_yards
from render.scenes import NOBODY, Stage
from render.theme import THEMES, Theme, quiet, striped
from render.yards import (
    Band,
    Yard,
    fifth_cells,
    goal_frame,
    home_lines,
    owners_of,
    thin_line,
    yard_colour,
)


class Region(NamedTuple):
    """A region of a picture, as a mask and its position."""

    corner: tuple[int, int]
    """The upper left corner, in pixels."""
    mask: Image.Image
    """The region's pixels, in mode "1"."""

    @property
    def box(self) -> tuple[int, int, int, int]:
        """The box around the region."""
        left, upper = self.corner
        return left, upper, left + self.mask.width, upper + self.mask.height


@lru_cache(maxsize=1)
def paint_board(stage: Stage, turn: int) -> Image.Image:
    """Return the empty board in RGB, with a frame around the goal of seat `turn`.

    There is no frame if the seat has no goal or is `NOBODY`. The picture is cached and must not be
    modified.
    """
    theme, lay = THEMES[stage.theme], stage.layout
    goal = frozenset[int]() if turn == NOBODY else stage.goals[turn]
    bands = goal_frame(stage.seatings[turn], thin_line(lay)) if goal else []
    if stage.board.shape == "square":
        picture = _squares(stage, lay, theme)
        if goal:
            _band(picture, bands, lay, goal)
    else:
        board = _hole_board(stage)
        picture = board.framed(goal, bands) if goal else board.picture.copy()
    draw = ImageDraw.Draw(picture)
    for label in lay.labels:
        draw.text((label.x, label.y), label.text, theme.ink, typeface(lay.font), anchor="mm")
    owners = owners_of(stage)
    for cell in sorted(fifth_cells(stage)) if lay.numbered else ():
        ink = quiet(yard_colour(stage, owners.get(cell, ()), theme.socket), theme)
        place = str(stage.board.spots[cell][1])
        draw.text(lay.centres[cell], place, ink, typeface(lay.font), anchor="mm")
    return picture


@lru_cache(maxsize=1)
def _hole_board(stage: Stage) -> HoleBoard:
    return HoleBoard(stage)


def margin(stage: Stage) -> frozenset[int]:
    """Return the rim of the board if all homes and goals lie on it.

    Otherwise, the set is empty.
    """
    rows, places = (set(numbers) for numbers in zip(*stage.board.spots, strict=True))
    rim = frozenset(
        cell
        for cell, (row, place) in enumerate(stage.board.spots)
        if row in (min(rows), max(rows)) or place in (min(places), max(places))
    )
    yards = frozenset[int]().union(*stage.homes, *stage.goals)
    return rim if yards and yards <= rim else frozenset()


def _squares(stage: Stage, lay: Layout, theme: Theme) -> Image.Image:
    """Return the chequered squares with a border; yards are tinted and outlined.

    All edges lie on whole pixels.
    """
    picture = Image.new("RGB", (lay.width, lay.height), theme.paper)
    draw, rim, seam = ImageDraw.Draw(picture), margin(stage), thin_line(lay)
    boxes = [lay.box(cell) for cell in range(len(lay.centres))]
    for left, upper, right, lower in boxes:
        draw.rectangle((left - seam, upper - seam, right + seam - 1, lower + seam - 1), theme.seam)
    owners, fifth = owners_of(stage), fifth_cells(stage)
    for cell, (left, upper, right, lower) in enumerate(boxes):
        shades = theme.margin if cell in rim else theme.squares
        shade = shades[sum(stage.board.spots[cell]) % 2]
        shade = yard_colour(stage, owners.get(cell, ()), shade)
        if cell in fifth:
            shade = striped(shade, stage.theme)
        draw.rectangle((left, upper, right - 1, lower - 1), shade)
    if has_printed_yards(stage):
        draw_printed_yards(draw, stage)
        return picture
    for yard, bands in home_lines(stage, thin_line(lay)):
        _band(picture, bands, lay, yard)
    return picture


def _band(picture: Image.Image, bands: Sequence[Band], lay: Layout, yard: Yard) -> None:
    """Draw lines along the inner edge of a yard of squares, keeping its interior."""
    inside = _square_region(lay, yard, bands[-1][1])
    before = picture.crop(inside.box)
    for start, _, colour in bands:
        region = _square_region(lay, yard, start)
        picture.paste(colour, region.corner, region.mask)
    picture.paste(before, inside.corner, inside.mask)


def _square_region(lay: Layout, yard: Yard, inset: float) -> Region:
    """Return the squares of a yard, reduced by `inset` whole pixels along its edge."""
    corners = {lay.box(cell)[:2] for cell in yard}
    west, north = min(x for x, _ in corners), min(y for _, y in corners)
    east, south = max(x for x, _ in corners), max(y for _, y in corners)
    mask = Image.new("1", (east - west + lay.tile, south - north + lay.tile), 255)
    draw, less = ImageDraw.Draw(mask), int(inset)
    for x, y in product(
        range(west - lay.tile, east + 2 * lay.tile, lay.tile),
        range(north - lay.tile, south + 2 * lay.tile, lay.tile),
    ):
        if (x, y) not in corners:
            left, upper = x - west, y - north
            right, lower = left + lay.tile + less - 1, upper + lay.tile + less - 1
            draw.rectangle((left - less, upper - less, right, lower), 0)
    return Region((west, north), mask)
