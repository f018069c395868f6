"""Caesar: seventeen men a side on a hexagon of 37 holes, never backwards.

The hexagon stands on a corner. Its holes lie in seven vertical files of 4, 5, 6, 7, 6, 5 and 4.
Each hole has lines straight and diagonally forwards and backwards, but none sideways. The men fill
the near and the far half; only the three ringed holes, which make up row VII, are empty.

Players move in turn. One man moves along a line to the next hole, straight or diagonally forwards,
if it is empty. Instead, it may jump in such a direction over an adjacent enemy to the empty hole
just beyond, and may then continue jumping. A player's own men may not be jumped and nothing is
captured. A player who cannot move passes; if no player can move, the game is a draw. The first
player with all men in the holes where the enemy began wins.

Source: Richter's "Caesar" (Meteor Game No. 9, about 1904), board and rule sheet in the Game Board
Database; Neto, The Halma Family, calls it "Caeser".
"""

import math

from engine import rules
from engine.board import Coordinates, build
from engine.move_generation.movers import Hop, Step
from engine.variant_definition import Kind, Seat, Variant

FILES = (4, 5, 6, 7, 6, 5, 4)
"""The number of holes in each file."""
HOLES = sorted(
    (height + 7, file)
    for file, holes in enumerate(FILES, 1)
    for height in range(1 - holes, holes, 2)
)
"""The (row, file) of each hole.

A row consists of the holes at the same height, which are two files apart.
"""
LINES = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
"""The (rows, files) offset to the next hole in each direction.

The directions are clockwise from the first player's forward direction.
"""
FORWARD = (0, 1, 5)


def _spot(hole: Coordinates) -> Coordinates:
    """Return the (row, place) of a hole, with places counted along the row."""
    row, file = hole
    return row, 1 + sum(1 for other in HOLES if other[0] == row and other[1] < file)


_SPOTS = {_spot(hole): hole for hole in HOLES}
_OF = {hole: spot for spot, hole in _SPOTS.items()}


def _point(spot: Coordinates) -> tuple[float, float]:
    row, file = _SPOTS[spot]
    return (file - 1) * math.sqrt(3) / 2, (row - 1) / 2


def _next(spot: Coordinates, direction: int) -> Coordinates:
    row, file = _SPOTS[spot]
    rows, files = LINES[direction]
    return _OF.get((row + rows, file + files), (0, 0))


BOARD = build("caesar", _OF.values(), _point, _next, 6, "hole")
NEAR, FAR = rules.rows(BOARD, 1, 6), rules.rows(BOARD, 8, 13)

CAESAR = Variant(
    key="caesar",
    name="Caesar",
    game="caesar",
    summary="Seventeen men a side, forwards only and over enemies only, into the enemy's half.",
    source="The sheet of the Meteor Game, in the Game Board Database; Neto, The Halma Family",
    board=BOARD,
    seats=(Seat("South", NEAR, FAR), Seat("North", FAR, NEAR, facing=3)),
    kinds=(Kind("man", "disc", (Step(FORWARD), Hop(FORWARD, foes_only=True))),),
    limit=820,
    turns=94,
    reached=rules.fills_goal,
    levels=("Stroller", "Master"),
)

VARIANTS = (CAESAR,)
