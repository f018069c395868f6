"""Carrera de Caballos ("horse race"): eight knights a side from corner to corner.

The board is ten by ten squares without two opposite corners. It consists of the seventy squares
whose row and place add up to at least 7 and at most 15. Each side has eight horses, which start
around the other two corners.

Players move in turn. One horse leaps like a chess knight to an empty square of the board, over
anything in between. There is only one leap per turn, and nothing is captured. A player who cannot
leap passes. The first player with all horses on the eight squares where the enemy began wins.

Source: Héctor Canteros, 1988, in Neto, The Halma Family, and the diagram of Neto's World Abstract
Games. No source states the goal, so the usual goal of the family is used.
"""

from engine import rules
from engine.board import S, squares
from engine.move_generation.movers import KNIGHT, Leap
from engine.variant_definition import Kind, Seat, Variant

BOARD = squares(
    "carrera",
    ((r, c) for r in range(1, 11) for c in range(1, 11) if 7 <= r + c <= 15),
)
NEAR = BOARD.cells({1: (8, 9, 10), 2: (8, 9, 10), 3: (9, 10)})
FAR = BOARD.turned(NEAR, S)

CARRERA = Variant(
    key="carrera",
    name="Carrera de Caballos",
    game="carrera",
    summary="A race of eight knights a side to the enemy's corner, one leap at a time.",
    source="Neto, The Halma Family, after Canteros",
    board=BOARD,
    seats=(Seat("South", NEAR, FAR), Seat("North", FAR, NEAR, facing=S)),
    kinds=(Kind("horse", "disc", (Leap(KNIGHT),)),),
    limit=400,
    turns=79,
    levels=("Stroller", "Planner"),
    reached=rules.fills_goal,
    options=("full",),
)

VARIANTS = (CARRERA,)
