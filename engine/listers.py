"""Which fast lister serves the men of a seat: `Ring` for short hops, `Lines` for long ones, or none."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, runtime_checkable

from engine.lines import Lines
from engine.movers import Hop, Links, Mover, Near, Step
from engine.position import Move
from engine.ring import Ring


@runtime_checkable
class NearMover(Protocol):
    """A mover that may be nothing but steps and short hops over any man."""

    def near(self, links: Links) -> Near | None:
        """Those steps and hops; None if it is more than that, or less."""


class Lister(Protocol):
    """What lists the moves of many men of one kind at once."""

    def moves(self, cells: bytes, men: Iterable[int]) -> list[Move]:
        """One move for each man and end, with the shortest route, as the movers would list them."""

    def any(self, cells: bytes, men: Iterable[int]) -> bool:
        """Can any of these men move?"""


def lister(movers: tuple[Mover, ...], links: tuple[Links, ...]) -> Lister | None:
    """The fast lister for men with these movers, whose links those are; None if they travel oddly."""
    match movers:
        case (Step(), Hop(foes_only=False, far=far)) if far > 1:
            return Lines(*links)
    near = [
        found
        for mover, known in zip(movers, links, strict=True)
        if isinstance(mover, NearMover) and (found := mover.near(known))
    ]
    if len(near) < len(movers):
        return None
    cells = range(len(near[0][0]))
    return Ring(
        [[to for steps, _ in near for to in steps[cell]] for cell in cells],
        [[pair for _, hops in near for pair in hops[cell]] for cell in cells],
    )
