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

from collections.abc import Iterator, Sequence
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
    shortest_of_each_end,
    shortest_paths,
)
from engine.position import Position, man
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
_CAMP_RANGES = tuple((min(camp), max(camp) + 1) for camp in CAMPS)
"""The first cell of each camp and the cell after its last one; a camp has no gaps."""


class Run(NamedTuple):
    """A mover that makes a step, or a hop that may end with a step."""

    hop: Hop
    step: Step

    @property
    def dirs(self) -> tuple[int, ...]:
        return self.hop.dirs

    def links(self, board: Board, facing: int, may: LinkAllowed) -> Links:
        """Return the links of the hop and of the step, and (neighbour, landing) pairs.

        Each cell has a pair for each direction. Without a landing, it has its neighbour twice.
        """
        hops = self.hop.links(board, facing, may)
        steps = self.step.links(board, facing, may)
        landings = [{ray[0]: ray[1] for ray, _ in rays} for rays in hops]
        ways = tuple(
            tuple((near, over.get(near, near)) for near in ends)
            for ends, over in zip(steps, landings, strict=True)
        )
        return hops, steps, ways

    def paths(self, links: Links, ground: Ground) -> list[Path]:
        """Return the shortest route to each end, in rounds of one jump.

        Jumps keep the parity of the row and steps change it, so a hop never ends where a step does.
        """
        ways: Sequence[Sequence[tuple[int, int]]] = links[2]
        cells, _, origin = ground
        paths: list[Path] = []
        front: list[Path] = []
        for near, landing in ways[origin]:
            if not cells[near]:
                paths.append((origin, near))
            elif not cells[landing]:
                front.append((origin, landing))
        if not front:
            return paths
        seen = {origin, *[way[-1] for way in paths + front]}
        while front:
            paths += front
            following: list[Path] = []
            for way in front:
                for near, landing in ways[way[-1]]:
                    if not cells[near]:
                        if near not in seen:
                            seen.add(near)
                            paths.append((*way, near))
                    elif not cells[landing] and landing not in seen:
                        seen.add(landing)
                        following.append((*way, landing))
            front = following
        return paths

    def through(self, links: Links, ground: Ground, stops: Path) -> Iterator[Path]:
        hops, steps, _ = links
        yield from self.step.through(steps, ground, stops)
        yield from path_via(self.hop, hops, ground, stops)
        *named, last = stops
        if last == ground.origin:
            return
        for *_, end in shortest_paths(self.hop, hops, ground):
            if last in steps[end] and not ground.cells[last]:
                wanted = named if named[-1:] == [end] else [*named, end]
                for way in path_via(self.hop, hops, ground, tuple(wanted)):
                    yield (*way, last)


class FreedInCamp(NamedTuple):
    """A mover with other rules while all men of its side are in the enemy camp."""

    bound: Run
    freed: Run

    def links(self, board: Board, facing: int, may: LinkAllowed) -> Links:
        """Return the enemy camp, the slice of all other cells, and both movers' links."""
        camp = CAMPS[1 if facing == 0 else 0]
        outside = [cell for cell in range(len(board.spots)) if cell not in camp]
        others = slice(outside[0], outside[-1] + 1)
        return camp, others, *(run.links(board, facing, may) for run in self)

    def paths(self, links: Links, ground: Ground) -> list[Path]:
        bound, freed = links[2:]
        ways = self.bound.paths(bound, ground)
        if not _all_inside(links, ground):
            return ways
        return shortest_of_each_end([*ways, *self.freed.paths(freed, ground)])

    def through(self, links: Links, ground: Ground, stops: Path) -> Iterator[Path]:
        bound, freed = links[2:]
        yield from self.bound.through(bound, ground, stops)
        if _all_inside(links, ground):
            yield from self.freed.through(freed, ground, stops)


def _all_inside(links: Links, ground: Ground) -> bool:
    """Whether the moving man and all others of its side are in the enemy camp."""
    camp: frozenset[int] = links[0]
    others: slice = links[1]
    return ground.origin in camp and ground.byte not in ground.cells[others]


def camp_rule(variant: Variant, position: Position) -> MoveRestriction | None:
    """Return the restriction on entering the enemy camp; None if no man is at home.

    No single step or jump leads from one camp into the other, and a man that only moves forwards
    ends in the camp it entered. Checking the end of the move and the positions of the other men is
    therefore enough.
    """
    seat, cells = position.turn, position.cells
    first, after_last = _CAMP_RANGES[seat]
    at_home = cells.count(man(seat), first, after_last)
    if not at_home:
        return None
    alone = cells.index(man(seat), first) if at_home == 1 else -1
    enemy_camp = CAMPS[1 - seat]
    return MoveRestriction(
        lambda start, end: end not in enemy_camp or start == alone, "enters-yard"
    )


def nine_and_three(variant: Variant, position: Position, seat: int) -> bool:
    """Whether the seat has nine men on the last row and three on the row before it."""
    last = BOARD.turned(FIRST, S if seat == 0 else 0)
    return rules.all_in_goal(variant, position, seat) and all(
        position.cells[cell] == man(seat) for cell in last
    )


AHEAD_ONLY, EVERY_WAY = (Run(Hop(ways), Step(ways)) for ways in (AHEAD, ALL_WAYS))
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
    kinds=(Kind("man", "disc", (AHEAD_ONLY,)),),
    limit=800,
    turns=166,
    reached=nine_and_three,
    restriction=camp_rule,
    men=bytes(man(0) if row == 1 else man(1) if row == 17 else 0 for row, _ in BOARD.spots),
    stock=(3, 3),
    zones=(SECOND, BOARD.turned(SECOND, S)),
    batch=True,
)

FREED = replace(LE_ZUG, kinds=(Kind("man", "disc", (EVERY_WAY,)),))
"""The rules for a player whose men are all in the enemy camp."""


def why_illegal(variant: Variant, position: Position, cells: Path, text: str) -> Reason:
    """Return the reason why a man cannot move along this path.

    The rules depend on whether all men of its side are in the enemy camp.
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
    turns=170,
    kinds=(Kind("man", "disc", (FreedInCamp(AHEAD_ONLY, EVERY_WAY),)),),
    explain=why_illegal,
)

VARIANTS = (LE_ZUG, BACK)
