"""Le Zug ("the course"): twelve men a side on seventeen by seventeen squares, forwards only.

Only squares whose row and place add up to an even number are used, 145 of them, so that all goes on
diagonals. Nine men stand on the first row. First the near player puts his other three on squares of his
second row, then the far player does. Then, by turns, one man steps diagonally forwards to an empty
square; or hops by jumps diagonally forwards over men of either colour, each to the empty square just
beyond, and may then make one more diagonal step forwards in the same turn.
The first four rows of each side are its camp: no man may come to stand in the enemy camp, not even
between two jumps, while a man of his side is in their own. Who cannot move passes; if nobody can, the
game is a draw. Who first has nine men on his last row and three on the row before it wins.

Source: Springgay, 1971, in Neto, The Halma Family; who places first from Winther's Zillions file.
"""

from collections.abc import Iterator
from typing import NamedTuple

from engine import rules
from engine.board import NE, NW, Board, S, squares
from engine.definition import Duty, Kind, Seat, Variant
from engine.movers import Ground, Hop, Links, May, Path, Step, follow, spread
from engine.position import Move, Position, man

AHEAD = (NE, NW)
BOARD = squares(
    "le-zug",
    ((r, c) for r in range(1, 18) for c in range(1, 18) if (r + c) % 2 == 0),
    "hole",
)
FIRST, SECOND, CAMP = (rules.rows(BOARD, *pair) for pair in ((1, 1), (2, 2), (1, 4)))
CAMPS = (CAMP, BOARD.turned(CAMP, S))
"""The camp of each seat."""


class Run(NamedTuple):
    """A hop, and then, if one likes, a step."""

    hop: Hop
    step: Step

    @property
    def dirs(self) -> tuple[int, ...]:
        return self.hop.dirs

    def links(self, board: Board, facing: int, may: May) -> Links:
        return self.hop.links(board, facing, may), self.step.links(board, facing, may)

    def paths(self, links: Links, ground: Ground) -> Iterator[Path]:
        hops, steps = links
        for way in spread(self.hop, hops, ground):
            yield way
            for to in steps[way[-1]]:
                if not ground.cells[to]:
                    yield (*way, to)

    def through(self, links: Links, ground: Ground, stops: Path) -> Iterator[Path]:
        hops, steps = links
        yield from follow(self.hop, hops, ground, stops)
        *named, last = stops
        for *_, end in spread(self.hop, hops, ground):
            if last in steps[end] and not ground.cells[last]:
                wanted = named if named[-1:] == [end] else [*named, end]
                for way in follow(self.hop, hops, ground, tuple(wanted)):
                    yield (*way, last)


def camp_rule(variant: Variant, position: Position) -> Duty | None:
    """Nobody enters the enemy camp while a man is in their own.

    Who enters cannot have begun his turn at home with a single step or jump, and by going forwards only
    he ends in the camp that he entered: so it is enough to look at the end, and at the other men.
    """
    seat = position.turn
    at_home = [cell for cell in CAMPS[seat] if position.cells[cell] == man(seat)]
    enemy_camp = CAMPS[1 - seat]

    def allowed(move: Move) -> bool:
        return move.path[-1] not in enemy_camp or all(cell == move.path[0] for cell in at_home)

    return Duty(allowed, "enters-yard") if at_home else None


def nine_and_three(variant: Variant, position: Position, seat: int) -> bool:
    """All nine squares of the last row are held by the seat, and the other three men stand before it."""
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
    reached=nine_and_three,
    duty=camp_rule,
    men=bytes(man(0) if row == 1 else man(1) if row == 17 else 0 for row, _ in BOARD.spots),
    stock=(3, 3),
    zones=(SECOND, BOARD.turned(SECOND, S)),
    batch=True,
)

VARIANTS = (LE_ZUG,)
