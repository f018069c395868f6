"""Top Secret: break out from the middle of the board.

The players take turns placing one man on any empty square of the central six by six, until all 36
are filled, with eighteen men a side. Then players move in turn; one man steps or hops as in
Halma, over men of either colour. The goal is "to be the first to remove all stones moving or
jumping over the board". This is the only known sentence about it and can be read in two ways:

    top-secret         men leave the board: from a square at the edge by a step over it, or at the
                       end of a hop over a man at the edge with nothing behind it. A man that hops
                       to the edge stops there for this turn. The first player with no men left
                       wins.
    top-secret-centre  men leave the centre: the first player with no men in the central six by six
                       wins

Source: Neto, The Halma Family; the end is a reconstruction.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from engine import rules
from engine.board import OFF, Board, S, square
from engine.move_generation.movers import (
    ALL,
    Ground,
    Hop,
    Landing,
    LinkAllowed,
    Links,
    Path,
    Reach,
    Step,
    path_via,
    shortest_paths,
)
from engine.variant_definition import Kind, Seat, Variant

BOARD = square(16)
CENTRE = BOARD.cells({row: range(6, 12) for row in range(6, 12)})
EVERYWHERE = frozenset(range(len(BOARD.spots)))
EDGE = EVERYWHERE - BOARD.cells({row: range(2, 16) for row in range(2, 16)})


class StepOff(NamedTuple):
    """A mover that steps off the board from a square at the edge."""

    def links(self, board: Board, facing: int, may: LinkAllowed) -> Links:
        """Return for each cell whether it is at the edge."""
        return tuple(not all(rays) for rays in board.rays)

    def paths(self, links: Links, ground: Ground) -> Iterator[Path]:
        if links[ground.origin]:
            yield ground.origin, OFF

    def through(self, links: Links, ground: Ground, stops: Path) -> Iterator[Path]:
        if stops == (OFF,):
            yield from self.paths(links, ground)

    def reach(self, links: Links) -> Reach:
        return Reach(edge=links)


class HopOff(NamedTuple):
    """A mover that hops off the board: its last jump goes over a man at the edge."""

    hop: Hop

    def links(self, board: Board, facing: int, may: LinkAllowed) -> Links:
        """Return the links of the hop, and for each cell the neighbours at the edge.

        Only neighbours with no square behind them in that direction are included.
        """
        last = tuple(tuple(ray[0] for ray in rays if len(ray) == 1) for rays in board.rays)
        return self.hop.links(board, facing, may), last

    def jumps(self, links: Links, ground: Ground, cell: int) -> Iterator[Landing]:
        hops, last = links
        if any(ground.cells[over] for over in last[cell]):
            yield Landing(OFF, True, False)
        for landing in self.hop.jumps(hops, ground, cell):
            yield landing._replace(stops=False)

    def paths(self, links: Links, ground: Ground) -> Iterator[Path]:
        return shortest_paths(self, links, ground)

    def through(self, links: Links, ground: Ground, stops: Path) -> Iterator[Path]:
        return path_via(self, links, ground, stops)

    def reach(self, links: Links) -> Reach:
        _, last = links
        return Reach(exits=last)


HOP = Hop(ALL)
OUT = Variant(
    key="top-secret",
    name="Top Secret",
    game="top-secret",
    summary="Drop 18 men each on the central 6×6, then be the first to bring all off the board.",
    source="Neto, The Halma Family; the end is a reconstruction",
    board=BOARD,
    seats=(Seat("South", CENTRE, EDGE), Seat("North", CENTRE, EDGE, facing=S)),
    kinds=(Kind("man", "disc", (Step(ALL), HOP, StepOff(), HopOff(HOP))),),
    limit=1000,
    turns=136,
    reached=rules.none_left,
    shallow=True,
    stock=(18, 18),
)
CENTRE_ONLY = replace(
    OUT,
    key="top-secret-centre",
    name="Top Secret (leave the centre)",
    summary="Drop 18 men each on the central 6×6, then be the first to have all of them outside it.",
    seats=tuple(replace(seat, goal=EVERYWHERE - CENTRE) for seat in OUT.seats),
    kinds=(Kind("man", "disc", (Step(ALL), HOP)),),
    turns=73,
    levels=("Stroller", "Runner", "Planner"),
    reached=rules.all_in_goal,
)

VARIANTS = (OUT, CENTRE_ONLY)
