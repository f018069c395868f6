"""Pythagoreic Halma: Platonic Halma on 9 by 9 squares, with simpler pieces.

There is one fewer Diamond. The game is for two, three or four players, with simple or advanced
rules.

Each player drops two Triangles, two Squares, two Circles and one Diamond on the seven middle
squares of the near rim. The goal is the seven squares opposite. A piece steps and jumps in the
same directions:

    Triangle  diagonally forwards or straight back
    Square    orthogonally, in four directions
    Circle    forwards, diagonally forwards or sideways
    Diamond   diagonally, in four directions

Everything else is as in Platonic Halma. A hop may touch the rim, but a piece may not rest on it.
The exceptions are its first rank until it leaves that rank, and its goal, where it does not move
again. A piece on its first rank next to an enemy other than a Circle must jump out over that enemy
if it can. The advanced rules add long jumps, and Circles that send Circles back.

Source: M. Winther, Pythagoreic Halma; what its page leaves open is taken from his Platonic Halma.
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
    turns=(90, 107, 141, 82, 90, 127),
)
