"""Games that are solved: whether a position is won, drawn or lost, and in how many turns.

The file of a game has one byte for each way in which its men can stand with the first seat to move: 0
for a draw, else one more than the turns to the end by best play, which are odd where the seat to move
wins and even where it loses. The other seat's positions are found by turning the board. So it is for
games of two seats that are each other's half-turn, with as many men each, of which none is ever taken.
`python -m tools solve` writes the file.
"""

import lzma
from functools import cache
from importlib.resources import files
from itertools import combinations
from typing import NamedTuple

from engine.position import Move, Position, man, mark_of
from engine.variant_definition import Variant


class Verdict(NamedTuple):
    """How a position ends by best play."""

    result: int
    """1 if the seat that is asked for wins, -1 if it loses, 0 for a draw."""
    turns: int
    """After how many turns of both seats the game is over; 0 for a draw, which may take any number."""

    @property
    def order(self) -> int:
        """Higher for the better: the sooner won, the later lost."""
        return self.result * (1000 - self.turns)


def verdicts(variant: Variant, position: Position) -> dict[Move, Verdict]:
    """How the game ends after each move, for the seat that makes it; {} if it is over, or not solved.

    >>> from engine import variant
    >>> game = variant("le-grec")
    >>> {verdict.result for verdict in verdicts(game, game.start()).values()}
    {0}
    """
    if not is_solved(variant, position):
        return {}
    found = {}
    for move in variant.moves(position):
        after = variant.apply(position, move)
        if after.done:
            found[move] = Verdict(1, 1)
        else:
            found[move] = _for_the_other(verdict(variant, after))
    return found


def is_solved(variant: Variant, position: Position) -> bool:
    """Is the game solved, and are as many men on the board as there are in it?"""
    start = variant.start()
    return bool(variant.solved) and all(
        len(variant.standing(position, seat)) == len(variant.standing(start, seat))
        for seat in range(len(variant.seats))
    )


def verdict(variant: Variant, position: Position) -> Verdict:
    """How a position that is not over ends, for the seat to move."""
    byte = _table(variant.solved)[index(variant, position.cells, position.turn)]
    if not byte:
        return Verdict(0, 0)
    turns = byte - 1
    return Verdict(1 if turns % 2 else -1, turns)


def by_solution(variant: Variant, position: Position, moves: list[Move]) -> Move:
    """One of the moves that no other betters: the soonest win, or the latest loss; of those that draw,
    one that has not stood before and leaves the other seat most ways to go wrong."""
    found = verdicts(variant, position)
    best = max(verdict.order for verdict in found.values())
    good = [move for move in moves if found[move].order == best]
    if best or len(good) == 1:
        return good[0]

    def traps(move: Move) -> tuple[bool, float]:
        after = variant.apply(position, move)
        mark = mark_of(after)
        replies = verdicts(variant, after).values()
        wrong = sum(reply.result < 0 for reply in replies) / max(1, len(replies))
        return mark not in after.marks[mark & 15], wrong

    return max(good, key=traps)


def _for_the_other(after: Verdict) -> Verdict:
    return Verdict(-after.result, after.turns + 1 if after.result else 0)


@cache
def _table(file: str) -> bytes:
    return lzma.decompress(files("engine.search").joinpath(file).read_bytes())


# -- the place of a position in the file -------------------------------------------------------------


def index(variant: Variant, cells: bytes, turn: int) -> int:
    """The place in the file of the men who stand so when it is the turn of that seat."""
    if turn:
        cells = cells[::-1]
    mine, theirs = man(turn), man(1 - turn)
    first, second = _orders(variant)
    rest = cells.replace(bytes((mine,)), b"")
    return (
        first[bytes(byte == mine for byte in cells)] * len(second)
        + second[bytes(byte == theirs for byte in rest)]
    )


def arrangements(variant: Variant) -> list[bytes]:
    """The cells at each place of the file, the first seat to move."""
    first, second = _orders(variant)
    found = []
    for mine in first:
        for theirs in second:
            others = iter(theirs)
            found.append(bytes(1 if here else 2 * next(others) for here in mine))
    return found


@cache
def _orders(variant: Variant) -> tuple[dict[bytes, int], dict[bytes, int]]:
    """The number of each way to put the men of one seat on the board, and then those of the other on
    what is left."""
    cells = len(variant.board.spots)
    men = len(variant.standing(variant.start(), 0))
    return _ways(cells, men), _ways(cells - men, men)


def _ways(cells: int, men: int) -> dict[bytes, int]:
    chosen = (frozenset(some) for some in combinations(range(cells), men))
    return {bytes(cell in some for cell in range(cells)): n for n, some in enumerate(chosen)}
