"""Pattern databases: lower bounds for perfect races.

The file of a game has two tables, one byte for each entry. The first table is indexed by the cells
of the men outside the goal, at most four. It has the fewest moves of men that start outside the
goal, if the goal's cells help in every possible way: a man may land on each and jump over each. The
second table is indexed by the empty cells of the goal. It has the fewest moves of men that start in
the goal, if the cells outside it help in every possible way.

Each move starts either outside the goal or in it. The sum of the two is therefore a lower bound for
the turns of a whole race. `python -m tools races` writes the file.
"""

import lzma
from functools import cache
from importlib.resources import files
from math import comb

from engine.move_generation.short_hops import ShortHopTables
from engine.rules import fills_goal, goal_is_full
from engine.variant_data import no_restriction
from engine.variant_definition import Variant

BOUNDS_FILES = {
    ("square-8", 10): "races_8.xz",
    ("square-10", 15): "races_10.xz",
    ("star", 10): "races_star.xz",
}
"""The file for each board and number of men."""
MOST_OUTSIDE = 4
"""Maximum number of men outside the goal."""
UNREACHED = 255
"""The table entry of men that never reach the goal."""


@cache
def sides(variant: Variant, seat: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the cells outside a seat's goal and the cells in it, in ascending order."""
    goal = variant.seats[seat].goal
    cells = range(len(variant.board.spots))
    return tuple(cell for cell in cells if cell not in goal), tuple(sorted(goal))


@cache
def binomials(cells: int) -> tuple[list[list[int]], list[int]]:
    """Return the numbers from which the index of a set of cells is computed.

    The first result has C(rank, place + 1) at [place][rank], the second the first index of the sets
    of each size.
    """
    choose = [[comb(rank, place) for rank in range(cells)] for place in range(1, MOST_OUTSIDE + 1)]
    first = [
        sum(comb(cells, smaller) for smaller in range(size)) for size in range(MOST_OUTSIDE + 2)
    ]
    return choose, first


def pattern_count(cells: int) -> int:
    """Return the number of sets of at most `MOST_OUTSIDE` of these cells."""
    return binomials(cells)[1][-1]


@cache
def bounds_file(variant: Variant) -> str:
    """Return the name of a game's file; "" if it has none.

    The goal must be filled by men that step and make short hops, without further restrictions.
    """
    usual = (
        len(variant.seats) == 2
        and variant.tables is not None
        and isinstance(variant.tables[0], ShortHopTables)
        and variant.reached in (fills_goal, goal_is_full)
        and variant.restriction is no_restriction
    )
    return BOUNDS_FILES.get((variant.board.name, len(variant.seats[0].goal)), "") if usual else ""


@cache
def race_bounds(variant: Variant) -> tuple[bytes, bytes]:
    """Return the two tables of a game, for its first seat."""
    packed = files("engine.search").joinpath(bounds_file(variant)).read_bytes()
    values = lzma.decompress(packed)
    outside = pattern_count(len(sides(variant, 0)[0]))
    return values[:outside], values[outside:]
