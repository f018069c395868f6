"""Platonic Halma: shapes with directions of their own cross a board of 10 by 10 whose rim is no resting
place; for two, three or four, with simple or advanced rules.

Each player drops two Triangles, two Squares, two Circles and two Diamonds on the eight middle squares of
the near rim, by turns, in any order. Then one piece a turn steps or hops over pieces of anybody:
  Triangle  steps diagonally forwards or straight back    jumps diagonally forwards
  Square    steps straight or sideways, four ways         jumps forwards or sideways
  Circle    steps all eight ways                          jumps forwards, aslant or not, or sideways
  Diamond   steps diagonally, four ways                   jumps diagonally, four ways
A hop may touch the rim; only the far eight squares, the goal, are for resting, and who rests there does
not move again. On its first rank a piece may rest until it leaves it. A piece there beside an enemy that
is no Circle must jump out over it if it can, the margin excepted. The first to fill their goal wins; a
position that stands for the third time is a draw of all who still play or, as an option, a loss for the
player who brings it about.
Advanced: a jump may go over one piece at any distance up to four, as far again beyond it, all else on
the line empty; and a Circle that jumps over an enemy Circle, not on a first or last rank, sends it back
to its first rank, or second if that is full; such a jump may not land in the margin.

Source: M. Winther, Platonic Halma, after Traverse by M. Kuby and J. Miller.
"""

from engine.board import NE, NW, SE, SW, E, N, S, W, square
from engine.move_generation.movers import ALL
from engine.rim_rules import Shape, family

SHAPES = {
    "triangle": Shape(steps=(NE, NW, S), jumps=(NE, NW), number=2),
    "square": Shape(steps=(N, E, S, W), jumps=(N, E, W), number=2),
    "circle": Shape(steps=ALL, jumps=(N, NE, NW, E, W), number=2),
    "diamond": Shape(steps=(NE, NW, SE, SW), jumps=(NE, NW, SE, SW), number=2),
}

VARIANTS = family(
    "platonic",
    "Platonic Halma",
    square(10),
    SHAPES,
    "M. Winther, Platonic Halma, after Traverse by M. Kuby and J. Miller",
    turns=(110, 151, 178, 84, 113, 147),
)
