"""Carrera de Caballos ("horse race"): eight knights a side from corner to corner.

The board is ten by ten squares without two opposite corners: a square exists where row and place add up
to 7 at least and 15 at most, seventy in all. Eight horses a side start about the other two corners.
By turns, one horse leaps as a chess knight does to an empty square that exists, whatever stands
between: one leap, no chain, and nothing is taken. A player who cannot leap passes. The first to have all
horses on the eight squares where the enemy began wins.

Source: Héctor Canteros, 1988, in Neto, The Halma Family, and the diagram of Neto's World Abstract Games;
the goal is that of the family, as no source tells it.
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
    levels=("Stroller", "Runner", "Planner"),
    reached=rules.fills_goal,
    options=("full",),
)

VARIANTS = (CARRERA,)
