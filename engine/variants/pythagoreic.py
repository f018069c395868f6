"""Pythagoreic Halma: Platonic Halma on 9 by 9 squares with one Diamond less and plainer pieces; for two,
three or four, with simple or advanced rules.

Each player drops two Triangles, two Squares, two Circles and one Diamond on the seven middle squares of
the near rim, and wants to the seven opposite. A piece steps and jumps the same ways:
  Triangle  diagonally forwards or straight back      Square   straight or sideways, four ways
  Circle    forwards, aslant or not, or sideways      Diamond  diagonally, four ways
All else is as in Platonic Halma: the rim may be touched in a hop and is no resting place, but for the
first rank until it is left and the goal, where a piece is fixed; a piece on its first rank beside an
enemy that is no Circle must jump out over it if it can. Advanced rules: long jumps, and Circles that
send Circles back.

Source: M. Winther, Pythagoreic Halma; what its page leaves open, from his Platonic Halma.
"""

from engine.board import NE, NW, SE, SW, E, N, S, W, square
from engine.rim_rules import Shape, family

SHAPES = {
    "triangle": Shape(steps=(NE, NW, S), jumps=(NE, NW, S), number=2),
    "square": Shape(steps=(N, E, S, W), jumps=(N, E, S, W), number=2),
    "circle": Shape(steps=(N, NE, NW, E, W), jumps=(N, NE, NW, E, W), number=2),
    "diamond": Shape(steps=(NE, NW, SE, SW), jumps=(NE, NW, SE, SW), number=1),
}

VARIANTS = family(
    "pythagoreic",
    "Pythagoreic Halma",
    square(9),
    SHAPES,
    "M. Winther, Pythagoreic Halma, after Traverse by M. Kuby and J. Miller",
    turns=(84, 109, 138, 62, 83, 103),
)
