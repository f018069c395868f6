"""Halma on 8 by 8 and 10 by 10 squares: ten or fifteen men, and a day by which home must be empty.

Men step and hop as in Halma. The first to have all men in the other's yard wins. But a player who has
made more than 30 turns (50 on the larger board) loses as soon as a turn of their own ends with one of
their men in their own yard, whether it never left or came back; to cross the yard in a hop is free.

Source: BrainKing, Halma 8x8 and Halma 10x10; the yards are reconstructed.
"""

from dataclasses import replace

from engine import rules
from engine.board import square
from engine.variant_definition import Seat, Variant
from engine.variants.halma import HALMA


def small(size: int, widths: tuple[int, ...], leave: int, limit: int, turns: int) -> Variant:
    """The game on a small board with yards of these row widths and so many turns to leave them."""
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
        lost=rules.Overstays(leave),
    )


VARIANTS = (
    small(8, (4, 3, 2, 1), leave=30, limit=300, turns=37),
    small(10, (5, 4, 3, 2, 1), leave=50, limit=500, turns=66),
)
