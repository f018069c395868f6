"""Tables that generate the moves of all men of a seat at once."""

from collections.abc import Iterable
from types import ModuleType
from typing import Any, Protocol, TypeAlias, runtime_checkable

from engine.board import Board
from engine.move_generation.byte_lanes import lanes_of
from engine.move_generation.compiled import use_generator
from engine.move_generation.leaps import MOST, LeapTables
from engine.move_generation.long_hops import LongHopTables
from engine.move_generation.movers import Leap, Links, Mover, Reach
from engine.move_generation.short_hops import ShortHopTables
from engine.speedups import SPEEDUPS

Hops: TypeAlias = ShortHopTables | LongHopTables
"""Tables of the steps and single jumps of men that step and hop."""
Tables: TypeAlias = Hops | LeapTables
"""Tables that generate the moves of all men of a seat at once."""


@runtime_checkable
class TabledMover(Protocol):
    """A mover whose possible moves can be expressed as a `Reach`."""

    def reach(self, links: Links) -> Reach:
        """Return the steps and hops that the mover could make from each cell."""


def tables_for(
    movers: tuple[Mover, ...],
    links: tuple[Links, ...],
    board: Board,
    seat: int,
    speedups: ModuleType | None = SPEEDUPS,
) -> Tables | None:
    """Return the move tables for a seat whose men have these movers and links.

    The tables use the C module unless `speedups` is None. Returns None if the tables cannot
    represent these movers or this board.
    """
    if len(movers) == 1 and isinstance(leap := movers[0], Leap):
        if len(board.spots) > MOST:
            return None
        leaps = LeapTables(links[0], seat, leap.relay)
        if speedups:
            use_generator(leaps, seat, speedups, relay=leap.relay)
        return leaps
    reaches = [
        mover.reach(mover_links)
        for mover, mover_links in zip(movers, links, strict=True)
        if isinstance(mover, TabledMover)
    ]
    layout, reach = lanes_of(board), combine_reaches(reaches)
    if not layout or not reach or len(reaches) < len(movers):
        return None
    if reach.far > 1 and reach.exits:
        return None
    hops = (ShortHopTables if reach.far == 1 else LongHopTables)(layout, reach, seat)
    if speedups:
        use_generator(hops, seat, speedups, foes_only=reach.foes_only)
    return hops


def combine_reaches(reaches: Iterable[Reach]) -> Reach | None:
    """Merge the reaches of several movers; None if two of them set the same field."""
    nothing = Reach()._asdict()
    whole: dict[str, Any] = {}
    for reach in reaches:
        parts = {name: part for name, part in reach._asdict().items() if part != nothing[name]}
        if whole.keys() & parts:
            return None
        whole |= parts
    return Reach(**whole)
