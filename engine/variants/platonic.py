"""Platonic Halma: pieces with their own directions, on a board with a rim.

The board has 10 by 10 squares, and pieces may not rest on its rim. The game is for two, three or
four players, with simple or advanced rules.

Each player drops two Triangles, two Squares, two Circles and two Diamonds on the eight middle
squares of the near rim, in turn and in any order. Then one piece a turn steps, or hops over pieces
of any player:

    Triangle  steps diagonally forwards or straight back    jumps diagonally forwards
    Square    steps in four directions, orthogonally        jumps forwards or sideways
    Circle    steps in all eight directions                 jumps forwards, diagonally forwards
                                                            or sideways
    Diamond   steps in four directions, diagonally          jumps in four directions, diagonally

A hop may touch the rim. The only rim squares on which a piece may rest are its goal, the eight
middle squares of the far rim, and its first rank until it leaves that rank. A piece that rests in
its goal does not move again. The rim without the goal is the margin. A piece on its first rank next
to an enemy other than a Circle must jump out over it if it can, but not into the margin. The first
player to fill their goal wins. If a position occurs for the third time, the game is a draw between
all who are still playing or, as an option, a loss for the player who moved last.

Advanced: a jump may go over one piece at any distance up to four and lands just as far beyond it;
the rest of the line must be empty. A Circle that jumps over an enemy Circle sends it back to its
first rank, or to its second if the first is full. An enemy Circle on a first or last rank is not
sent back. A jump that sends a Circle back may not land in the margin.

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
    turns=(114, 147, 186, 89, 137, 159),
)
