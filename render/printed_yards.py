"""Red lines of the 1885 board: dotted around yards of 13, heavy around 19.

The printed board has both; a picture has only the yards of the game.
"""

from functools import lru_cache

from PIL import ImageDraw

from engine.board import Board
from render.scenes import Stage
from render.theme import Colour

THIRTEEN, NINETEEN = (4, 4, 3, 2), (5, 5, 4, 3, 2)
"""The number of squares in each row of a yard, from the corner inwards."""

SIDE = 16
"""The number of rows and places of the printed board."""

RED: Colour = (170, 28, 24)

DOTS = 5
"""The number of dots along the side of a square."""

Yard = frozenset[int]


def has_printed_yards(stage: Stage) -> bool:
    """Whether a stage is the board of 1885: all homes are yards of that board."""
    dotted, heavy = printed_yards(stage.board)
    homes = {home for home in stage.homes if home}
    return stage.theme == "print" and bool(homes) and homes <= {*dotted, *heavy}


@lru_cache(maxsize=8)
def printed_yards(board: Board) -> tuple[tuple[Yard, ...], tuple[Yard, ...]]:
    """Return the dotted and the heavy yards. Both are empty unless the board is 16x16."""
    if board.shape != "square" or len(board.spots) != SIDE * SIDE:
        return (), ()
    corners = [(row, place) for row in (1, SIDE) for place in (1, SIDE)]
    heavy = [(1, 1), (SIDE, SIDE)]
    return (
        tuple(_yard(board, corner, THIRTEEN) for corner in corners),
        tuple(_yard(board, corner, NINETEEN) for corner in heavy),
    )


def _yard(board: Board, corner: tuple[int, int], lengths: tuple[int, ...]) -> Yard:
    """Return a yard in the corner with this row and place."""
    first, left = corner
    inwards = (1 if first == 1 else -1, 1 if left == 1 else -1)
    return frozenset(
        board.index[first + inwards[0] * row, left + inwards[1] * place]
        for row, length in enumerate(lengths)
        for place in range(length)
    )


def draw_printed_yards(draw: ImageDraw.ImageDraw, stage: Stage) -> None:
    """Draw the lines along the edges of the stage's homes, over the squares."""
    dotted, heavy = (
        [yard for yard in yards if yard in stage.homes] for yards in printed_yards(stage.board)
    )
    lay = stage.layout
    broad = max(2, round(lay.tile / 12))
    for yard in dotted:
        for x, y, right, below in _edges(stage, yard):
            for dot in range(DOTS):
                share = (dot + 0.5) / DOTS
                centre = (x + (right - x) * share, y + (below - y) * share)
                draw.circle(centre, broad / 2, RED)
    for yard in heavy:
        for x, y, right, below in _edges(stage, yard):
            before, after = broad // 2, (broad - 1) // 2
            draw.rectangle((x - before, y - before, right + after, below + after), RED)


def _edges(stage: Stage, yard: Yard) -> list[tuple[int, int, int, int]]:
    """Return the sides of a yard's squares that border squares outside the yard."""
    lay = stage.layout
    boxes = {lay.box(cell): cell for cell in range(len(lay.centres))}
    edges = []
    for cell in sorted(yard):
        left, upper, right, lower = lay.box(cell)
        for across, down, edge in (
            (-1, 0, (left, upper, left, lower)),
            (1, 0, (right, upper, right, lower)),
            (0, -1, (left, upper, right, upper)),
            (0, 1, (left, lower, right, lower)),
        ):
            dx, dy = across * lay.tile, down * lay.tile
            other = boxes.get((left + dx, upper + dy, right + dx, lower + dy))
            if other is not None and other not in yard:
                edges.append(edge)
    return edges
