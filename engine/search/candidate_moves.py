"""Candidate moves: the turns that a search considers, and their codes.

Most turns move one man. Such a turn is coded as one integer, the gain in the high bits and then the
start and the end, so that the best turns are found by comparing integers.
"""

from functools import lru_cache
from typing import NamedTuple

from engine.move_generation.cached_hops import CachedLongHops, CachedMoves, CachedShortHops
from engine.move_generation.cached_leaps import CachedLeaps
from engine.move_generation.compiled import CompiledMoves
from engine.move_generation.long_hops import LongHopTables
from engine.move_generation.short_hops import ShortHopTables, make_tuple
from engine.position import Move, Position
from engine.search.yard_deadline import Charges, charged
from engine.variant_definition import Variant

Pair = tuple[int, int]
"""The start and end cell of a man's move."""
Sums = tuple[int, ...]
"""The evaluation of each seat: the sum of the values of all its men."""
Lister = CachedMoves | CompiledMoves
"""Lister of the best moves of one seat's men, as codes."""


class CandidateMove(NamedTuple):
    """A turn that a seat may make, with its gain."""

    gain: int
    """The gain in evaluation for the seat that makes the turn."""
    pair: Pair | Move
    """The move, or only its start and end if they determine the result."""
    after: Position | None
    """The position after the turn if the evaluation had to make the turn, else None."""
    sums: Sums
    """The evaluation of each seat in that position; () if the turn was not made."""


_BITS = 9
"""Number of bits per cell in a code; cell + 1 is less than 1 << _BITS.

With more bits, a code would not fit in one digit of a Python integer, and would be slower.
"""
_CELL = (1 << _BITS) - 1
POINT = 1 << 2 * _BITS
"""One point of gain in a code."""


@lru_cache(maxsize=32)
def coded_tables(variant: Variant, due: Charges) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return the tables whose entries make up a code, indexed by [seat][kind][end].

    The low bits hold the index of the end cell plus 1. The high bits hold the cell's value minus
    its charge.
    """
    return tuple(
        tuple(
            (*((value << 2 * _BITS) + end + 1 for end, value in enumerate(table[:-1])), 0)
            for table in tables
        )
        for tables in charged(variant, due)
    )


@lru_cache(maxsize=32)
def best_move_listers(variant: Variant, due: Charges) -> tuple[Lister | None, ...]:
    """Return the lister of each seat's best moves, with codes as in `coded_tables`.

    It is None if the moves have to be listed one by one.
    """
    listers: list[Lister | None] = []
    for seat, tables in enumerate(variant.tables or (None,) * len(variant.seats)):
        if variant.remaining_work or tables is None:
            listers.append(None)
            continue
        (ends,) = coded_tables(variant, due)[seat]
        starts = [start_code(cell) - end for cell, end in enumerate(ends[:-1])]
        if tables.generator:
            listers.append(CompiledMoves(tables.generator, starts, ends))
        elif isinstance(tables, ShortHopTables):
            listers.append(CachedShortHops(tables, starts, ends))
        elif isinstance(tables, LongHopTables):
            listers.append(CachedLongHops(tables, starts, ends))
        else:
            listers.append(CachedLeaps(tables, starts, ends))
    return tuple(listers)


def start_code(origin: int) -> int:
    """Return a start cell's part of a code, from which its table entry is subtracted.

    The entry of the start cell also has the index of that cell plus 1, which is added here.
    """
    return (origin << _BITS) + origin + 1


def decoded(code: int) -> CandidateMove:
    """Decode a turn into gain, start and end.

    The fields are in order of significance, so codes sort like candidate moves.
    """
    return make_tuple(CandidateMove, (gain_of(code), pair_of(code), None, ()))


def gain_of(code: int) -> int:
    """Return the gain of a coded turn."""
    return code >> 2 * _BITS


def pair_of(code: int) -> Pair:
    """Return the start and end of a coded turn."""
    return code >> _BITS & _CELL, (code & _CELL) - 1


def code_of(pair: Pair) -> int:
    """Return the code of a turn without gain."""
    return (pair[0] << _BITS) + pair[1] + 1
