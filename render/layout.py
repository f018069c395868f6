"""Layout of a picture in whole pixels; x grows to the right, y downwards.

Along each axis, cells are at exact multiples of one step. Cells that look alike therefore have
identical pixels, so that sprites can be pasted and the compressor recognises repetitions.
"""

import math
from bisect import bisect
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from itertools import pairwise

from PIL import ImageFont

from engine.board import ROMAN, Board

WIDTH = 1080
"""Width of a picture in pixels: 360 points on a phone with three pixels per point."""

LETTERING = 28.4
"""Ratio of the picture's width to the font size of coordinates.

On a phone, a board in a post is 262 points wide, and the font size is then 9.2 points.
"""

EDGE, BESIDE = 0.12, 0.2
"""Margin of the picture, and distance from coordinates to squares, in font sizes.

The frame of a board of squares is thus hardly wider than its coordinates.
"""

TYPEFACE = "fonts/SourceSansPro-Semibold.otf"
"""The typeface of all pictures; its licence is in the same folder."""

PANEL = 0.6
"""Distance from the outer holes to the edge of the wood, in cells."""

AIRY = 130
"""Minimum distance between cells at which men are drawn smaller, in pixels.

Smaller men look less heavy there.
"""

FIFTH = 5
"""Every fifth row or place is marked to make counting easier."""

SMALLEST = 8
"""Minimum pixels per unit of the board's coordinates."""

CAPITAL = 0.66
"""The height of a capital letter, as a fraction of the font size."""

CLEAR = 3
"""Minimum distance in pixels between a label and the wood of adjacent rows."""

Pair = tuple[float, float]
ToPixel = Callable[[float, float], Pair]


@dataclass(frozen=True)
class Label:
    """A coordinate label outside the cells; all values are in pixels."""

    text: str
    x: float
    y: float
    """The centre of the text."""
    width: float
    height: float


@dataclass(frozen=True)
class Layout:
    """The layout of a board for one point of view and picture width, in pixels."""

    width: int
    height: int
    apart: float
    """Distance between the centres of the two closest cells."""
    tile: int
    """Side of the square around a cell; these squares do not overlap."""
    centres: tuple[tuple[int, int], ...]
    """The centre of each cell."""
    radius: float
    """Radius of a man."""
    font: int
    """Font size of the coordinates."""
    labels: tuple[Label, ...]
    numbered: bool
    """Whether the places form no straight columns whose ends could be labelled.

    The number of every fifth place is then written in its hole.
    """

    def box(self, cell: int) -> tuple[int, int, int, int]:
        """Return the square of a cell: left, upper, right, lower.

        The last two are exclusive.
        """
        x, y = self.centres[cell]
        left, upper = x - self.tile // 2, y - self.tile // 2
        return left, upper, left + self.tile, upper + self.tile


@lru_cache(maxsize=32)
def typeface(size: int) -> ImageFont.FreeTypeFont:
    """Return the typeface (Source Sans, Latin with all accents) at a size in pixels."""
    return ImageFont.truetype(BytesIO(_font_file()), size, layout_engine=ImageFont.Layout.BASIC)


@cache
def _font_file() -> bytes:
    return (files("render") / TYPEFACE).read_bytes()


@lru_cache(maxsize=256)
def lay_out(board: Board, facing: int, width: int) -> Layout:
    """Return the largest layout that fits `width` pixels.

    `facing` is the index of the direction that points up. Raises `ValueError` if no layout fits.
    """
    across = [x for x, _ in _turned(board, facing)]
    span = max(across) - min(across)
    low, high, best = SMALLEST - 1, int(width / span) + 1, None
    unit = high - 1
    while high - low > 1:
        layout, spare = _fit(board, facing, width, unit)
        low, high, best = (unit, high, layout) if layout else (low, unit, best)
        # Labels keep their size, so the rest fills the spare pixels with about this unit.
        unit = max(low + 1, min(high - 1, unit + math.floor(spare / span)))
    if best is None:
        raise ValueError(f"{board.name} does not fit into {width} pixels")
    return best


def _fit(board: Board, facing: int, width: int, unit: int) -> tuple[Layout | None, float]:
    """Return the layout with about `unit` pixels per unit, and the leftover pixels.

    If the layout would be too wide, it is None, and the number of leftover pixels is negative.
    """
    turned, (cos, sin) = _turned(board, facing), _angle(board, facing)
    right = _scale([x for x, _ in turned], unit)
    down = _scale([y for _, y in turned], unit)
    west, north = min(x for x, _ in turned), max(y for _, y in turned)

    def pixel(x: float, y: float) -> Pair:
        return (x * cos - y * sin - west) * right, (north - x * sin - y * cos) * down

    spots = [pixel(x, y) for x, y in board.points]
    if (far := max(x for x, _ in spots)) > width:
        return None, width - far
    pairs = [
        (spots[a], spots[b]) for a, around in enumerate(board.neighbours) for b in around if a < b
    ]
    gaps = [(abs(a - c), abs(b - d)) for (a, b), (c, d) in pairs]
    tile = round(min(max(gap) for gap in gaps))
    apart = min(math.hypot(*gap) for gap in gaps)
    reach = tile / 2 if board.shape == "square" else PANEL * apart
    font = max(6, round(width / LETTERING))
    numbered = not _columned(board)
    if numbered:
        middles = [((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in pairs]
        labels = list(_row_starts(board, pixel, _Wood(spots + middles, reach), font))
    else:
        labels = list(_sides(board, pixel, reach, font))

    edge = max(EDGE * font, 1.0)
    left = min([x - reach for x, _ in spots] + [label.x - label.width / 2 for label in labels])
    far = max([x + reach for x, _ in spots] + [label.x + label.width / 2 for label in labels])
    top = min([y - reach for _, y in spots] + [label.y - label.height / 2 for label in labels])
    low = max([y + reach for _, y in spots] + [label.y + label.height / 2 for label in labels])
    spare = width - (far - left + 2 * edge)
    if spare < 0:
        return None, spare
    x0, y0 = round(spare / 2 + edge - left), round(edge - top)
    layout = Layout(
        width=width,
        height=math.ceil(low - top + 2 * edge),
        apart=apart,
        tile=tile,
        centres=tuple((round(x) + x0, round(y) + y0) for x, y in spots),
        radius=_radius(board, tile, apart),
        font=font,
        labels=tuple(replace(label, x=label.x + x0, y=label.y + y0) for label in labels),
        numbered=numbered,
    )
    return layout, spare


def _radius(board: Board, tile: int, apart: float) -> float:
    """Return the radius of a man, which is relatively smaller in large cells."""
    radius = 0.42 * tile if board.shape == "square" else min(0.45 * tile, 0.4 * apart)
    return radius if apart < AIRY else 0.82 * radius


def _angle(board: Board, facing: int) -> Pair:
    """Return the cosine and sine of the counter-clockwise rotation of the board."""
    angle = facing * math.tau / board.directions
    return math.cos(angle), math.sin(angle)


def _turned(board: Board, facing: int) -> list[Pair]:
    """Return the points of the rotated board; x grows to the right, y upwards."""
    cos, sin = _angle(board, facing)
    return [(x * cos - y * sin, x * sin + y * cos) for x, y in board.points]


@lru_cache(maxsize=256)
def reading_order(board: Board, facing: int) -> tuple[int, ...]:
    """Return the index of each cell in reading order.

    The order is from top to bottom, and from left to right within a row.
    """
    turned = [(round(-y, 3), round(x, 3)) for x, y in _turned(board, facing)]
    cells = sorted(range(len(turned)), key=turned.__getitem__)
    return tuple(cells.index(cell) for cell in range(len(cells)))


def _scale(values: Iterable[float], unit: int) -> float:
    """Return the pixels per unit, near `unit`, that put all values on a pixel grid.

    All values are then multiples of one step with a whole number of pixels.
    """
    ordered = sorted({round(value, 4) for value in values})
    step = min(b - a for a, b in pairwise(ordered))
    return round(step * unit) / step


def _columned(board: Board) -> bool:
    """Whether each place number forms one straight column that can be labelled."""
    pairs = zip(board.spots, board.points, strict=True)
    columns = {(place, round(x, 3)) for (_, place), (x, _) in pairs}
    return len(columns) == len({place for place, _ in columns})


def _sides(board: Board, pixel: ToPixel, reach: float, font: int) -> Iterator[Label]:
    """Yield row and place labels on two sides of the picture: left and below."""
    rows = {y: ROMAN[row - 1] for (row, _), (_, y) in zip(board.spots, board.points, strict=True)}
    places = {x: str(place) for (_, place), (x, _) in zip(board.spots, board.points, strict=True)}
    for figures, across in ((rows, True), (places, False)):
        ends = places if across else rows
        for end, sign in ((min(ends), -1), (max(ends), 1)):
            out = _direction(pixel, (0, 0), (sign, 0) if across else (0, sign))
            if out[0] > 0.5 or out[1] < -0.5:
                continue
            for at, text in figures.items():
                wide, high = typeface(font).getlength(text), CAPITAL * font
                away = reach + BESIDE * font + abs(out[0]) * wide / 2 + abs(out[1]) * high / 2
                x, y = pixel(*((end, at) if across else (at, end)))
                yield Label(text, x + out[0] * away, y + out[1] * away, wide, high)


class _Wood:
    """The wooden panel of a board of holes, next to which labels are written."""

    def __init__(self, centres: list[Pair], reach: float) -> None:
        """Create the panel from circles of radius `reach` around these centres."""
        self._centres = centres
        self._reach = reach
        self._by_line: dict[Pair, list[tuple[float, Pair]]] = {}
        """For each direction, the centres sorted by the line on which they lie."""

    def beside(self, text: str, point: Pair, out: Pair, font: int) -> Label:
        """Place a label from `point` outwards, as near as the wood allows."""
        wide, high, reach = typeface(font).getlength(text), CAPITAL * font, self._reach
        (x, y), across = point, wide / 2 + reach + BESIDE * font
        down, away = high / 2 + reach + CLEAR, 0.0
        for start, stop in sorted(
            _hidden(x - a, y - b, out, across, down)
            for a, b in self._in_the_way(point, out, across, down)
            if abs(x - a) + abs(y - b) < 16 * reach  # the farthest that a label may have to move
        ):
            away = stop if start <= away < stop else away
        return Label(text, x + out[0] * away, y + out[1] * away, wide, high)

    def _in_the_way(self, point: Pair, out: Pair, across: float, down: float) -> Iterator[Pair]:
        """Yield the centres that a box around `point` may hit when it moves along `out`.

        `across` and `down` are half the sides of the box.
        """
        (x, y), (right, below) = point, out
        dx, dy = max(out, (-right, -below))  # opposite directions have the same lines
        if (dx, dy) not in self._by_line:
            self._by_line[dx, dy] = sorted((a * dy - b * dx, (a, b)) for a, b in self._centres)
        lines, line = self._by_line[dx, dy], x * dy - y * dx
        beside = across * abs(below) + down * abs(right)
        behind = across * abs(right) + down * abs(below)
        for _, (a, b) in lines[bisect(lines, (line - beside,)) : bisect(lines, (line + beside,))]:
            if (a - x) * right + (b - y) * below > -behind:
                yield a, b


def _row_starts(board: Board, pixel: ToPixel, wood: _Wood, font: int) -> Iterator[Label]:
    """Yield the Roman numeral of each row, to the left of its first hole."""
    rows: dict[int, list[Pair]] = defaultdict(list)
    for (row, _), point in zip(board.spots, board.points, strict=True):
        rows[row].append(point)
    for row, points in sorted(rows.items()):
        first = min(points)
        out = _direction(pixel, first, (-1, 0))
        yield wood.beside(ROMAN[row - 1], pixel(*first), out, font)


def _hidden(x: float, y: float, out: Pair, wide: float, high: float) -> Pair:
    """Return the interval in which a moving point is within a box around the origin.

    The point moves from (x, y) along `out`. The box extends `wide` to each side, and `high` up and
    down. The interval is empty if its end comes before its start.
    """
    start, stop = -math.inf, math.inf
    for at, step, half in ((x, out[0], wide), (y, out[1], high)):
        if abs(step) > 1e-9:
            ends = sorted(((-half - at) / step, (half - at) / step))
            start, stop = max(start, ends[0]), min(stop, ends[1])
        elif abs(at) >= half:
            return math.inf, -math.inf
    return start, stop


def _direction(pixel: ToPixel, point: Pair, step: Pair) -> Pair:
    """Return the unit vector, in the picture, of a step on the board."""
    (a, b), (c, d) = pixel(*point), pixel(point[0] + step[0], point[1] + step[1])
    length = math.hypot(c - a, d - b)
    return (c - a) / length, (d - b) / length
