"""Hexma: men hop as in Chinese Checkers, and must connect two edges with a chain.

On the star, two or three players have 13 men each: the ten of a point and the three in front of
it. On the hexagon, two players have 12 men each, on the first three rows. Players move in turn,
clockwise. One man makes a step to an adjacent empty hole, or a hop of any length over single men
of any colour. Nothing is captured, and men may go anywhere.

A player whose turn leaves an unbroken chain of their men from their home edge to their away edge
wins. On the star the home edge is 17 holes along the rim: both sides of the player's point and the
nearer sides of the two next to it. The away edge is the same around the opposite point. On the
hexagon the edges are the first and the last row.

Neto asks for "one of the mechanisms to remove drawish strategies". Gering's rule is an option: once
a player has left home, the others must leave theirs. It is not the standard rule because a chain
needs men on the home edge.

Source: Cameron Browne (2003), help on Hexma at Richard's PBeM Server; the hexagon: Neto, The Halma
Family.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from itertools import compress
from typing import NamedTuple

from engine.move_generation.byte_lanes import grid_of
from engine.move_generation.movers import STAR, Hop, Step
from engine.position import Position
from engine.search_parameters import SearchParameters
from engine.star_board import NAMES, centred_rows, star_board, star_point
from engine.variant_definition import Kind, Seat, Variant

BOARD = star_board()
CAMP = star_point(0) | BOARD.cells({5: (6, 7, 8)})
OUTLINE = BOARD.cells(
    {1: (1,), 2: (1, 2), 3: (1, 3), 4: (1, 4), 5: (1, 2, 3, 4, 5, 9, 10, 11, 12, 13)}
)
HEXAGON = centred_rows("hexagon-80", (5, 6, 7, 8, 9, 10, 9, 8, 7, 6, 5))
NEAR_CAMP = HEXAGON.cells({1: range(2, 5), 2: range(2, 6), 3: range(2, 7)})
NEAR_EDGE = HEXAGON.cells({1: range(1, 6)})


class Chains(NamedTuple):
    """A bitboard from the point of view of one seat, for finding chains."""

    bits: tuple[int, ...]
    """The bit of each hole."""
    shifts: tuple[int, int, int]
    """The left shifts to the neighbours in three directions.

    The other directions are opposite. Rows are separated by an unused bit, so no shift leads from
    one row to another.
    """
    whole: int
    home: int
    away: int

    def of(self, cells: Iterable[int]) -> int:
        """Return a set of holes as a bitboard."""
        return sum(map(self.bits.__getitem__, cells))

    def neighbours_of(self, holes: int) -> int:
        """Return all neighbours of these holes, plus some bits that are not holes."""
        a, b, c = self.shifts
        return holes << a | holes >> a | holes << b | holes >> b | holes << c | holes >> c

    def layers(self, edge: int, mine: int, empty: int, limit: int, until: int) -> list[int]:
        """Return the holes in layers, by the cost of a chain from an edge to them.

        Layer N has the holes for which the cheapest chain costs N, including the cost of the hole
        itself. The seat's own man costs 0, an empty hole 1, and an enemy's hole 3. Each hole is in
        only one layer. There are at most `limit` + 1 layers. The search stops early when it reaches
        one of `until`.
        """
        layers_found: list[int] = []
        beside: list[int] = []  # the neighbours of each layer
        enemies = self.whole & ~mine & ~empty
        seen = 0
        for lacking in range(limit + 1):
            if seen & until:
                break
            new = beside[-1] & empty if lacking else edge & mine
            if lacking == 1:
                new |= edge & empty
            elif lacking >= _WALL:
                new |= beside[-_WALL] & enemies
                if lacking == _WALL:
                    new |= edge & enemies
            new &= ~seen
            seen |= new
            around = self.neighbours_of(new)
            while grown := around & mine & ~seen:
                seen |= grown
                new |= grown
                around |= self.neighbours_of(grown)
            layers_found.append(new)
            beside.append(around)
        return layers_found


_WALL = 3
"""The cost of an enemy's hole in a chain, relative to an empty hole."""
_FAR = 4
"""Maximum distance from a chain. Greater distances count as this one."""
_SPARE = 0.05
"""Cost of each step between a man and the best chains."""
_EDGE = 0.5
"""Additional cost of an edge on which no man belongs to the best chains.

Rivals stand close to an edge, so an open hole there is soon occupied.
"""


@cache
def chains_of(variant: Variant, seat: int) -> Chains:
    """Return the bitboard of a game for one seat."""
    board, away = variant.board, variant.seats[seat].goal
    grid = grid_of(board)
    wide = max(x for x, _ in grid) + 2
    lanes = [y * wide + x for x, y in grid]
    bits = tuple(1 << lane for lane in lanes)
    pairs = ((cell, other) for cell, beside in enumerate(board.neighbours) for other in beside)
    along, left, right = sorted({abs(lanes[cell] - lanes[other]) for cell, other in pairs})
    home = board.turned(away, board.directions // 2)
    return Chains(
        bits,
        (along, left, right),
        sum(bits),
        sum(bits[cell] for cell in home),
        sum(bits[cell] for cell in away),
    )


_BLOCK = 0.6
"""Weight of a hole that a rival's chain still needs.

Holes of the seat's own chains weigh 1.
"""


def has_chain(variant: Variant, position: Position, seat: int) -> bool:
    """Whether a chain of the seat's men connects its home edge to its away edge.

    The away edge is the goal of the seat.
    """
    board = chains_of(variant, seat)
    mine = board.of(variant.standing(position, seat))
    if not mine & board.away or not mine & board.home:
        return False
    (chain,) = board.layers(board.home, mine, 0, 0, 0)
    return bool(chain & board.away)


def best_chains(
    board: Chains, variant: Variant, position: Position, seat: int
) -> tuple[int, int, int]:
    """Return the shortest chains from edge to edge.

    The result is their cost, the bitboard of the men in any of them, and the bitboard of the empty
    holes in any of them.
    """
    cells = position.cells
    mine = board.of(variant.standing(position, seat))
    empty = board.whole & ~board.of(compress(range(len(cells)), cells))
    ahead = board.layers(board.home, mine, empty, len(cells), board.away)
    lacks = len(ahead) - 1
    back = board.layers(board.away, mine, empty, lacks, 0)
    chain = ahead[0] & back[lacks] & mine
    for number in range(1, lacks + 1):
        chain |= ahead[number] & (back[lacks - number] & mine | back[lacks - number + 1] & empty)
    return lacks, chain & mine, chain & empty


def chain_attraction(variant: Variant, position: Position, seat: int) -> list[float]:
    """Return the attraction of each hole for the seat's men.

    Holes in the seat's own best chains attract most, followed by those that its rivals' chains
    lack. The attraction decreases with the distance from the seat's chains.
    """
    attraction_by_cell = [0.0] * len(position.cells)
    for other in range(len(variant.seats)):
        board = chains_of(variant, other)
        _, men, holes = best_chains(board, variant, position, other)
        if other != seat:
            _add(attraction_by_cell, board, holes, _BLOCK)
            continue
        _add(attraction_by_cell, board, men | holes, 1.0)
        near = holes
        for _ in range(_FAR):
            near |= board.neighbours_of(near) & board.whole
            _add(attraction_by_cell, board, near, _SPARE)
    return attraction_by_cell


def _add(totals: list[float], board: Chains, holes: int, amount: float) -> None:
    for cell, bit in enumerate(board.bits):
        if holes & bit:
            totals[cell] += amount


def missing_links(variant: Variant, position: Position, seat: int) -> float:
    """Return the cost of completing the shortest chain from edge to edge.

    An empty hole costs 1 and an enemy's hole 3. An edge without a man of these chains adds a small
    cost, and so does each step between a man and the nearest such chain.
    """
    board = chains_of(variant, seat)
    lacks, mine, holes = best_chains(board, variant, position, seat)
    open_edges = (not mine & board.home) + (not mine & board.away)
    spare, near, off = board.of(variant.standing(position, seat)) & ~mine, holes, 0
    for _ in range(_FAR):
        off += spare.bit_count()
        near |= board.neighbours_of(near) & board.whole
        spare &= ~near
    return lacks + _EDGE * open_edges + _SPARE * off


def star_game(key: str, name: str, facings: tuple[int, ...], turns: int, fade: int) -> Variant:
    """Return the game on the star for players with these facings.

    `fade` is the `SearchParameters.rivals_fade` of the game.
    """
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
        reached=has_chain,
        remaining_work=missing_links,
        attraction=chain_attraction,
        search_parameters=SearchParameters(rivals_fade=fade),
        won_by="connected",
        options=("gering",),
    )


TWO = star_game("hexma", "Hexma", (0, 3), turns=73, fade=86)
THREE = star_game("hexma-3", "Hexma for 3", (0, 2, 4), turns=223, fade=173)
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
    turns=114,
    search_parameters=SearchParameters(rivals_fade=78),
)

VARIANTS = (TWO, THREE, ON_HEXAGON)
