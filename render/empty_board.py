"""The empty board: squares or holes, tinted yards, the goal frame, coordinates.

It is drawn in true colour once per stage. Holes are supersampled: drawn `FINE` times larger and
reduced.
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
"""Supersampling factor: boards of holes are drawn this many times larger."""

THICKEST = 100
"""Size of a square, in pixels, at which lines reach their maximum thickness."""

LARGE = 10
"""On a board with more rows than this, every fifth row is marked."""

SOCKET = 0.36
"""The radius of an empty hole, as a fraction of its tile."""

Box = tuple[int, int, int, int]
"""A rectangle in pixels: left, upper, right, lower, the last two exclusive."""


class Region(NamedTuple):
    """A region of a picture, as a mask and its position."""

    corner: tuple[int, int]
    """The upper left corner in pixels."""
    mask: Image.Image
    """The region's pixels, in mode "1".

    Antialiasing is not needed here: boards of holes are supersampled as a whole.
    """


@lru_cache(maxsize=2)
def paint_board(stage: Stage, turn: int) -> Image.Image:
    """Return the empty board in RGB, with a frame around the goal of seat `turn`.

    There is no frame if the seat has no goal or is `NOBODY`. The picture is cached and must not be
    modified.
    """
    theme, lay = THEMES[stage.theme], stage.layout
    picture = _unframed(stage).copy()
    goal = frozenset[int]() if turn == NOBODY else stage.goals[turn]
    bands = goal_frame(stage, turn, _thin(lay)) if goal else []
    if goal and stage.board.shape == "square":
        _band(picture, bands, partial(_square_region, lay, goal))
    elif goal:
        # The frame lies below the holes, so everything around it is redrawn.
        part = _around(goal, lay)
        picture.paste(_holes(stage, lay, theme, part, [(goal, bands)]), part)
    draw = ImageDraw.Draw(picture)
    for label in lay.labels:
        draw.text((label.x, label.y), label.text, theme.ink, typeface(lay.font), anchor="mm")
    return picture


@lru_cache(maxsize=2)
def _unframed(stage: Stage) -> Image.Image:
    """Return the board without coordinates or goal frame.

    The picture is cached and must not be modified.
    """
    theme, lay = THEMES[stage.theme], stage.layout
    if stage.board.shape == "square":
        return _squares(stage, lay, theme)
    return _holes(stage, lay, theme, (0, 0, lay.width, lay.height))


def _fifth(stage: Stage) -> frozenset[int]:
    """Return the cells that are striped to make counting easier.

    On large boards these are the cells of every fifth row. On boards without columns they are every
    fifth place of each row instead.
    """
    if stage.layout.numbered:
        return frozenset(n for n, (_, place) in enumerate(stage.board.spots) if place % FIFTH == 0)
    large = stage.board.rows > LARGE
    return frozenset(
        n for n, (row, _) in enumerate(stage.board.spots) if large and row % FIFTH == 0
    )


def margin(stage: Stage) -> frozenset[int]:
    """Return the rim of the board if all homes and goals lie in its outermost lines.

    Otherwise the set is empty.
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
    """Return part of a board of holes: a panel of wood, lines and sockets.

    Yards are tinted and outlined. `frames` are drawn after the lines that connect holes and the
    outlines of the yards.
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
    """Return the box around a yard with a margin of one cell."""
    boxes = [lay.box(cell) for cell in yard]
    return (
        max(0, min(box[0] for box in boxes) - lay.tile),
        max(0, min(box[1] for box in boxes) - lay.tile),
        min(lay.width, max(box[2] for box in boxes) + lay.tile),
        min(lay.height, max(box[3] for box in boxes) + lay.tile),
    )


def _near(spot: tuple[int, int], part: Box, reach: float) -> bool:
    """Whether a point lies within a box, or at most `reach` pixels outside it."""
    return (
        part[0] - reach <= spot[0] <= part[2] + reach
        and part[1] - reach <= spot[1] <= part[3] + reach
    )


def _paste(picture: Image.Image, colour: Colour, region: Region) -> None:
    """Fill a region with a colour."""
    picture.paste(colour, region.corner, region.mask)


def _band(picture: Image.Image, bands: list[Band], region: Callable[[float], Region]) -> None:
    """Draw lines along the inner edge of a region, leaving its interior unchanged."""
    inside = region(bands[-1][1])
    (left, upper), (width, height) = inside.corner, inside.mask.size
    before = picture.crop((left, upper, left + width, upper + height))
    for start, _, colour in bands:
        _paste(picture, colour, region(start))
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


def _hole_region(lay: Layout, yard: Yard, corner: tuple[int, int], inset: float) -> Region:
    """Return the wood around the holes of a yard, reduced by `inset` pixels.

    The region is enlarged by the factor `FINE`. Its position is relative to `corner` in the
    enlarged picture.
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
    """Draw the wood around the holes of a yard, reduced by `inset` pixels.

    The drawing is enlarged by the factor `FINE`. Its top left corner is at `corner` in the
    enlarged picture.
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
    """Return the width of a thin line in pixels."""
    return max(2, round(min(lay.tile, THICKEST) / 22))
