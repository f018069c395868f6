"""Halma, 1885: the two-player game on 16 by 16 squares, and three variants.

Each player has 19 men in the yard at their left hand. Players move in turn; one man makes a step
or a hop. A step leads to any of the eight neighbouring squares if it is empty. In a hop the man
jumps over an adjacent man of either colour to the empty square just beyond, and may continue in
any direction, for as many jumps as the player likes. Nothing is captured. The first player with
all men in the other's yard wins.

The games differ in how they deal with a straggler that would spoil the game:

    halma          as printed: all 19 men in the enemy yard; yard lines do not restrict moves
    halma-parlett  the enemy yard is full and one of the men in it is yours; a man that has entered
                   it stays in it, even between the jumps of a hop
    halma-ploog    none of your men is at home and none can get nearer to the far corner, measured
                   in a straight line
    halma-gering   as printed, but once one player has left their yard the other must leave theirs

Gering's and Ploog's rules assume that a man that shuts another one in can make room, so these two
variants have no yard lines.

Source: the rulebook of 1885, Parker Brothers; Neto, The Halma Family.
"""

from dataclasses import replace

from engine import rules
from engine.board import square
from engine.move_generation.movers import ALL, Hop, Step
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
    source="The rulebook of 1885, G. H. Monks and Parker Brothers",
    board=BOARD,
    seats=(Seat("South", NEAR_LEFT, FAR_RIGHT), Seat("North", FAR_RIGHT, NEAR_LEFT, facing=4)),
    kinds=MEN,
    limit=1000,
    turns=130,
    reached=rules.fills_goal,
    options=("full", "gering", "locked", "no-return", "ploog"),
)
PARLETT = replace(
    HALMA,
    key="halma-parlett",
    name="Halma (full yard)",
    summary="Halma, won when the enemy yard, which no man leaves again, is full and holds one of yours.",
    source="Neto, The Halma Family, after Parlett",
    link_allowed=rules.stays_in_goal,
    reached=rules.goal_is_full,
    options=("no-return",),
)
PLOOG = replace(
    HALMA,
    key="halma-ploog",
    name="Halma (Ploog's goal)",
    summary="Halma, won when your yard is empty and none of your men can get nearer to the far corner.",
    source="Neto, The Halma Family, after Ploog",
    turns=128,
    reached=rules.cannot_get_nearer,
    options=("locked", "no-return"),
)
GERING = replace(
    HALMA,
    key="halma-gering",
    name="Halma (must leave home)",
    summary="Halma in which you must leave your yard once your opponent has left theirs.",
    source="Neto, The Halma Family, after Gering",
    turns=129,
    restriction=rules.must_leave_home,
    options=("locked", "no-return"),
)

VARIANTS = (HALMA, PARLETT, PLOOG, GERING)
