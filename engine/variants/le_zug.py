"""Le Zug ("the course"): twelve men a side on 17 by 17 squares, always forwards.

Only the 145 squares whose row and place add up to an even number are used, so all movement is
diagonal. Nine men stand on the first row. First the near player places the other three on squares
of the second row, then the far player does. Then players move in turn. One man steps diagonally
forwards to an empty square. Instead, it may hop by jumps diagonally forwards over men of either
colour, each to the empty square just beyond. It may then make one more diagonal step forwards in
the same turn.

The first four rows of each side are its camp. While any man of a side is in its own camp, no man of
that side may land in the enemy camp, not even between two jumps. A player who cannot move
passes; if no player can move, the game is a draw. The first player with nine men on the last row
and three on the row before it wins.

    le-zug       nothing ever moves backwards
    le-zug-back  a player whose men are all in the enemy camp may step and jump backwards as well

Source: Springgay, 1971, in Neto, The Halma Family; the order of placing from Winther's Zillions
file; moving back as described by loisirs.savoir.fr.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from engine import rules
from engine.board import NE, NW, SE, SW, Board, S, squares
from engine.errors import Reason
from engine.illegal_reasons import travel_reason
from engine.move_generation.movers import (
    Ground,
    Hop,
    LinkAllowed,
    Links,
    Path,
    Step,
    path_via,
    shortest_paths,
)
from engine.position import Move, Position, man
from engine.variant_definition import Kind, MoveRestriction, Seat, Variant

AHEAD = (NE, NW)
ALL_WAYS = (NE, SE, SW, NW)
BOARD = squares(
    "le-zug",
    ((r, c) for r in range(1, 18) for c in range(1, 18) if (r + c) % 2 == 0),
    "hole",
)
FIRST, SECOND, CAMP = (rules.rows(BOARD, *pair) for pair in ((1, 1), (2, 2), (1, 4)))
CAMPS = (CAMP, BOARD.turned(CAMP, S))
"""The camp of each seat."""


class Run(NamedTuple):
    """A hop, optionally followed by a step."""

    hop: Hop
    step: Step

    @property
    def dirs(self) -> tuple[int, ...]:
        return self.hop.dirs

    def links(self, board: Board, facing: int, may: LinkAllowed) -> Links:
        return self.hop.links(board, facing, may), self.step.links(board, facing, may)

    def paths(self, links: Links, ground: Ground) -> Iterator[Path]:
        hops, steps = links
        for way in shortest_paths(self.hop, hops, ground):
            yield way
            for to in steps[way[-1]]:
                if not ground.cells[to] and to != ground.origin:
                    yield (*way, to)

    def through(self, links: Links, ground: Ground, stops: Path) -> Iterator[Path]:
        hops, steps = links
        yield from path_via(self.hop, hops, ground, stops)
        *named, last = stops
        if last == ground.origin:
            return
        for *_, end in shortest_paths(self.hop, hops, ground):
            if last in steps[end] and not ground.cells[last]:
                wanted = named if named[-1:] == [end] else [*named, end]
                for way in path_via(self.hop, hops, ground, tuple(wanted)):
                    yield (*way, last)


class InCamp(NamedTuple):
    """An additional mover for a side whose men are all in the enemy camp."""

    mover: Step | Run

    def links(self, board: Board, facing: int, may: LinkAllowed) -> Links:
        """Return the enemy camp, and the links of the mover."""
        return CAMPS[1 if facing == 0 else 0], self.mover.links(board, facing, may)

    def paths(self, links: Links, ground: Ground) -> Iterator[Path]:
        camp, ways = links
        if all_inside(camp, ground):
            yield from self.mover.paths(ways, ground)

    def through(self, links: Links, ground: Ground, stops: Path) -> Iterator[Path]:
        camp, ways = links
        if all_inside(camp, ground):
            yield from self.mover.through(ways, ground, stops)


def all_inside(camp: frozenset[int], ground: Ground) -> bool:
    """Whether the moving man and all others of its side are in a camp."""
    return ground.origin in camp and all(
        cell in camp for cell, byte in enumerate(ground.cells) if byte == ground.byte
    )


def camp_rule(variant: Variant, position: Position) -> MoveRestriction | None:
    """Return the restriction on entering the enemy camp; None if no man is at home.

    No single step or jump leads from one camp into the other, and a man that only moves forwards
    ends in the camp it entered. It is therefore enough to check the end of the move and the other
    men.
    """
    seat = position.turn
    at_home = [cell for cell in CAMPS[seat] if position.cells[cell] == man(seat)]
    enemy_camp = CAMPS[1 - seat]

    def allowed(move: Move) -> bool:
        return move.path[-1] not in enemy_camp or all(cell == move.path[0] for cell in at_home)

    return MoveRestriction(allowed, "enters-yard") if at_home else None


def nine_and_three(variant: Variant, position: Position, seat: int) -> bool:
    """Whether the seat has nine men on the last row and three on the row before it."""
    last = BOARD.turned(FIRST, S if seat == 0 else 0)
    return rules.all_in_goal(variant, position, seat) and all(
        position.cells[cell] == man(seat) for cell in last
    )


STEP, HOP = Step(AHEAD), Hop(AHEAD)
LE_ZUG = Variant(
    key="le-zug",
    name="Le Zug",
    game="le-zug",
    summary="Twelve men a side run diagonally forwards; after jumps, one more step is free.",
    source="Neto, The Halma Family, after Springgay",
    board=BOARD,
    seats=(
        Seat("South", CAMPS[0], rules.rows(BOARD, 16, 17)),
        Seat("North", CAMPS[1], FIRST | SECOND, facing=S),
    ),
    kinds=(Kind("man", "disc", (STEP, Run(HOP, STEP))),),
    limit=800,
    turns=150,
    reached=nine_and_three,
    restriction=camp_rule,
    men=bytes(man(0) if row == 1 else man(1) if row == 17 else 0 for row, _ in BOARD.spots),
    stock=(3, 3),
    zones=(SECOND, BOARD.turned(SECOND, S)),
    batch=True,
    levels=("Stroller", "Runner", "Planner"),
)

FREED = replace(
    LE_ZUG, kinds=(Kind("man", "disc", (Step(ALL_WAYS), Run(Hop(ALL_WAYS), Step(ALL_WAYS)))),)
)
"""The rules for a player whose men are all in the enemy camp."""


def why_illegal(variant: Variant, position: Position, cells: Path, text: str) -> Reason:
    """Return the reason why a man cannot move along this path.

    The reason depends on whether all men of its side are in the enemy camp.
    """
    enemy_camp = CAMPS[1 - position.turn]
    inside = all(cell in enemy_camp for cell in variant.standing(position, position.turn))
    return travel_reason(FREED if inside else LE_ZUG, position, cells, text)


BACK = replace(
    LE_ZUG,
    key="le-zug-back",
    name="Le Zug (backwards in the camp)",
    summary="Le Zug in which men may go backwards once all of their side are in the enemy camp.",
    source="loisirs.savoir.fr",
    turns=218,
    kinds=(
        Kind(
            "man",
            "disc",
            (*LE_ZUG.kinds[0].movers, *(InCamp(mover) for mover in FREED.kinds[0].movers)),  # type: ignore[arg-type]
        ),
    ),
    explain=why_illegal,
)

VARIANTS = (LE_ZUG, BACK)
