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

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from itertools import compress
from typing import NamedTuple

from engine.move_generation.byte_lanes import lanes
from engine.move_generation.movers import STAR, Hop, Step
from engine.position import Position
from engine.star_board import NAMES, point, rows, star
from engine.variant_definition import Kind, Seat, Variant

BOARD = star()
CAMP = point(0) | BOARD.cells({5: (6, 7, 8)})
OUTLINE = BOARD.cells(
    {1: (1,), 2: (1, 2), 3: (1, 3), 4: (1, 4), 5: (1, 2, 3, 4, 5, 9, 10, 11, 12, 13)}
)
HEXAGON = rows("hexagon-80", (5, 6, 7, 8, 9, 10, 9, 8, 7, 6, 5))
NEAR_CAMP = HEXAGON.cells({1: range(2, 5), 2: range(2, 6), 3: range(2, 7)})
NEAR_EDGE = HEXAGON.cells({1: range(1, 6)})


class Chains(NamedTuple):
    """A board whose holes are the bits of one number, as a seat sees it: to look for chains."""

    bits: tuple[int, ...]
    """The bit of each hole."""
    ways: tuple[tuple[int, int], ...]
    """For each direction how far its neighbour's bit is to the left, and the holes that have one."""
    whole: int
    home: int
    away: int

    def of(self, cells: Iterable[int]) -> int:
        """A set of holes."""
        return sum(self.bits[cell] for cell in cells)

    def beside(self, holes: int) -> int:
        """All holes beside any of these."""
        found = 0
        for left, having in self.ways:
            found |= (holes & having) << left if left > 0 else (holes & having) >> -left
        return found

    def layers(self, edge: int, mine: int, empty: int, most: int, until: int) -> list[int]:
        """The holes to which a chain from an edge lacks 0, 1, 2, ... holes, each counted once; up to
        `most`, or till one of `until` is met. An empty hole counts 1, an enemy's 3, itself included."""
        found: list[int] = []
        seen = 0
        for lacking in range(most + 1):
            if seen & until:
                break
            new = edge & mine if not lacking else self.beside(found[-1]) & empty
            if lacking == 1:
                new |= edge & empty
            elif lacking >= _WALL:
                enemies = self.whole & ~mine & ~empty
                new |= self.beside(found[-_WALL]) & enemies
                if lacking == _WALL:
                    new |= edge & enemies
            new &= ~seen
            seen |= new
            grown = new
            while grown := self.beside(grown) & mine & ~seen:
                seen |= grown
                new |= grown
            found.append(new)
        return found


_WALL = 3
"""As many empty holes as an enemy's counts in a chain."""
_FAR = 4
"""A man who is farther from a chain than this is as good as anywhere."""
_SPARE = 0.05
"""What each step counts that a man stands away from the best chains."""
_EDGE = 0.5
"""What it counts beside that if the best chains lack the hole at an edge: there rivals stand close, and
a hole that opens is soon shut again."""


@cache
def chains(variant: Variant, seat: int) -> Chains:
    """The board of a game as a seat sees it."""
    board, away = variant.board, variant.seats[seat].goal
    layout = lanes(board)
    assert layout is not None, "rows of holes are straight"
    bits = tuple(1 << lane for lane in layout.of)
    ways: dict[int, int] = {}
    for cell, beside in enumerate(board.neighbours):
        for other in beside:
            left = layout.of[other] - layout.of[cell]
            ways[left] = ways.get(left, 0) | bits[cell]
    home = board.turned(away, board.directions // 2)
    return Chains(
        bits,
        tuple(ways.items()),
        sum(bits),
        sum(bits[cell] for cell in home),
        sum(bits[cell] for cell in away),
    )


_BLOCK = 0.6
"""What it counts to stand where a rival's chain lacks a man, beside 1 for one's own."""


def joined(variant: Variant, position: Position, seat: int) -> bool:
    """Does a chain of the seat's men lead from its home edge to its away edge, which is its goal?"""
    board = chains(variant, seat)
    mine = board.of(variant.standing(position, seat))
    if not mine & board.away or not mine & board.home:
        return False
    (chain,) = board.layers(board.home, mine, 0, 0, 0)
    return bool(chain & board.away)


def best_chains(
    board: Chains, variant: Variant, position: Position, seat: int
) -> tuple[int, int, int]:
    """What the shortest chains from edge to edge lack, the men who stand in one of them, and the empty
    holes that belong to one."""
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


def pull(variant: Variant, position: Position, seat: int) -> list[float]:
    """For each hole how much it draws the seat's men: those that its own best chains lack, and then
    those that its rivals' lack; less, the farther a hole is from these."""
    found = [0.0] * len(position.cells)
    for other in range(len(variant.seats)):
        board = chains(variant, other)
        _, men, holes = best_chains(board, variant, position, other)
        if other != seat:
            _add(found, board, holes, _BLOCK)
            continue
        _add(found, board, men | holes, 1.0)
        near = holes
        for _ in range(_FAR):
            near |= board.beside(near)
            _add(found, board, near, _SPARE)
    return found


def _add(found: list[float], board: Chains, holes: int, much: float) -> None:
    for cell, bit in enumerate(board.bits):
        if holes & bit:
            found[cell] += much


def gaps(variant: Variant, position: Position, seat: int) -> float:
    """What the shortest chain from edge to edge still lacks: an empty hole counts 1, an enemy's 3,
    one at an edge a little more; and a little for each step by which a man stands away
    from all such chains."""
    board = chains(variant, seat)
    lacks, mine, holes = best_chains(board, variant, position, seat)
    open_edges = (not mine & board.home) + (not mine & board.away)
    spare, near, off = board.of(variant.standing(position, seat)) & ~mine, holes, 0
    for _ in range(_FAR):
        off += spare.bit_count()
        near |= board.beside(near)
        spare &= ~near
    return lacks + _EDGE * open_edges + _SPARE * off


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
        pull=pull,
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
