"""Part of a large board on which a move is chosen, enlarged in the move panel."""

from typing import NamedTuple

from bot.views.board_image import Scenery, part_cells
from bot.views.move_steps import Step
from engine import Move
from engine.board import OFF

WHOLE = "w"
"""Suffix of the keys of steps that show the whole board."""


class StepView(NamedTuple):
    """What the image of a step shows."""

    part: frozenset[int] = frozenset()
    """Cells around which the board is cropped; empty if there is no such part."""
    is_whole: bool = False
    """Whether the player has asked for the whole board."""
    key: str = ""
    """Key of the step, without the suffix."""

    @property
    def around(self) -> frozenset[int]:
        """Cells around which the image is cropped; empty for the whole board."""
        return frozenset() if self.is_whole else self.part

    @property
    def suffix(self) -> str:
        """Suffix of the keys of the next steps."""
        return WHOLE if self.is_whole else ""


def split_key(key: str) -> tuple[str, bool]:
    """Return the key of a step, and whether it shows the whole board."""
    return key.removesuffix(WHOLE), key.endswith(WHOLE)


def part_of(scenery: Scenery, step: Step, moves: list[Move]) -> frozenset[int]:
    """Return the cells around which to crop a step; empty for the whole board.

    They are the squares of all moves of the chosen man, so that the part stays the same until the
    move is played. The first step includes all men and the moves that the player has not seen.
    """
    cells = {
        cell
        for move in moves
        if step.man is None or move.path[:1] == (step.man,)
        for cell in move.path
    }
    if step.back is None:
        shown = [*(move for _, move in scenery.earlier), *filter(None, [scenery.last])]
        cells |= {cell for move in shown for cell in move.path}
        cells |= {cell for cell, byte in enumerate(scenery.position.cells) if byte}
    return part_cells(scenery, cells - {OFF})
