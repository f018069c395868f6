"""Halma on 8 by 8 and 10 by 10 squares, with a deadline for leaving the yard.

Each side has ten or fifteen men, which step and hop as in Halma. The first player with all men in
the other's yard wins. However, a player who has made more than 30 turns (50 on the larger board)
loses if one of their turns ends with any of their men in their own yard. It makes no difference
whether the man never left or came back. Crossing the yard in a hop is allowed.

With the options `locked` and `no-limit` this is Grasshopper, 1948.

Source: BrainKing, Halma 8x8 and Halma 10x10; the yards are reconstructed.
"""

from dataclasses import replace

from engine import rules
from engine.board import square
from engine.search_parameters import DEFAULT_PARAMETERS
from engine.variant_definition import Seat, Variant
from engine.variants.halma import HALMA


def small(size: int, widths: tuple[int, ...], leave: int, limit: int, turns: int) -> Variant:
    """Return the game on a small board.

    `widths` are the row widths of the yards, and `leave` is the number of turns allowed for
    leaving them.
    """
    board = square(size)
    near_left = rules.corner(board, widths)
    far_right = board.turned(near_left, 4)
    return replace(
        HALMA,
        key=f"halma-{size}",
        name=f"Halma {size}×{size}",
        game=f"halma-{size}",
        summary=f"Halma with {sum(widths)} men a side; your yard must be empty after {leave} turns.",
        source="BrainKing",
        board=board,
        seats=(Seat("South", near_left, far_right), Seat("North", far_right, near_left, facing=4)),
        limit=limit,
        turns=turns,
        has_lost=rules.Overstays(leave),
        options=(*HALMA.options, "no-limit"),
        search_parameters=DEFAULT_PARAMETERS,
    )


VARIANTS = (
    small(8, (4, 3, 2, 1), leave=30, limit=300, turns=46),
    small(10, (5, 4, 3, 2, 1), leave=50, limit=500, turns=79),
)
