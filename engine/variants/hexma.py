"""Hexma: men that hop as in Chinese Checkers, and must join two edges of the board by a chain.

On the star two or three players have 13 men each: the ten of a point and the three in front of it. On
the hexagon two players have 12 each, on the first three rows. By turns, clockwise, one man makes a step
to an empty hole beside it, or a hop over single men of any colour, as far as its player likes. Nothing
is ever taken, and men go wherever there is room.
A player whose turn leaves an unbroken chain of their men from their home edge to their away edge wins.
On the star the home edge is the outline of one's own point with its two shoulders (17 holes), the away
edge the same about the opposite point; on the hexagon they are the first row and the last.
Neto wants "one of the mechanisms to remove drawish strategies": Gering's, that a player who has left
home makes the others leave theirs, may be chosen. It is not the rule, as a chain needs men on the home
edge.

Source: Cameron Browne (2003), help on Hexma at Richard's PBeM Server; the hexagon: Neto, The Halma
Family.
"""

from dataclasses import replace
from heapq import heapify, heappop, heappush

from engine.definition import Kind, Seat, Variant
from engine.movers import STAR, Hop, Step
from engine.position import Position, seat_of
from engine.stars import NAMES, point, rows, star

BOARD = star()
CAMP = point(0) | BOARD.cells({5: (6, 7, 8)})
OUTLINE = BOARD.cells(
    {1: (1,), 2: (1, 2), 3: (1, 3), 4: (1, 4), 5: (1, 2, 3, 4, 5, 9, 10, 11, 12, 13)}
)
HEXAGON = rows("hexagon-80", (5, 6, 7, 8, 9, 10, 9, 8, 7, 6, 5))
NEAR_CAMP = HEXAGON.cells({1: range(2, 5), 2: range(2, 6), 3: range(2, 7)})
NEAR_EDGE = HEXAGON.cells({1: range(1, 6)})


def joined(variant: Variant, position: Position, seat: int) -> bool:
    """Does a chain of the seat's men lead from its home edge to its away edge, which is its goal?"""
    men = set(variant.standing(position, seat))
    away = variant.seats[seat].goal
    home = variant.board.turned(away, variant.board.directions // 2)
    chain = list(men & home)
    for man in chain:
        nearby = men.intersection(variant.board.neighbours[man]).difference(chain)
        chain += nearby
    return any(man in away for man in chain)


def gaps(variant: Variant, position: Position, seat: int) -> float:
    """What the shortest chain from edge to edge still lacks: an empty hole counts 1, an enemy's 3."""
    away = variant.seats[seat].goal
    home = variant.board.turned(away, variant.board.directions // 2)
    cost = [1 if not byte else 0 if seat_of(byte) == seat else 3 for byte in position.cells]
    waiting = [(cost[cell], cell) for cell in home]
    heapify(waiting)
    seen: set[int] = set()
    while True:  # the board is in one piece: the away edge comes before the heap is empty
        lacks, cell = heappop(waiting)
        if cell in away:
            return lacks
        if cell not in seen:
            seen.add(cell)
            for other in variant.board.neighbours[cell]:
                heappush(waiting, (lacks + cost[other], other))


def star_game(key: str, name: str, facings: tuple[int, ...], turns: int) -> Variant:
    """The game on the star for players who face so."""
    return Variant(
        key=key,
        name=name,
        game="hexma",
        summary="Join your edge of the star to the opposite one by a chain of your men.",
        source="Cameron Browne, at Richard's PBeM Server",
        board=BOARD,
        seats=tuple(
            Seat(
                NAMES[facing], BOARD.turned(CAMP, facing), BOARD.turned(OUTLINE, facing + 3), facing
            )
            for facing in facings
        ),
        kinds=(Kind("man", "disc", (Step(STAR), Hop(STAR))),),
        limit=300 * len(facings),
        turns=turns,
        reached=joined,
        left=gaps,
        won_by="connected",
        options=("gering",),
    )


TWO = star_game("hexma", "Hexma", (0, 3), turns=86)
THREE = star_game("hexma-3", "Hexma for 3", (0, 2, 4), turns=173)
ON_HEXAGON = replace(
    TWO,
    key="hexma-hex",
    name="Hexma on a hexagon",
    summary="Join the first row to the last by a chain of your twelve men.",
    source="Cameron Browne, on the board of Neto, The Halma Family",
    board=HEXAGON,
    seats=(
        Seat("South", NEAR_CAMP, HEXAGON.turned(NEAR_EDGE, 3)),
        Seat("North", HEXAGON.turned(NEAR_CAMP, 3), NEAR_EDGE, facing=3),
    ),
    turns=78,
)

VARIANTS = (TWO, THREE, ON_HEXAGON)
