"""Tablebases of solved games: win, draw or loss, and the distance to the end.

The file of a game has one byte for each arrangement of the men with the first seat to move. The
byte is 0 for a draw. Otherwise it is one more than the number of turns to the end under best play.
That number is odd if the seat to move wins and even if it loses. Positions with the other seat to
move are looked up by turning the board. The game must have two seats with the same number of men,
and a half-turn of the board must map one seat to the other. No man may ever leave the board.

`python -m tools solve` writes the file.
"""

import lzma
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import combinations, product, starmap
from typing import NamedTuple

from engine.position import Move, Position, man, repetition_hash
from engine.variant_definition import Variant


class SolvedResult(NamedTuple):
    """The result of a position under best play."""

    result: int
    """1 if the seat concerned wins, -1 if it loses, 0 for a draw."""
    turns: int
    """Number of turns to the end, counting both seats; 0 for a draw."""

    @property
    def order(self) -> int:
        """Sort key: higher for an earlier win or a later loss."""
        return self.result * (1000 - self.turns)


def solved_results(variant: Variant, position: Position) -> dict[Move, SolvedResult]:
    """Return the solved result after each move, for the seat that makes the move.

    Returns {} if the game is over or not solved.

    >>> from engine import variant
    >>> game = variant("le-grec")
    >>> {solved.result for solved in solved_results(game, game.start()).values()}
    {0}
    """
    if not is_solved(variant, position):
        return {}
    results = {}
    for move in variant.moves(position):
        after = variant.apply(position, move)
        if after.done:
            results[move] = SolvedResult(1, 1)
        else:
            results[move] = _negated(solved_result(variant, after))
    return results


def is_solved(variant: Variant, position: Position) -> bool:
    """Whether the game is solved and all its men are on the board."""
    start = variant.start()
    return bool(variant.solved) and all(
        len(variant.standing(position, seat)) == len(variant.standing(start, seat))
        for seat in range(len(variant.seats))
    )


def solved_result(variant: Variant, position: Position) -> SolvedResult:
    """Return the solved result of an unfinished position for the seat to move."""
    byte = _table(variant.solved)[table_index(variant, position.cells, position.turn)]
    if not byte:
        return SolvedResult(0, 0)
    turns = byte - 1
    return SolvedResult(1 if turns % 2 else -1, turns)


def best_by_tablebase(variant: Variant, position: Position, moves: list[Move]) -> Move:
    """Return a best move: the fastest win, else a draw, else the slowest loss.

    Among draws, moves to a position that has not occurred before are preferred, and among these the
    move that leaves the opponent the largest share of losing replies.
    """
    results = solved_results(variant, position)
    best = max(verdict.order for verdict in results.values())
    good = [move for move in moves if results[move].order == best]
    if best or len(good) == 1:
        return good[0]

    def traps(move: Move) -> tuple[bool, float]:
        after = variant.apply(position, move)
        mark = repetition_hash(after)
        replies = solved_results(variant, after).values()
        wrong = sum(reply.result < 0 for reply in replies) / max(1, len(replies))
        return mark not in after.marks[mark & 15], wrong

    return max(good, key=traps)


def _negated(after: SolvedResult) -> SolvedResult:
    return SolvedResult(-after.result, after.turns + 1 if after.result else 0)


@cache
def _table(file: str) -> bytes:
    return lzma.decompress(files("engine.search").joinpath(file).read_bytes())


# -- index of a position in the file ---------------------------------------------------------------


def table_index(variant: Variant, cells: bytes, turn: int) -> int:
    """Return the index of an arrangement of men in the file, for the seat to move."""
    if turn:
        cells = cells[::-1]
    mine, theirs = man(turn), man(1 - turn)
    first, second = _orders(variant)
    rest = cells.replace(bytes((mine,)), b"")
    return (
        first[bytes(byte == mine for byte in cells)] * len(second)
        + second[bytes(byte == theirs for byte in rest)]
    )


def arrangements(variant: Variant) -> Iterator[bytes]:
    """Return the arrangement at each index of the file, with the first seat to move."""
    return starmap(_arranged, product(*_orders(variant)))


def _arranged(mine: bytes, theirs: bytes) -> bytes:
    """Return the men of both seats, whose own numbers are 1 and 2, on one board."""
    others = iter(theirs)
    return bytes(1 if own_cells else 2 * next(others) for own_cells in mine)


@cache
def _orders(variant: Variant) -> tuple[dict[bytes, int], dict[bytes, int]]:
    """Return the numbering of the arrangements.

    The first mapping numbers the placements of one seat's men on the whole board, the second those
    of the other seat's men on the remaining cells.
    """
    cells = len(variant.board.spots)
    men = len(variant.standing(variant.start(), 0))
    return _placements(cells, men), _placements(cells - men, men)


def _placements(cells: int, men: int) -> dict[bytes, int]:
    chosen = (frozenset(some) for some in combinations(range(cells), men))
    return {bytes(cell in some for cell in range(cells)): n for n, some in enumerate(chosen)}
