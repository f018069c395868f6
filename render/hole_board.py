"""Boards of holes: a wooden panel with lines and sockets.

They are supersampled: drawn `FINE` times larger and then reduced.
"""

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from render.layout import PANEL, Layout
from render.scenes import Stage
from render.theme import THEMES, Colour, contrast
from render.yards import Band, Yard, fifth_cells, home_lines, owners_of, thin_line, yard_colour

FINE = 2
"""Supersampling factor: boards of holes are drawn this many times larger."""

STRIP = 64
"""Height in pixels of the strips in which an enlarged drawing is reduced."""

SOCKET = 0.36
"""The radius of an empty hole, as a fraction of its tile."""

RING = 0.485
"""The outer radius of the ring around a hole of the goal, in cells."""

TRIANGLE = 0.59
"""Disc radius, in cells, above which the discs of three neighbours leave no gap."""

Box = tuple[int, int, int, int]
"""A rectangle in pixels: left, upper, right, lower. The last two are exclusive."""


class HoleBoard:
    """A board of holes in RGB, without coordinates."""

    def __init__(self, stage: Stage) -> None:
        """Draw the board."""
        lay = stage.layout
        whole, self._stage = (0, 0, lay.width, lay.height), stage
        canvas = _Canvas(stage, whole)
        self.picture = canvas.reduced(whole)
        """The board without a goal frame. It must not be modified."""
        self._canvases = [canvas]
        """The enlarged drawing, kept for the first goal frame, which usually comes next."""

    def framed(self, goal: Yard, bands: Sequence[Band]) -> Image.Image:
        """Return the board with a goal marked in the colours of these lines.

        The lines run around the goal. If they would cut through a seat's home, there is a ring
        around each hole of the goal instead. A single hole, at a corner, may belong to both.
        Everything around the goal is redrawn, because the lines lie below the holes.
        """
        part, picture = _around(goal, self._stage.layout), self.picture.copy()
        canvas = self._canvases.pop() if self._canvases else _Canvas(self._stage, part)
        if any(len(home & goal) > 1 and home != goal for home in self._stage.homes):
            canvas.draw_sockets()
            canvas.ring_holes(goal, bands)
        else:
            canvas.outline(goal, bands)
            canvas.draw_sockets()
        picture.paste(canvas.reduced(part), part)
        return picture


class _Canvas:
    """A part of a board of holes, enlarged, with a palette index for each pixel.

    Indices need a quarter of the memory of colours, and take half the time to draw.
    """

    def __init__(self, stage: Stage, part: Box) -> None:
        """Draw a part of the board."""
        self._stage, self._lay, self._theme = stage, stage.layout, THEMES[stage.theme]
        self._corner = part[0] * FINE, part[1] * FINE
        size = (part[2] - part[0]) * FINE, (part[3] - part[1]) * FINE
        self._image = Image.new("L", size)
        self._draw = ImageDraw.Draw(self._image)
        self._inks = {self._theme.paper: 0}
        self._owners = owners_of(stage)
        self._cells = [
            cell
            for cell, centre in enumerate(self._lay.centres)
            if _near(centre, part, 2 * self._lay.apart)
        ]
        self._spots = [
            (x * FINE - self._corner[0], y * FINE - self._corner[1]) for x, y in self._lay.centres
        ]
        self._draw_panel()
        self._draw_grooves()
        for yard, bands in home_lines(stage, thin_line(self._lay)):
            if not yard.isdisjoint(self._cells):
                self.outline(yard, bands)
        self.draw_sockets()

    def _ink(self, colour: Colour) -> int:
        return self._inks.setdefault(colour, len(self._inks))

    def _draw_panel(self) -> None:
        """Draw the wood, its border, and the backgrounds of yards."""
        stage, lay, theme = self._stage, self._lay, self._theme
        wood, edge, around = theme.squares[0], (PANEL - 0.5) * lay.apart, stage.board.neighbours
        outermost = [cell for cell in self._cells if len(around[cell]) < stage.board.directions]
        self._draw_wood(outermost, -edge - thin_line(lay), theme.seam)
        self._draw_wood(self._cells, -edge, wood)
        for seats in sorted(set(self._owners.values())):
            yard = frozenset(cell for cell in self._cells if self._owners.get(cell) == seats)
            self._draw_wood(yard, 0, yard_colour(stage, seats, wood))

    def _draw_wood(self, cells: Iterable[int], inset: float, colour: Colour) -> None:
        _wood(self._draw, self._lay, cells, inset, self._ink(colour), self._corner)

    def _draw_grooves(self) -> None:
        """Draw the lines between neighbours."""
        width, ink = round(FINE * self._lay.tile / 18), self._ink(self._theme.groove)
        for cell in self._cells:
            for other in self._stage.board.neighbours[cell]:
                if other < cell:
                    self._draw.line([*self._spots[cell], *self._spots[other]], ink, width)

    def draw_sockets(self) -> None:
        """Draw the holes, over everything else."""
        radius, groove = SOCKET * self._lay.tile * FINE, self._ink(self._theme.groove)
        for cell in self._cells:
            socket = yard_colour(self._stage, self._owners.get(cell, ()), self._theme.socket)
            self._draw.circle(self._spots[cell], radius, groove)
            self._draw.circle(self._spots[cell], radius - FINE, self._ink(socket))

    def ring_holes(self, goal: Yard, bands: Sequence[Band]) -> None:
        """Draw rings in the colours of these lines around the holes of a goal.

        The holes are hatched, unless there is a number in them.
        """
        outer, counted = RING * self._lay.apart, fifth_cells(self._stage)
        for cell in goal:
            socket = yard_colour(self._stage, self._owners.get(cell, ()), self._theme.socket)
            for start, _, colour in bands:
                self._draw.circle(self._spots[cell], (outer - start) * FINE, self._ink(colour))
            inside = (outer - bands[-1][1]) * FINE
            self._draw.circle(self._spots[cell], inside, self._ink(socket))
            if cell not in counted:
                colours = {colour for _, _, colour in bands}
                ink = max(colours, key=lambda colour: contrast(colour, socket))
                self._hatch(self._spots[cell], inside, self._ink(ink))

    def _hatch(self, centre: tuple[int, int], radius: float, ink: int) -> None:
        """Draw three diagonal lines in a hole."""
        x, y = centre
        for side in (-1, 0, 1):
            away = side * 0.5 * radius  # the distance of the line from the centre
            half = math.sqrt((0.85 * radius) ** 2 - away**2)
            a, b = (away - half) / math.sqrt(2), (away + half) / math.sqrt(2)
            self._draw.line((x + a, y + b, x + b, y + a), ink, round(radius / 6))

    def outline(self, yard: Yard, bands: Sequence[Band]) -> None:
        """Draw lines along the inner edge of a yard, leaving its interior unchanged.

        The lines are drawn as filled areas, and then the interior is restored.
        """
        left, upper, right, lower = (FINE * edge for edge in _around(yard, self._lay))
        inside = Image.new("1", (right - left, lower - upper))
        drawing, end = ImageDraw.Draw(inside), bands[-1][1]
        _wood(drawing, self._lay, yard, end, 255, (left, upper))
        west, north = left - self._corner[0], upper - self._corner[1]
        before = self._image.crop((west, north, west + inside.width, north + inside.height))
        for start, _, colour in bands:
            self._draw_wood(yard, start, colour)
        self._image.paste(before, (west, north), inside)

    def reduced(self, part: Box) -> Image.Image:
        """Return a part of the board in RGB, reduced to its final size.

        Strips are converted one by one, because the whole picture would take four times the memory.
        """
        left, upper, right, lower = part
        picture = Image.new("RGB", (right - left, lower - upper), self._theme.paper)
        flat = [level for colour in self._inks for level in colour]
        west, north = left * FINE - self._corner[0], upper * FINE - self._corner[1]
        for top in range(0, picture.height, STRIP):
            height = min(STRIP, picture.height - top)
            above = north + top * FINE
            strip = self._image.crop(
                (west, above, west + picture.width * FINE, above + height * FINE)
            )
            if box := strip.getbbox():
                start, stop = box[0] // FINE, -(-box[2] // FINE)
                drawn = strip.crop((start * FINE, 0, stop * FINE, strip.height))
                drawn.putpalette(flat)
                picture.paste(drawn.convert("RGB").reduce(FINE), (start, top))
        return picture


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
    radius, near = FINE * (lay.apart / 2 - inset), _near_cells(lay)
    spots = {
        cell: (FINE * lay.centres[cell][0] - corner[0], FINE * lay.centres[cell][1] - corner[1])
        for cell in yard
    }
    joined = set[int]()
    for cell, spot in spots.items():
        draw.circle(spot, radius, colour)
        joined.add(cell)
        for other, beside in near[cell].items():
            if other in spots and other not in joined:
                covered = radius > FINE * TRIANGLE * lay.apart and beside and beside <= spots.keys()
                if not covered:
                    draw.line([*spot, *spots[other]], colour, round(2 * radius))


@lru_cache(maxsize=64)
def _near_cells(lay: Layout) -> tuple[dict[int, frozenset[int]], ...]:
    """Return the cells around each cell, in straight and diagonal directions.

    Each of them is mapped to the set of the two cells that form equilateral triangles with both, or
    to an empty set if there are no two such cells.
    """
    spots = lay.centres
    every = [
        {b: math.dist(spot, other) for b, other in enumerate(spots) if b != a}
        for a, spot in enumerate(spots)
    ]
    near = [{b for b, away in row.items() if away < 1.45 * lay.apart} for row in every]
    equal = [{b for b in near[a] if row[b] < 1.1 * lay.apart} for a, row in enumerate(every)]

    def beside(a: int, b: int) -> frozenset[int]:
        both = equal[a] & equal[b]
        return frozenset(both) if b in equal[a] and len(both) == 2 else frozenset()

    return tuple({b: beside(a, b) for b in row} for a, row in enumerate(near))
