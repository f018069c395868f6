"""What is drawn over the men: the last move, and marks on cells to choose."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from PIL import Image, ImageDraw

from engine.board import OFF
from render.layout import Layout, typeface
from render.scenes import Mark, Scene
from render.theme import THEMES, Colour

FINE = 3
"""Supersampling: how many times larger than its final pixels a line is drawn."""

Point = tuple[float, float]
Box = tuple[int, int, int, int]


class Pen:
    """Draws antialiased shapes on an RGB part of a picture; points are those of the whole picture."""

    def __init__(self, paper: Image.Image, corner: tuple[int, int]) -> None:
        """`corner` is the upper left of the part, in pixels of the whole picture."""
        self._paper, self._corner = paper, corner

    def line(self, points: Sequence[Point], width: float, colour: Colour) -> None:
        """A line through points, with round joints."""

        def paint(draw: ImageDraw.ImageDraw, at: list[Point]) -> None:
            draw.line(at, 255, round(width * FINE))
            for point in at[1:-1]:
                draw.circle(point, width * FINE / 2, 255)

        self._lay(points, width, colour, paint)

    def arrow(self, tip: Point, neck: Point, half: float, more: float, colour: Colour) -> None:
        """A head from `neck` to `tip`, `half` pixels wide on each side, grown by `more`."""
        length = math.dist(tip, neck)
        along = (tip[0] - neck[0]) / length, (tip[1] - neck[1]) / length
        wings = [
            (neck[0] - sign * along[1] * half, neck[1] + sign * along[0] * half) for sign in (-1, 1)
        ]

        def paint(draw: ImageDraw.ImageDraw, at: list[Point]) -> None:
            draw.polygon(at, 255)
            if more:
                draw.line([*at, *at[:2]], 255, round(2 * more * FINE), joint="curve")

        self._lay([tip, *wings], more + 1, colour, paint)

    def disc(self, middle: Point, radius: float, colour: Colour) -> None:
        """A filled disc."""
        self._lay([middle], radius, colour, lambda draw, at: draw.circle(at[0], radius * FINE, 255))

    def ring(self, middle: Point, radius: float, width: float, colour: Colour) -> None:
        """A ring whose line of `width` has its own middle at `radius`."""

        def paint(draw: ImageDraw.ImageDraw, at: list[Point]) -> None:
            draw.circle(at[0], (radius + width / 2) * FINE, 255)
            draw.circle(at[0], (radius - width / 2) * FINE, 0)

        self._lay([middle], radius + width / 2, colour, paint)

    def text(self, middle: Point, text: str, size: int, colour: Colour) -> None:
        """ASCII text, `size` pixels high."""
        at = middle[0] - self._corner[0], middle[1] - self._corner[1]
        draw = ImageDraw.Draw(self._paper)
        draw.text(at, text, colour, typeface(size), anchor="mm")

    def _lay(
        self,
        points: Sequence[Point],
        reach: float,
        colour: Colour,
        paint: Callable[[ImageDraw.ImageDraw, list[Point]], None],
    ) -> None:
        """Colours what `paint` draws on an enlarged mask `reach` pixels around all points."""
        left = math.floor(min(x for x, _ in points) - reach) - 1
        upper = math.floor(min(y for _, y in points) - reach) - 1
        right = math.ceil(max(x for x, _ in points) + reach) + 1
        lower = math.ceil(max(y for _, y in points) + reach) + 1
        mask = Image.new("L", ((right - left) * FINE, (lower - upper) * FINE))
        paint(ImageDraw.Draw(mask), [((x - left) * FINE, (y - upper) * FINE) for x, y in points])
        place = left - self._corner[0], upper - self._corner[1]
        self._paper.paste(colour, place, mask.reduce(FINE))


def touched(scene: Scene, lay: Layout) -> Box | None:
    """The part of the picture, in pixels, that the last move and the marks may change."""
    spots = [*_route(scene.path, lay), *(lay.centres[mark.cell] for mark in scene.marks)]
    if not spots:
        return None
    reach = lay.tile
    return (
        max(0, math.floor(min(x for x, _ in spots)) - reach),
        max(0, math.floor(min(y for _, y in spots)) - reach),
        min(lay.width, math.ceil(max(x for x, _ in spots)) + reach),
        min(lay.height, math.ceil(max(y for _, y in spots)) + reach),
    )


def draw_over(paper: Image.Image, corner: tuple[int, int], scene: Scene, lay: Layout) -> None:
    """Draws the last move and the marks on an RGB part of the picture whose upper left is `corner`."""
    theme = THEMES[scene.stage.theme]
    pen = Pen(paper, corner)
    route = _route(scene.path, lay)
    if route:
        arrived = lay.centres[scene.path[-1]] if scene.path[-1] != OFF else None
        # The wider casing first, so that the line never cuts its own casing.
        for colour, more in ((theme.casing, max(1.0, lay.tile / 28)), (theme.trail, 0.0)):
            _trail(pen, route, arrived, lay, colour, more)
    for mark in scene.marks:
        _mark(pen, mark, scene, lay)


def _route(path: Sequence[int], lay: Layout) -> list[Point]:
    """The points that a move touches; a man that leaves the board ends just outside it."""
    route: list[Point] = [lay.centres[cell] for cell in path if cell != OFF]
    if path and path[-1] == OFF:
        (x, y), (middle_x, middle_y) = route[-1], (lay.width / 2, lay.height / 2)
        across, along = x - middle_x, y - middle_y
        if abs(across) > abs(along):
            route.append((x + math.copysign(lay.tile, across), y))
        else:
            route.append((x, y + math.copysign(lay.tile, along)))
    return route


def _trail(
    pen: Pen, route: list[Point], arrived: Point | None, lay: Layout, colour: Colour, more: float
) -> None:
    """One coat of the last move, every line `more` pixels wider on each side.

    A ring where the man stood, a line with a dot at each landing, a head where it stands now.
    """
    wide, small = max(2.0, lay.tile / 14), 0.17 * lay.tile
    if arrived is not None:
        pen.ring(arrived, lay.radius + wide / 2 + 0.02 * lay.tile, wide / 2 + 2 * more, colour)
    if len(route) < 2:
        return
    stop = 0.0 if arrived is None else lay.radius + 0.02 * lay.tile
    head = 0.24 * lay.tile
    tip = _towards(route[-1], route[-2], stop)
    neck = _towards(route[-1], route[-2], stop + 0.8 * head)
    start = _towards(route[0], route[1], small)
    pen.ring(route[0], small, wide + 2 * more, colour)
    pen.line([start, *route[1:-1], neck], wide + 2 * more, colour)
    for landing in route[1:-1]:
        pen.disc(landing, 0.11 * lay.tile + more, colour)
    pen.arrow(tip, neck, head, more, colour)


def _mark(pen: Pen, mark: Mark, scene: Scene, lay: Layout) -> None:
    """The man in hand ringed; a choice as a lettered disc, a landing as a lettered ring.

    On a man the letter stands at its upper right, so that the man stays visible.
    """
    theme = THEMES[scene.stage.theme]
    x: float
    y: float
    x, y = lay.centres[mark.cell]
    wide, radius = max(2.0, lay.tile / 12), 0.31 * lay.tile
    if mark.sign == "origin" or scene.cells[mark.cell]:
        pen.ring((x, y), lay.radius + wide / 4, wide + 2, theme.casing)
        pen.ring((x, y), lay.radius + wide / 4, wide, theme.choice)
        x, y, radius = x + 0.26 * lay.tile, y - 0.26 * lay.tile, 0.23 * lay.tile
        if not mark.label:
            return
    elif not mark.label:
        radius = 0.18 * lay.tile
    pen.disc((x, y), radius + max(1.0, lay.tile / 28), theme.casing)
    pen.disc((x, y), radius, theme.choice)
    letters = theme.chosen
    if mark.sign == "target":
        pen.disc((x, y), radius - wide / 2, theme.casing)
        letters = theme.choice
    if mark.label:
        pen.text(
            (x, y), mark.label, round(radius * (1.45 if len(mark.label) == 1 else 1.1)), letters
        )


def _towards(start: Point, end: Point, pixels: float) -> Point:
    """The point so many pixels from `start` on the way to `end`."""
    share = pixels / math.dist(start, end)
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
