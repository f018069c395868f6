"""The board without men: squares or holes, tinted yards, the framed goal, coordinates.

Drawn in true colour, `FINE` times too large and shrunk, once for each stage.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from itertools import combinations, product
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.layout import FIFTH, PANEL, Layout, typeface
from render.scenes import NOBODY, Stage
from render.theme import THEMES, Colour, Theme, striped
from render.yards import Band, Framed, Yard, goal_frame, home_lines, owners_of, yard_colour

FINE = 3
"""Supersampling: how many times larger than its final pixels a thing is drawn."""

THICKEST = 100
"""Pixels of the square on which lines are the thickest."""

LARGE = 10
"""A board with more rows has every fifth marked."""

SOCKET = 0.36
"""The radius of an empty hole, as a share of its tile."""

Box = tuple[int, int, int, int]
"""A part of a picture, in pixels: left, upper, and the first beyond it."""


class Region(NamedTuple):
    """A part of a picture."""

    corner: tuple[int, int]
    """Its upper left, in pixels."""
    mask: Image.Image
    """Where it is; in mode "1", because the whole board is drawn larger and made smaller."""


@lru_cache(maxsize=2)
def paint_board(stage: Stage, turn: int) -> Image.Image:
    """The empty board in RGB, the goal of seat `turn` framed, or none. Not to be drawn on."""
    theme, lay = THEMES[stage.theme], stage.layout
    picture = _unframed(stage).copy()
    goal = frozenset[int]() if turn == NOBODY else stage.goals[turn]
    bands = goal_frame(stage, turn, _thin(lay)) if goal else []
    if goal and stage.board.shape == "square":
        _band(picture, bands, partial(_square_region, lay, goal))
    elif goal:
        # The frame lies below the holes: everything around it is drawn once more.
        part = _around(goal, lay)
        picture.paste(_holes(stage, lay, theme, part, [(goal, bands)]), part)
    draw = ImageDraw.Draw(picture)
    for label in lay.labels:
        draw.text((label.x, label.y), label.text, theme.ink, typeface(lay.font), anchor="mm")
    return picture


@lru_cache(maxsize=2)
def _unframed(stage: Stage) -> Image.Image:
    """The board without coordinates, before the goal of a seat is framed. Not to be drawn on."""
    theme, lay = THEMES[stage.theme], stage.layout
    if stage.board.shape == "square":
        return _squares(stage, lay, theme)
    return _holes(stage, lay, theme, (0, 0, lay.width, lay.height))


def _fifth(stage: Stage) -> frozenset[int]:
    """The cells that are marked to count by: rows of large boards, or places that form no column."""
    if stage.layout.numbered:
        return frozenset(n for n, (_, place) in enumerate(stage.board.spots) if place % FIFTH == 0)
    large = stage.board.rows > LARGE
    return frozenset(
        n for n, (row, _) in enumerate(stage.board.spots) if large and row % FIFTH == 0
    )


def margin(stage: Stage) -> frozenset[int]:
    """The rim of a board of squares whose homes and goals all lie in its outermost rows and columns."""
    rows, places = (set(numbers) for numbers in zip(*stage.board.spots, strict=True))
    rim = frozenset(
        cell
        for cell, (row, place) in enumerate(stage.board.spots)
        if row in (min(rows), max(rows)) or place in (min(places), max(places))
    )
    yards = frozenset[int]().union(*stage.homes, *stage.goals)
    return rim if yards and yards <= rim else frozenset()


def _squares(stage: Stage, lay: Layout, theme: Theme) -> Image.Image:
    """Chequered squares within a seam; yards tinted and lined. All edges lie on whole pixels."""
    picture = Image.new("RGB", (lay.width, lay.height), theme.paper)
    draw, rim, seam = ImageDraw.Draw(picture), margin(stage), _thin(lay)
    boxes = [lay.box(cell) for cell in range(len(lay.centres))]
    for left, upper, right, lower in boxes:
        draw.rectangle((left - seam, upper - seam, right + seam - 1, lower + seam - 1), theme.seam)
    owners, fifth = owners_of(stage), _fifth(stage)
    for cell, (left, upper, right, lower) in enumerate(boxes):
        shades = theme.margin if cell in rim else theme.squares
        shade = shades[sum(stage.board.spots[cell]) % 2]
        shade = yard_colour(stage, owners.get(cell, ()), shade)
        if cell in fifth:
            shade = striped(shade, stage.theme)
        draw.rectangle((left, upper, right - 1, lower - 1), shade)
    for yard, bands in home_lines(stage, _thin(lay)):
        _band(picture, bands, partial(_square_region, lay, yard))
    return picture


def _holes(
    stage: Stage, lay: Layout, theme: Theme, part: Box, frames: Sequence[Framed] = ()
) -> Image.Image:
    """A part of the board: sockets joined by lines on a panel of wood; yards tinted and lined.

    `frames` are drawn after the lines that join holes and those of the yards.
    """
    corner = part[0] * FINE, part[1] * FINE
    size = (part[2] - part[0]) * FINE, (part[3] - part[1]) * FINE
    picture = Image.new("RGB", size, theme.paper)
    wood, edge, around = theme.squares[0], (PANEL - 0.5) * lay.apart, stage.board.neighbours
    draw = ImageDraw.Draw(picture)
    near = [cell for cell in range(len(around)) if _near(lay.centres[cell], part, 2 * lay.apart)]
    outermost = [cell for cell in near if len(around[cell]) < stage.board.directions]
    _wood(draw, lay, outermost, -edge - _thin(lay), theme.seam, corner)
    _wood(draw, lay, near, -edge, wood, corner)
    owners = owners_of(stage)
    for seats in sorted(set(owners.values())):
        yard = frozenset(cell for cell in near if owners.get(cell) == seats)
        _wood(draw, lay, yard, 0, yard_colour(stage, seats, wood), corner)
    for cell in _fifth(stage).intersection(near):
        ground = striped(yard_colour(stage, owners.get(cell, ()), wood), stage.theme)
        _wood(draw, lay, [cell], 0, ground, corner)
    spots = [(x * FINE - corner[0], y * FINE - corner[1]) for x, y in lay.centres]
    for cell in near:
        for other in around[cell]:
            draw.line([*spots[cell], *spots[other]], theme.groove, round(FINE * lay.tile / 18))
    for yard, bands in (*home_lines(stage, _thin(lay)), *frames):
        if not yard.isdisjoint(near):
            _band(picture, bands, partial(_hole_region, lay, yard, corner))
    for cell in near:
        socket = yard_colour(stage, owners.get(cell, ()), theme.socket)
        draw.circle(spots[cell], SOCKET * lay.tile * FINE, theme.groove)
        draw.circle(spots[cell], SOCKET * lay.tile * FINE - FINE, socket)
    return picture.reduce(FINE)


def _around(yard: Yard, lay: Layout) -> Box:
    """The part of the picture in which a yard lies, and one cell around it."""
    boxes = [lay.box(cell) for cell in yard]
    return (
        max(0, min(box[0] for box in boxes) - lay.tile),
        max(0, min(box[1] for box in boxes) - lay.tile),
        min(lay.width, max(box[2] for box in boxes) + lay.tile),
        min(lay.height, max(box[3] for box in boxes) + lay.tile),
    )


def _near(spot: tuple[int, int], part: Box, reach: float) -> bool:
    """Whether a point lies within a part of the picture, or at most `reach` pixels beside it."""
    return (
        part[0] - reach <= spot[0] <= part[2] + reach
        and part[1] - reach <= spot[1] <= part[3] + reach
    )


def _paste(picture: Image.Image, colour: Colour, region: Region) -> None:
    """Paints a region."""
    picture.paste(colour, region.corner, region.mask)


def _band(picture: Image.Image, bands: list[Band], region: Callable[[float], Region]) -> None:
    """Paints lines inside the edge of a region, and leaves what lies further inside."""
    inside = region(bands[-1][1])
    (left, upper), (width, height) = inside.corner, inside.mask.size
    before = picture.crop((left, upper, left + width, upper + height))
    for start, _, colour in bands:
        _paste(picture, colour, region(start))
    picture.paste(before, inside.corner, inside.mask)


def _square_region(lay: Layout, yard: Yard, inset: float) -> Region:
    """The squares of a yard, less `inset` whole pixels along its edge."""
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


def _hole_region(lay: Layout, yard: Yard, corner: tuple[int, int], inset: float) -> Region:
    """The wood around the holes of a yard, less `inset` pixels along its edge; `FINE` times as large.

    `corner` is the point of the whole picture where the drawing begins, and the region is placed.
    """
    left, upper, right, lower = (FINE * edge for edge in _around(yard, lay))
    mask = Image.new("1", (right - left, lower - upper))
    _wood(ImageDraw.Draw(mask), lay, yard, inset, 255, (left, upper))
    return Region((left - corner[0], upper - corner[1]), mask)


def _wood(
    draw: ImageDraw.ImageDraw,
    lay: Layout,
    yard: Iterable[int],
    inset: float,
    colour: Colour | int,
    corner: tuple[int, int] = (0, 0),
) -> None:
    """Draws the wood around the holes of a yard, less `inset` pixels; `FINE` times as large.

    `corner` is the point of the whole picture where the drawing begins.
    """
    radius, near = FINE * (lay.apart / 2 - inset), 1.45 * FINE * lay.apart
    spots = [
        (FINE * x - corner[0], FINE * y - corner[1])
        for x, y in (lay.centres[cell] for cell in yard)
    ]
    for spot in spots:
        draw.circle(spot, radius, colour)
    for one, other in combinations(spots, 2):
        if math.dist(one, other) < near:
            draw.line([*one, *other], colour, round(2 * radius))


def _thin(lay: Layout) -> int:
    """Pixels of a thin line."""
    return max(2, round(min(lay.tile, THICKEST) / 22))
