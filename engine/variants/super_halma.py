"""Super Halma: Halma with long jumps, on 16 by 16 or 10 by 10 squares.

Yards, steps and men are those of two-player Halma, on the small board too. A jump goes straight
over one man, of either colour and at any distance, and lands just as far beyond it. For example, a
jump over a man three squares away ends on the third square beyond it. All other squares of that
line, including the landing square, must be empty. Long and short jumps may be mixed in one hop.

    super-halma     a man in the enemy yard stays in it, even between the jumps of a hop; a player
                    whose turn leaves it full, with at least one man of their own in it, wins
    super-halma-10  there are no yard lines, and the first player with all men in the enemy yard
                    wins; the other goal rule would not work, because the yards are so close that a
                    single man could fill the first gap and win on the third turn

Source: Neto, The Halma Family, after Schmittberger, New Rules for Classic Games; the goal is
Parlett's; the small board from an article by Perkis.
"""

from dataclasses import replace

from engine import rules
from engine.board import square
from engine.move_generation.movers import ALL, Hop, Step
from engine.search_parameters import DEFAULT_PARAMETERS
from engine.variant_definition import Kind
from engine.variants.halma import HALMA

SUPER = replace(
    HALMA,
    key="super-halma",
    name="Super Halma",
    game="super-halma",
    summary="Halma with jumps over a man at any distance, as far again beyond it; a full yard wins.",
    source="Neto, The Halma Family, after Schmittberger",
    kinds=(Kind("man", "disc", (Step(ALL), Hop(ALL, far=7))),),
    turns=79,
    search_parameters=DEFAULT_PARAMETERS,
    link_allowed=rules.stays_in_goal,
    reached=rules.goal_is_full,
    options=("no-return",),
)
SMALL_BOARD = square(10)
NEAR_LEFT = rules.corner(SMALL_BOARD, (5, 5, 4, 3, 2))
FAR_RIGHT = SMALL_BOARD.turned(NEAR_LEFT, 4)
SMALL = replace(
    HALMA,
    key="super-halma-10",
    name="Super Halma 10×10",
    game="super-halma",
    summary="Super Halma with its 19 men a side on a board of 10×10.",
    source="Neto, The Halma Family, after Schmittberger; the small board after Perkis",
    board=SMALL_BOARD,
    seats=(
        replace(HALMA.seats[0], home=NEAR_LEFT, goal=FAR_RIGHT),
        replace(HALMA.seats[1], home=FAR_RIGHT, goal=NEAR_LEFT),
    ),
    kinds=(Kind("man", "disc", (Step(ALL), Hop(ALL, far=4))),),
    limit=500,
    turns=61,
    search_parameters=DEFAULT_PARAMETERS,
    levels=("Stroller", "Runner", "Planner"),
)

VARIANTS = (SUPER, SMALL)
