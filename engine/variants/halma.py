"""Halma, 1885: the two-player game on 16 by 16 squares.

Each player has 19 men in the yard at their left hand. Players move in turn; one man makes a step
or a hop. A step leads to any of the eight neighbouring squares if it is empty. In a hop the man
jumps over an adjacent man of either colour to the empty square just beyond, and may continue in
any direction, for as many jumps as the player likes. Nothing is captured. The first player with
all men in the other's yard wins.

A straggler can spoil the game by staying at home. Three options prevent this: `full`, `gering` and
`ploog`. They were proposed with different yard lines. Parlett's full yard is `full+locked`.
Gering's and Ploog's rules have no yard lines, because they assume that a man can always make room
for one that it shuts in.

Source: the rulebook of 1885, Parker Brothers; Neto, The Halma Family.
"""

from engine import rules
from engine.board import square
from engine.move_generation.movers import ALL, Hop, Step
from engine.search_parameters import SearchParameters
from engine.variant_definition import Kind, Seat, Variant

BOARD = square(16)
NEAR_LEFT = rules.corner(BOARD, (5, 5, 4, 3, 2))
FAR_RIGHT = BOARD.turned(NEAR_LEFT, 4)
MEN = (Kind("man", "disc", (Step(ALL), Hop(ALL))),)

HALMA = Variant(
    key="halma",
    name="Halma",
    game="halma",
    summary="Bring your 19 men into the enemy yard by steps and by hops over men of either colour.",
    source="The rulebook by G. H. Monks, 1885, in the Parker Brothers edition of 1915 or later",
    board=BOARD,
    seats=(Seat("South", NEAR_LEFT, FAR_RIGHT), Seat("North", FAR_RIGHT, NEAR_LEFT, facing=4)),
    kinds=MEN,
    limit=1000,
    turns=164,
    reached=rules.fills_goal,
    options=("full", "gering", "locked", "no-return", "ploog"),
    search_parameters=SearchParameters(exponent=2.5),
)

VARIANTS = (HALMA,)
