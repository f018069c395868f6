"""Le Grec: seven men a side on four by four squares, never backwards.

The men fill all squares except two. Players move in turn. One man steps forwards, diagonally
forwards or sideways to an empty square. Instead, it may jump in one of those five directions over
an adjacent enemy to the empty square just beyond, and may then continue jumping. A player's own men
may not be jumped and nothing is captured. A player who cannot move passes. The first player with
all seven men on the two farthest rows wins, on any of their eight squares. With best play the game
is a draw; a threefold repetition ends it.

Source: Huguenin and Chédel, in Neto, The Halma Family; the diagram from Neto's World Abstract
Games.
"""

from engine import rules
from engine.board import NE, NW, E, N, S, W, square
from engine.move_generation.movers import Hop, Step
from engine.variant_definition import Kind, Seat, Variant

BOARD = square(4)
NEAR = rules.corner(BOARD, (4, 3))
FAR = BOARD.turned(NEAR, S)
AHEAD = (N, NE, E, W, NW)

LE_GREC = Variant(
    key="le-grec",
    name="Le Grec",
    game="le-grec",
    summary="Seven men each on 4×4: forwards or sideways, over enemies only, to the last two rows.",
    source="Neto, The Halma Family, after Huguenin and Chédel",
    board=BOARD,
    seats=(
        Seat("South", NEAR, rules.rows(BOARD, 3, 4)),
        Seat("North", FAR, rules.rows(BOARD, 1, 2), facing=S),
    ),
    kinds=(Kind("man", "disc", (Step(AHEAD), Hop(AHEAD, foes_only=True))),),
    limit=200,
    turns=22,
    reached=rules.all_in_goal,
    shallow=True,
    levels=("Stroller", "Master"),
    solved="le_grec.xz",
)

VARIANTS = (LE_GREC,)
