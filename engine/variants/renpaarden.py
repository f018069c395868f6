"""Renpaarden ("racehorses"): eighteen knights a side on nine by nine squares.

The horses fill the two rows nearest to their player. Players move in turn. One horse leaps like a
chess knight, forwards or backwards, over anything in between. On an empty square the turn ends. On
an enemy's square the horse must leap again at once, and so on until it reaches an empty square; a
chain that cannot end on an empty square may not be started. No horse may leap onto one of its own
side. Nothing is captured, and a turn may not end where it began. The first player with all horses
on the two farthest rows wins.

Source: Fred Horn, 1981, in Neto, The Halma Family.
"""

from engine import rules
from engine.board import S, square
from engine.move_generation.movers import KNIGHT, Leap
from engine.variant_definition import Kind, Seat, Variant

BOARD = square(9)
NEAR, FAR = rules.rows(BOARD, 1, 2), rules.rows(BOARD, 8, 9)

RENPAARDEN = Variant(
    key="renpaarden",
    name="Renpaarden",
    game="renpaarden",
    summary="A race of 18 knights a side, which may leap on from enemies to the last two rows.",
    source="Neto, The Halma Family, after Horn",
    board=BOARD,
    seats=(Seat("South", NEAR, FAR), Seat("North", FAR, NEAR, facing=S)),
    kinds=(Kind("horse", "disc", (Leap(KNIGHT, relay=True),)),),
    limit=800,
    turns=78,
    reached=rules.fills_goal,
    options=("full",),
)

VARIANTS = (RENPAARDEN,)
