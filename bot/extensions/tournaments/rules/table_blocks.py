"""Cyclic schedules for tables of 3, 4 or 6: N entrants at N tables.

Each entrant plays once in every seat. Table i seats the entrants (d + i) mod N + 1 for d in the
base block of N. The blocks were found by exhaustive search. They minimize the maximum number of
meetings of any two entrants, then maximize the minimum number, and are lexicographically first
among the rest. For 7, 13 and 31 entrants they are perfect difference sets (Singer 1938). With as
many entrants as seats, the order of the block is that of a row-complete Latin square (Williams
1949): everyone moves directly after everyone else once.
"""

_BLOCKS: dict[int, tuple[tuple[int, tuple[int, ...]], ...]] = {
    3: ((3, (0, 1, 2)), (6, (0, 1, 3))),
    4: (
        (4, (0, 1, 3, 2)),
        (5, (0, 1, 2, 3)),
        (7, (0, 1, 2, 4)),
        (10, (0, 1, 2, 5)),
        (12, (0, 1, 3, 7)),
        (13, (0, 1, 3, 9)),
        (14, (0, 1, 4, 6)),
        (15, (0, 1, 3, 7)),
    ),
    6: (
        (6, (0, 1, 5, 2, 4, 3)),
        (7, (0, 1, 2, 3, 4, 5)),
        (9, (0, 1, 2, 3, 4, 6)),
        (10, (0, 1, 2, 3, 5, 6)),
        (11, (0, 1, 2, 4, 5, 7)),
        (12, (0, 1, 2, 3, 5, 8)),
        (13, (0, 1, 2, 3, 5, 9)),
        (15, (0, 1, 2, 3, 6, 10)),
        (16, (0, 1, 2, 3, 5, 8)),
        (18, (0, 1, 2, 4, 8, 13)),
        (19, (0, 1, 2, 4, 7, 11)),
        (20, (0, 1, 2, 4, 7, 12)),
        (22, (0, 1, 2, 4, 8, 13)),
        (23, (0, 1, 2, 4, 7, 15)),
        (24, (0, 1, 2, 4, 12, 19)),
        (25, (0, 1, 2, 4, 9, 15)),
        (26, (0, 1, 2, 5, 9, 15)),
        (27, (0, 1, 2, 5, 13, 22)),
        (28, (0, 1, 4, 15, 20, 22)),
        (29, (0, 1, 2, 4, 7, 11)),
        (31, (0, 1, 3, 8, 12, 18)),
        (32, (0, 1, 2, 4, 7, 11)),
        (35, (0, 1, 3, 7, 12, 20)),
        (36, (0, 1, 3, 8, 23, 27)),
        (37, (0, 1, 3, 7, 16, 26)),
        (38, (0, 1, 3, 7, 17, 30)),
        (39, (0, 1, 3, 7, 12, 22)),
        (40, (0, 1, 3, 7, 17, 28)),
        (41, (0, 1, 3, 7, 12, 20)),
    ),
}
"""For each number of seats, (minimum number of entrants, base block).

A block is valid up to the next row.
"""

TABLE_SEATS = frozenset(_BLOCKS)
"""The numbers of seats for which there are schedules."""
_AT_ONCE = {3: 3, 4: 3, 6: 2}


def base_block(entrants: int, seats: int) -> tuple[int, ...]:
    """Return the base block for this number of entrants.

    There must be at least as many entrants as seats.
    """
    return max((least, block) for least, block in _BLOCKS[seats] if least <= entrants)[1]


def table_pairings(entrants: int, seats: int) -> tuple[tuple[int, ...], ...]:
    """Return all tables in opening order, as the entrants' numbers by seat."""
    block = base_block(entrants, seats)
    return tuple(
        tuple((place + table) % entrants + 1 for place in block) for table in range(entrants)
    )


def has_final(entrants: int, seats: int) -> bool:
    """Return whether there is a final; with few entrants, a single stage decides."""
    return entrants > 2 * seats


def final_tables(seats: int) -> tuple[tuple[int, ...], ...]:
    """Return the tables of the final: one for each seat, but only two with six seats."""
    tables = table_pairings(seats, seats)
    return (tables[0], tables[0][::-1]) if seats == 6 else tables


def at_once_default(seats: int) -> int:
    """Return the default number of tables at which an entrant plays at once."""
    return _AT_ONCE[seats]
